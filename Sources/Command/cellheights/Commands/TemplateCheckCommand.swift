import ArgumentParser
import CellTemplates
import CommandSettings
import FeedRecords
import Foundation
import LayoutPrimitives
import Operations
import Precomputation
import StructuredDocuments
import TemplateDocuments

// reason: ArgumentParser sets its options
struct TemplateCheckCommand: ParsableCommand {
  /// The formats of findings.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, uikit
  }

  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Validate a template, and explain conflicts on real records.",
    discussion: """
      Without records the document and its fonts are checked, and one cell without content is laid \
      out. With records each problem is reported once: contradicting constraints, two layouts of \
      an ambiguous view, widths that never settle, with the number of affected records and \
      environments and an example. Exits 65 if the document is invalid, a required constraint is \
      broken or a cell has no layout; warnings and notes exit 0.
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
    let sources = try TemplateTrial.sources(
      feeds: records.feed, input: records.input, templates: templates.count, settings)
    var status: ExitStatus?
    let result = Result {
      for name in templates {
        let outcome = try check(name, table, sources, settings, recorder)
        status = status ?? outcome
      }
    }
    try trace.write(recorder)
    try result.get()
    return status
  }

  /// Checks one template and prints its findings.
  ///
  /// - Returns: The exit status of the errors of the template; `nil` for none.
  private func check(
    _ name: String, _ table: ContentSizeTable?, _ sources: [FeedSource],
    _ settings: Settings, _ recorder: TraceRecorder?
  ) throws -> ExitStatus? {
    let template: CellTemplate
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
    let trial = try TemplateTrial(
      of: template, with: sources, sizes: table, settings, trace: recorder?.lane("check \(name)"),
      tell: StandardError.write(_:))
    let examination = trial.examination
    let report = CheckReport(
      name: name, listings: SourceListings(main: listing, settings), trial: trial,
      hasRecords: !sources.isEmpty || table != nil)
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

  /// Reports an invalid template; JSON output lists the problems of its document.
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
}

extension TemplateCheckCommand {
  /// Checks the templates, and repeats this after each change of a file, until a signal ends the
  /// program.
  ///
  /// - Throws: `Failure` if there is no file to watch; the errors of the first check.
  func watchFiles() throws -> ExitStatus? {
    let paths = try watchedFiles()
    guard !paths.isEmpty else {
      throw Failure(
        .usage, "nothing to watch: built-in templates do not change; name the file of a template")
    }
    // With a handler, the program exits with these codes instead of being killed by the signal.
    signal(SIGINT) { _ in _exit(130) }
    signal(SIGTERM) { _ in _exit(143) }
    var watcher = FileWatcher(paths)
    // Errors of the first check end the command. Later, a file may be temporarily invalid.
    _ = try checkAll()
    StandardError.write("watching \(counted(paths.count, "file")); end with Ctrl-C")
    while true {
      let changed = watcher.nextChange()
      StandardError.write("changed  " + changed.joined(separator: ", "))
      do {
        // The template may now include other documents. `checkAll` reports missing files.
        watcher.add((try? watchedFiles()) ?? [])
        _ = try checkAll()
      } catch {
        guard ExitStatus(of: error) != nil else { throw error }
        StandardError.write("cellheights: \(error)")
      }
    }
  }

  /// The files that affect the findings, each once.
  private func watchedFiles() throws -> [String] {
    let settings = try configured.settings(imageSizes, records.reading, records.store)
    let templates = try templates.flatMap { try TemplateTrial.documents(of: $0, settings) }
      .filter(TemplateCatalog.isPath)
    let sources = try TemplateTrial.sources(
      feeds: records.feed, input: records.input, templates: 1, settings
    ).map(\.path)
    var paths: [String] = []
    for path in templates + sources + settings.imageSizes(settings.flags.imageSizes).value
      + [sizes, settings.file?.path].compactMap({ $0 })
    where !paths.contains(path) {
      paths.append(path)
    }
    return paths
  }
}

/// The options that choose the records for a check.
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
}
