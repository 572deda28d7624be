import ArgumentParser
import CellTemplates
import TextMeasurement

/// The demo of `serve`, which needs what the build had besides the store.
struct ServeDemoOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: "Serve a page with the lists at /demo, and the records that it shows.")
  var demo = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A template that feeds were built with; may be repeated. (default: those of cellheights.yaml, "
        + "and post)", valueName: "name-or-file"), completion: .template)
  var template: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Records of all feeds that the demo keeps in memory. (default: 250000)",
      valueName: "number"))
  var demoRecords: Int?

  @OptionGroup var fonts: FontOptions
  @OptionGroup var formats: FormatOptions

  /// The arguments of the service; none without `--demo`.
  ///
  /// - Throws: `TemplateError` for a name that is no template; `Failure` for formats.
  func words(_ settings: Settings) throws -> [String] {
    guard demo else { return [] }
    var words = ["--demo"]
    var paths: [String] = []
    for name in names(settings) {
      let file = try settings.templateEntry(name).file
      let path = TemplateCatalog.isPath(file) ? file : name
      if !paths.contains(path) { paths.append(path) }
    }
    words += paths.map { "--template=\($0)" }
    let declared = fonts.configuration(settings)
    words += declared.system.map { "--system-font=\($0)" }
    words += declared.fallback.map { "--fallback=\($0)" }
    for (family, files) in declared.families.sorted(by: { $0.key < $1.key }) {
      words += files.map { "--font-family=\(family)=\($0)" }
    }
    let chosen = try settings.formats(timeZone: formats.timeZone, clock: formats.clock)
    words.append("--time-zone=\(chosen.timeZone)")
    if let clock = chosen.clock { words.append("--clock=\(clock)") }
    if let demoRecords { words.append("--demo-records=\(demoRecords)") }
    return words
  }

  /// Every template that a feed may have been built with.
  private func names(_ settings: Settings) -> [String] {
    let standard = settings.template(nil, feed: nil)
    return template + (settings.file?.templates ?? []).map(\.name)
      + (settings.file?.feeds ?? []).compactMap { $0.template?.value }
      + settings.rules(standard).map(\.use.value) + [standard.value, "post"]
  }
}
