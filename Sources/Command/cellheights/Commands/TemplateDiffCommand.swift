import ArgumentParser
import CellPictures
import CellTemplates
import CommandSettings
import FeedRecords
import Foundation
import Heights
import HeightStore
import LayoutPrimitives
import Operations
import Precomputation
import TextMeasurement

struct TemplateDiffCommand: ParsableCommand {
  /// The formats of the report.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json, markdown
  }

  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Tell what an edit of a template changes, before anything is built.",
    discussion: """
      Every record is laid out in both templates, in the environments that the feed has in the \
      store; nothing is stored. Exits 1 when anything differs.

      For example:  cellheights template diff old.yaml new.yaml --feed home
                    cellheights template diff post edited.yaml --input Feeds/demo.json --format markdown
      """)

  @Argument(help: "The template before the edit, a file or a name.", completion: .template)
  var old: String

  @Argument(help: "The template after the edit, a file or a name.", completion: .template)
  var new: String

  @Option(
    name: .long, help: "A stored feed, whose own files are read; needed without --input.",
    completion: .feed)
  var feed: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file to read records from, instead of those of the build, or -; may be repeated.",
      valueName: "file"), completion: .file())
  var input: [String] = []

  @OptionGroup var reading: InputOptions
  @OptionGroup var store: StoreOption
  @OptionGroup var environment: EnvironmentOption

  @Option(name: .long, help: ArgumentHelp("Largest changes to list.", valueName: "n"))
  var limit = 10

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Draw the records that change most before and after, as SVG files into a folder.",
      valueName: "folder"), completion: .directory)
  var pictures: String?

  @OptionGroup var fonts: FontOptions
  @OptionGroup var imageSizes: ImageSizesOption
  @OptionGroup var formatOptions: FormatOptions
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "table for people, json for programs, markdown for a review.")
  var format = Format.table

  func validate() throws {
    guard feed != nil || !input.isEmpty else {
      throw ValidationError("name the records: a stored feed with --feed F, or --input FILE")
    }
    guard (0...100_000).contains(limit) else {
      throw ValidationError("--limit is a number of changes from 0 to 100000")
    }
    if pictures?.isEmpty == true {
      throw ValidationError("--pictures needs the path of a folder")
    }
  }

  func run() throws {
    let settings = try configured.settings(
      reading, store, environment, fonts, imageSizes, formatOptions)
    let before = TemplatePlan(try settings.template(old))
    let after = TemplatePlan(try settings.template(new))
    let templates = [before.template, after.template]
    let folder = try pictures.map { try ChangePictures.Folder($0) }
    let catalog = try catalog(settings)
    let measurer = try TextMeasurer(
      library: try settings.fontLibrary(for: templates), limits: settings.textLimits)
    let formats = try settings.formats(for: templates)
    StandardError.write(ImportNoteSummary(of: templates).lines)
    var comparison = TemplateComparison(
      from: before, to: after,
      environments: try environments(before, after, catalog, settings), measurer: measurer,
      formats: formats, limit: limit)
    // Of several records with one id the first counts, as in a build.
    var seen: Set<ContentHash> = []
    try forEachRecord(catalog, settings) { record in
      guard seen.insert(ContentHash(of: record.id)).inserted else { return }
      comparison.compare(record)
    }
    guard comparison.records > 0 else { throw Failure(.badData, "no record could be read") }
    let drawn = try folder.map { folder in
      try ChangePictures(
        of: comparison.largest, in: folder,
        layouters: [before, after].map {
          CellLayouter(plan: $0, measurer: measurer, formats: formats)
        }, measurer: measurer, limits: settings.limits.picture,
        tell: StandardError.write(_:))
    }
    let report = TemplateDiffReport(
      old: (old, before.template), new: (new, after.template), feed: feed,
      comparison: comparison, pictures: drawn?.pairs ?? [])
    switch format {
    case .json: StandardOutput.write(json: report.json)
    case .table: for line in report.lines { StandardOutput.write(line) }
    case .markdown: for line in report.markdown { StandardOutput.write(line) }
    }
    if comparison.differs { throw ExitCode(ExitStatus.negativeAnswer.rawValue) }
  }

  /// The content of the store with the feed; `nil` where `--input` does without.
  private func catalog(_ settings: Settings) throws -> StoreCatalog? {
    guard let feed else { return nil }
    let catalog: StoreCatalog
    do {
      catalog = try HeightLookup(store: settings.storePath).catalog
    } catch StoreError.missing where !input.isEmpty {
      return nil
    }
    if catalog.feed(named: feed) != nil { return catalog }
    guard input.isEmpty else { return nil }
    throw Failure(
      .usage, "\(Miss(.unknownFeed(asked: feed, known: catalog.feeds.map(\.name))))")
  }

  /// The environments of the flags, else those of the stored feed, in the states of both templates.
  private func environments(
    _ old: TemplatePlan, _ new: TemplatePlan, _ catalog: StoreCatalog?, _ settings: Settings
  ) throws -> [Environment] {
    var states = new.template.states
    for state in old.template.states where !states.contains(state) { states.append(state) }
    let stored = feed.flatMap {
      StoredFeeds(catalog).environments(of: $0, for: TemplateSelector(old))
    }
    let named =
      if environment.environment.isEmpty, let stored {
        // A range has no frames to compare.
        stored.filter { $0.lastWidth == nil }
      } else {
        try settings.checkedEnvironments(
          for: TemplateSelector(new.template.states.isEmpty ? old : new))
      }
    guard !named.isEmpty else {
      throw Failure(
        .usage,
        "feed '\(feed ?? "")' has only ranges of widths, which have no frames; name a single width "
          + "with --environment")
    }
    var all: [Environment] = []
    for environment in named.withStates(states) where !all.contains(environment) {
      try environment.checkSingleWidth(for: "template diff")
      all.append(environment)
    }
    return all
  }

  /// Reads the records of the feed, or of `--input`.
  private func forEachRecord(
    _ catalog: StoreCatalog?, _ settings: Settings, _ body: (FeedRecord) throws -> Void
  ) throws {
    if let entry = feed.flatMap({ catalog?.feed(named: $0) }) {
      return try StoredFeed(entry: entry, settings: settings).forEachRecord(
        input, try settings.pictureSizes(tell: StandardError.write(_:)), body)
    }
    var reader = try settings.recordReader(
      input.map(FeedSource.init(path:)), feed: feed.flatMap { settings.file?.feed($0) },
      imageSizes: try settings.pictureSizes(tell: StandardError.write(_:)))
    while let item = try reader.next() {
      if case .record(let record) = item { try body(record) }
    }
  }
}
