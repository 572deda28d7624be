import ArgumentParser
import CellTemplates
import WebDemo

/// What the demo of `serve` needs of the build besides the store.
struct DemoDataOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A template that feeds were built with; may be repeated. (default: those of cellheights.yaml, "
        + "and post)", valueName: "name-or-file"), completion: .template)
  var template: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Records of all feeds that the demo keeps in memory.", valueName: "number"))
  var demoRecords = 250_000

  @OptionGroup var fonts: FontOptions
  @OptionGroup var formats: FormatOptions

  func validate() throws {
    guard demoRecords > 0 else { throw ValidationError("--demo-records is a number from 1") }
  }

  /// The options of the demo.
  ///
  /// - Throws: `TemplateError` for a template that cannot be used; `Failure` for formats.
  func options(_ settings: Settings) throws -> DemoOptions {
    var options = DemoOptions(maximumRecords: demoRecords)
    for name in names(settings) {
      let template = try settings.template(name)
      if !options.templates.contains(where: { $0.hash == template.hash }) {
        options.templates.append(template)
      }
    }
    options.fonts = fonts.configuration(settings)
    options.formats = try settings.formats(timeZone: formats.timeZone, clock: formats.clock)
    return options
  }

  /// Every template that a feed may have been built with.
  private func names(_ settings: Settings) -> [String] {
    let standard = settings.template(nil, feed: nil)
    return template + (settings.file?.templates ?? []).map(\.name)
      + (settings.file?.feeds ?? []).compactMap { $0.template?.value }
      + settings.rules(standard).map(\.use.value) + [standard.value, "post"]
  }
}
