import ArgumentParser
import AutoLayout
import CellTemplates
import CommandSettings
import FeedRecords
import Foundation
import Heights
import HeightStore
import LayoutPrimitives
import Operations
import Precomputation
import StructuredDocuments
import TextMeasurement

// reason: ArgumentParser sets its options
struct TemplateCheckCommand: ParsableCommand {
  /// The formats of findings.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, uikit
  }

  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Validate a template, and with records say where its constraints fight, and why.",
    discussion: """
      Without records the document is checked, its fonts are looked for, and one cell without any \
      content is laid out. With records \
      every finding is told once a cause: what contradicts what, two layouts where nothing decides, \
      which widths never settle, how many records and environments are affected, and one of them to \
      try it with. Exits 65 when the document is wrong, a required constraint had to give or a cell \
      has no layout; warnings and notes exit 0.
      """)

  @Argument(help: "Template files or names.", completion: .template)
  var templates: [String]

  @OptionGroup var records: TrialRecordOptions

  @OptionGroup var environment: EnvironmentOption

  @OptionGroup var fontOptions: FontOptions

  @OptionGroup var formatOptions: FormatOptions

  @OptionGroup var imageSizes: ImageSizesOption

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Content sizes as JSON, {\"id\":[width,height]}, null for none; they replace measuring.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var sizes: String?

  @Option(
    name: .long,
    help: "text for people, json for programs, uikit for the wording of UIKit's log.")
  var format = Format.text

  @Flag(
    name: .long,
    help: "Go on: check again whenever a template, its records or the configuration is saved.")
  var watch = false

  @OptionGroup var failOn: FailOnOption

  @OptionGroup var trace: TraceOption
  @OptionGroup var configured: ConfigurationOption

  func validate() throws {
    guard watch else { return }
    guard trace.trace == nil else {
      throw ValidationError("a trace ends with the check, and --watch does not end; leave one out")
    }
    guard !(records.input + records.feed).contains("-") else {
      throw ValidationError("standard input can be read once only; --watch needs files")
    }
  }

  func run() throws {
    let status = watch ? try watchFiles() : try checkAll()
    if let status { throw ExitCode(status.rawValue) }
  }

  /// Checks every template.
  ///
  /// - Returns: The exit status of the first template with errors; `nil` for none.
  func checkAll() throws -> ExitStatus? {
    let settings = try configured.settings(
      environment, fontOptions, formatOptions, imageSizes, records.reading, records.store)
    let recorder = try trace.recorder()
    let table = try sizes.map { try ContentSizeTable(path: $0) }
    let sources = try records.sources(templates: templates.count, settings)
    var status: ExitStatus?
    let result = Result {
      for name in templates {
        let found = try check(name, table, sources, settings, recorder)
        status = status ?? found
      }
    }
    try trace.write(recorder)
    try result.get()
    return status
  }

  /// Checks one template and prints its findings.
  ///
  /// - Returns: The exit status of its errors; `nil` for none.
  private func check(
    _ name: String, _ table: ContentSizeTable?, _ sources: [FeedSource],
    _ settings: Settings, _ recorder: TraceRecorder?
  ) throws -> ExitStatus? {
    var template: CellTemplate
    var listing = SourceListing(file: name, text: "")
    do throws(TemplateError) {
      let entry = try settings.templateEntry(name)
      listing = SourceListing(file: entry.file, text: entry.text)
      template = try CellTemplate(
        text: entry.text, file: entry.file, limits: settings.catalog.limits,
        sources: settings.templateSources)
    } catch {
      report(error, name, SourceListings(main: listing, settings))
      return ExitStatus(of: error)
    }
    if let table { template = try template.replacingContent(with: table.sizes) }
    // A table of sizes replaces text, so that no fonts are needed.
    let fonts = try table == nil ? settings.fontLibrary(for: [template]) : nil
    let plan = TemplatePlan(template)
    var examination = TemplateExamination(
      plan: plan,
      measurer: try fonts.map { try TextMeasurer(library: $0, limits: settings.textLimits) },
      formats: try settings.formats(for: sources.isEmpty || table != nil ? [] : [template]),
      trace: recorder?.lane("check \(name)"), clock: SystemClock.monotonic)
    let environments = try settings.checkedEnvironments(for: TemplateSelector(plan))
      .withStates(template.states)
    for environment in environments { try environment.checkSingleWidth(for: "template check") }
    var unreadable = CheckReport.Unreadable()
    if !sources.isEmpty {
      try examine(sources, settings, environments, &examination, &unreadable)
      examination.finish()
    } else {
      // A cell without content shows contradictions that are independent of records.
      examination.examine(
        FeedRecord(id: "none", version: "none"), id: "none", in: environments)
    }
    let report = CheckReport(
      name: name, listings: SourceListings(main: listing, settings), examination: examination,
      unreadable: unreadable, hasRecords: !sources.isEmpty || table != nil)
    switch format {
    case .text: StandardOutput.write(CheckText(report: report).lines) { _, _ in .diagnostic }
    case .json: StandardOutput.write(json: CheckJSON(report: report).line)
    case .uikit: for line in CheckUIKit(report: report).lines { StandardOutput.write(line) }
    }
    let refused = failOn.bounds.sorted { $0.key.rawValue < $1.key.rawValue }.filter { kind, bound in
      examination.cells(with: kind) > bound.limit(of: examination.cells)
    }
    for (kind, bound) in refused {
      StandardError.write(
        "cellheights: \(name): \(counted(examination.cells(with: kind), "cell")) of "
          + "\(grouped(examination.cells)) show findings of the kind '\(kind.rawValue)', and "
          + "\(grouped(bound.limit(of: examination.cells))) are accepted (--fail-on)")
    }
    return report.hasErrors || !refused.isEmpty ? .badData : nil
  }

  /// Reports why a template cannot be read; as JSON, the problems of its document.
  private func report(_ error: TemplateError, _ name: String, _ listings: SourceListings) {
    guard case .invalid(let problems, let unreported) = error else {
      StandardError.write("cellheights: \(error)")
      return
    }
    if format == .json {
      StandardOutput.write(
        json: CheckJSON.line(name: name, problems, unreported: unreported, listings))
    } else {
      for line in CheckText.lines(of: problems, unreported: unreported, listings) {
        StandardError.write(line)
      }
    }
  }

  private func examine(
    _ sources: [FeedSource], _ settings: Settings, _ environments: [Environment],
    _ examination: inout TemplateExamination, _ unreadable: inout CheckReport.Unreadable
  ) throws {
    let sizes = try settings.pictureSizes(tell: StandardError.write(_:))
    for source in sources {
      var reader = try settings.recordReader([source], imageSizes: sizes)
      while let item = try reader.next() {
        switch item {
        case .record(let record): examination.examine(record, id: record.id, in: environments)
        case .failure(let failure):
          if unreadable.count == 0 { unreadable.first = failure.description }
          unreadable.count += 1
        }
      }
    }
    guard examination.records > 0 else {
      throw Failure(
        .badData,
        "no record could be tried"
          + (unreadable.count > 0 ? "; the first failed: \(unreadable.first)" : ""))
    }
  }
}

