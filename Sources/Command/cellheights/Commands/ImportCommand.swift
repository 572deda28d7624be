import ArgumentParser
import CommandSettings
import FeedRecords
import Foundation
import HeightStore
import LayoutPrimitives
import Operations
import Precomputation
import StructuredDocuments

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Store the cells that `layout --cells store` printed.",
    discussion: """
      The store is the same as after a build of the same records, with the same digests. Cells are \
      ordered by `position`, if `layout --carry position` copied it, otherwise by line. Several \
      outputs may be concatenated; a truncated one is refused. Findings are not stored, because \
      the cells do not have their text.
      """)

  @Argument(help: "The cells, or - for standard input.", completion: .file())
  var file: String

  @Option(name: .long, help: "The feed to replace.")
  var feed: String

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file of the records, which configured lists need; may be repeated.", valueName: "file"),
    completion: .file())
  var input: [String] = []

  @OptionGroup var store: StoreOption
  @OptionGroup var keep: KeepOption
  @OptionGroup var tolerance: ToleranceOptions

  @Flag(
    name: .long,
    help: "Drop stored environments and templates that the cells do not have."
  )
  var replace = false

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  @OptionGroup var configured: ConfigurationOption

  func validate() throws {
    if feed.isEmpty { throw ValidationError("--feed needs a name that is not empty") }
    if !tolerance.failOn.failOn.isEmpty {
      throw ValidationError("--fail-on needs findings, which cells do not carry")
    }
  }

  /// The lists besides that in feed order, which need the records; `nil` for none.
  private func lists(_ settings: Settings) throws -> ImportedLists? {
    let named = try FeedLists(ofFeed: feed, settings).named
    guard !named.isEmpty else { return nil }
    guard !input.isEmpty else {
      let names = named.map { "'\($0.description.name)'" }.joined(separator: ", ")
      StandardError.write(
        "cellheights: left out of feed '\(feed)': \(names), because cells do not have what lists are "
          + "made of; name the files of the records with --input".printable())
      return nil
    }
    let (layout, feed) = try settings.listCellLayout(ofFeed: feed, [], named)
    return ImportedLists(named: named, layout: layout, input: feed) { body in
      var reader = try settings.recordReader(
        input.map(FeedSource.init(path:)), feed: settings.file?.feed(feed.name),
        imageSizes: try settings.pictureSizes { StandardError.write($0) })
      while let item = try reader.next() {
        if case .record(let record) = item { try body(record) }
      }
    }
  }

  func run() throws {
    let settings = try configured.settings(store)
    let store = settings.storePath
    try settings.checkLists(feeds: [feed], store: store)
    var configuration = ImportConfiguration(
      source: file, feed: feed, store: store, tolerance: try tolerance.tolerance(),
      createdUTC: Date.now.utcText)
    configuration.allowsDrops = replace
    configuration.storeSettings.keptGenerations = settings.keep(keep.keep).value
    configuration.storeSettings.verificationThreads = ProcessInfo.processInfo.activeProcessorCount
    configuration.tolerance.maximumRemoved =
      configuration.tolerance.maximumRemoved
      ?? settings.file?.feed(feed)?.maximumRemoved?.value.bound
    configuration.list = settings.ownList(ofFeed: feed)
    configuration.lists = try lists(settings)
    let start = Stopwatch()
    var input = try LineInput(path: file, limits: settings.feedLimits)
    let progress = ProgressReporter()
    let result = Result {
      var cells = try CellImport(configuration, progress: progress)
      return try cells.run {
        while let line = try input.next(whenIdle: {}) {
          if let failure = line.failure {
            throw Failure(.badData, "line \(line.number) of the cells: \(failure.message)")
          }
          if !line.isBlank { return (line.number, line.bytes) }
        }
        return nil
      }
    }
    progress.finish()
    let (summary, environments) = try result.get()
    for line in BuildReport.warnings(summary) { StandardError.write(line) }
    let report = BuildReport(
      summary: summary, store: store,
      storeIsNamed: settings.storeIsNamed(configFileIsNamed: configured.config != nil),
      feed: BuildReport.needsFeed(summary, feeds: 1, store: store) ? feed : nil,
      environment: environments.count > 1 ? environments.first : nil,
      wallSeconds: start.wallSeconds, cpuSeconds: start.cpuSeconds, check: nil, documents: [],
      leftOut: LeftOutFeeds(isAllowed: false), hasPacks: false)
    report.write(as: format)
  }
}
