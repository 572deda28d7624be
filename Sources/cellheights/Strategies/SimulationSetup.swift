import CellTemplates
import FeedRecords
import HeightLookup
import HeightStore
import LayoutPrimitives
import Precomputation
import ScrollSimulation
import TextMeasurement

/// A stored list and the inputs of each strategy.
struct SimulationSetup {
  private let lookup: HeightLookup
  private let scope: LookupScope
  private let list: ListSnapshot
  private let environment: Environment
  /// Records in list order; empty for the strategy `stored`.
  private var records: [FeedRecord] = []
  private var templates: TemplateSelector?
  private var formats = FormatSettings()
  private var fonts: FontLibrary?
  private let limits: TextLimits
  /// Height of the list with its insets, in points.
  let extent: Double

  var grid: PixelGrid { scope.grid }

  /// Opens the list of a command, and reads the records if a strategy needs them.
  init(_ command: SimulateCommand, _ settings: Settings) throws {
    lookup = try HeightLookup(store: command.store.path(settings))
    limits = settings.textLimits
    let key = try command.environment.map { try settings.environment($0).key }
    scope = try lookup.onlyScope(feed: command.feed, environment: key)
    list = try lookup.list(command.list.list, in: scope)
    environment = try Environment(parsing: scope.environment.environment.key)
    extent = try list.offset(of: list.count)
    guard extent > 0 || list.count == 0 else {
      throw Failure(
        .badData,
        "the list of feed '\(scope.feed.name)' is 0 points high, so that nothing scrolls: its "
          + "\(counted(list.count, "cell")) have no height; 'cellheights template check' with the "
          + "feed's records says why")
    }
    for finding in scope.feed.findings.filter({ $0.severity != "note" }).prefix(3) {
      StandardError.write(
        "\(finding.severity) \(finding.code): \(finding.message), in \(grouped(finding.cells)) cells "
          + "of feed '\(scope.feed.name)' as it was built")
    }
    guard command.strategy.contains(where: { $0 != .stored }) else { return }
    let feed = StoredFeed(entry: scope.feed, settings: settings)
    let templates = try feed.templates(command.template, lookup.catalog)
    self.templates = templates
    fonts = try command.fonts.library(settings, for: templates.templates)
    ImportNoteSummary(of: templates.templates).tell()
    formats = try command.formatOptions.settings(for: templates.templates, settings)
    records = try readRecords(of: feed, command.input, command.reading, command.imageSizes)
  }

  /// Creates the height source of one run.
  func source(_ strategy: Strategy) throws -> any HeightSource {
    if strategy == .stored { return try lookup.list(list.description.name, in: scope) }
    guard let templates, let fonts else {
      throw Failure(.internalError, "strategy \(strategy.rawValue) has no template")
    }
    let measurer = try TextMeasurer(library: fonts, limits: limits)
    let formats = formats
    let worker = LiveLayoutSource(
      templates: templates,
      layouters: templates.plans.map {
        CellLayouter(plan: $0, measurer: measurer, formats: formats)
      },
      makesEngineForEveryCell: strategy == .fresh)
    let records = records
    let environment = environment
    return EstimatingHeightSource(
      count: records.count, estimate: 44, grid: scope.grid,
      spacing: list.description.spacing, insets: list.description.insets,
      engines: { worker.layouters.reduce(0) { $0 + $1.enginesCreated } },
      layout: { index in try worker.layout(records[index], environment) })
  }

  /// The records of the list in order, without those of another version than the stored one.
  private func readRecords(
    of feed: StoredFeed, _ input: [String], _ reading: InputOptions,
    _ imageSizes: ImageSizesOption
  ) throws -> [FeedRecord] {
    let paths = try feed.paths(input)
    var byID: [String: FeedRecord] = [:]
    try feed.forEachRecord(input, reading, try imageSizes.sizes(feed.settings)) { record in
      if byID[record.id] == nil { byID[record.id] = record }
    }
    var leftOut = 0
    var records: [FeedRecord] = []
    for index in 0..<list.count {
      let cell = try list.cell(at: index)
      if let record = byID[cell.recordID], record.version == cell.version {
        records.append(record)
      } else {
        leftOut += 1
      }
    }
    if leftOut > 0 {
      StandardError.write(
        "warning: \(leftOut) of \(list.count) records are gone or changed since the build and are "
          + "left out; build again to include them")
    }
    guard !records.isEmpty else {
      throw Failure(.badData, "none of the stored records is in \(paths.joined(separator: ", "))")
    }
    return records
  }
}

/// Lays out cells while scrolling, as a class to be shared with a closure.
private final class LiveLayoutSource {
  var layouters: [CellLayouter]
  private let templates: TemplateSelector
  private let makesEngineForEveryCell: Bool

  init(
    templates: TemplateSelector, layouters: [CellLayouter], makesEngineForEveryCell: Bool
  ) {
    self.templates = templates
    self.layouters = layouters
    self.makesEngineForEveryCell = makesEngineForEveryCell
  }

  func layout(_ record: FeedRecord, _ environment: Environment) throws -> CellLayout {
    let template = layouters.count > 1 ? templates.index(for: record) : 0
    if makesEngineForEveryCell { layouters[template].forgetEngines() }
    return try layouters[template].layout(record, in: environment).layout
  }
}