extension TemplateCheckCommand {
  /// Checks, and repeats the check after each change of a file, until a signal arrives.
  func watchFiles() throws -> ExitStatus? {
    let paths = try watchedFiles()
    guard !paths.isEmpty else {
      throw Failure(
        .usage, "nothing to watch: built-in templates do not change; name the file of a template")
    }
    // With a handler the program exits normally, with the same codes.
    signal(SIGINT) { _ in _exit(130) }
    signal(SIGTERM) { _ in _exit(143) }
    var watcher = FileWatcher(paths)
    // The first check reports errors. Later a file may be invalid or missing temporarily.
    _ = try checkAll()
    StandardError.write("watching \(counted(paths.count, "file")); end with Ctrl-C")
    while true {
      let changed = watcher.nextChange()
      StandardError.write("changed  " + changed.joined(separator: ", "))
      do {
        // The template may include other documents now. The check reports missing files.
        watcher.add((try? watchedFiles()) ?? [])
        _ = try checkAll()
      } catch {
        guard ExitStatus(of: error) != nil else { throw error }
        StandardError.write("cellheights: \(error)")
      }
    }
  }

  /// The files that the findings depend on, without repetition.
  private func watchedFiles() throws -> [String] {
    let settings = try configured.settings(imageSizes, records.reading, records.store)
    let templates = try templates.flatMap { try Self.files(of: $0, settings) }
      .filter(TemplateCatalog.isPath)
    let sources = try records.sources(templates: 1, settings).map(\.path)
    var paths: [String] = []
    for path in templates + sources + settings.imageSizes(settings.flags.imageSizes).value
      + [sizes, settings.file?.path].compactMap({ $0 })
    where !paths.contains(path) {
      paths.append(path)
    }
    return paths
  }

  /// A template's document and those that it includes, or those with problems if it is broken.
  private static func files(
    of name: String, _ settings: Settings
  ) throws(TemplateError) -> [String] {
    let entry = try settings.templateEntry(name)
    do throws(TemplateError) {
      let template = try CellTemplate(
        text: entry.text, file: entry.file, limits: settings.catalog.limits,
        sources: settings.templateSources)
      return [entry.file] + template.documents
    } catch {
      guard case .invalid(let problems, _) = error else { return [entry.file] }
      return [entry.file] + problems.map(\.file)
    }
  }
}

/// The records that a template is checked with.
struct TrialRecordOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A stored feed, whose own files are read, or a feed file; may be repeated.",
      valueName: "feed"), completion: .feed)
  var feed: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A feed file, or - for standard input; may be repeated.", valueName: "file"),
    completion: .file())
  var input: [String] = []

  @OptionGroup var reading: InputOptions

  @OptionGroup var store: StoreOption

  /// The files to read.
  ///
  /// - Parameter templates: Number of templates that are checked.
  func sources(templates: Int, _ settings: Settings) throws -> [FeedSource] {
    var paths: [String] = []
    var lookup: HeightLookup?
    let store = settings.storePath
    for name in feed {
      if name == "-" || name.contains("/") || FileManager.default.fileExists(atPath: name) {
        paths.append(name)
        continue
      }
      guard lookup != nil || FileManager.default.fileExists(atPath: store) else {
        throw Failure(
          .inputMissing,
          "'\(name)' is no file, and there is no store \(store) with a feed of that name")
      }
      let opened = try lookup ?? HeightLookup(store: store)
      lookup = opened
      guard let entry = opened.feeds.first(where: { $0.name == name }) else {
        throw Failure(
          .usage,
          "'\(name)' is no file, and the store \(store) has no feed of that name; it has "
            + opened.feeds.map(\.name).joined(separator: ", ")
            + NearestName(opened.feeds.map(\.name)).suggestion(for: name))
      }
      let files = entry.recordFiles
      guard !files.isEmpty, !files.contains("-") else {
        throw Failure(
          .usage, "feed '\(name)' came from standard input; give its records with --input FILE")
      }
      paths += files
    }
    paths += input
    let stdin = paths.count { $0 == "-" }
    guard stdin == 0 || (stdin == 1 && templates == 1) else {
      throw Failure(
        .usage, "standard input can be read once only; give a file, or check one template")
    }
    return paths.map(FeedSource.init(path:))
  }
}
