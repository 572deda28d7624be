import CellTemplates
import CommandSettings
import FeedRecords
import Heights
import HeightStore
import LayoutPrimitives
import Precomputation
import PublishedHeights
import ScrollSimulation
import StructuredDocuments
import TextMeasurement

/// The choice of the list for a simulation.
package struct StageRequest {
  /// A store, a folder of published files or an address; `nil` for the store of the settings.
  package let source: String?
  /// The name of the feed; `nil` if there is only one.
  package let feed: String?
  /// The environment key; `nil` if there is only one.
  package let environment: String?
  /// The environment after a rotation, for the profile `rotate`.
  package let rotateTo: String?
  /// The name of the list.
  package let list: String
  /// The files to read records from; empty for the files of the build.
  package let input: [String]

  package init(
    source: String?, feed: String?, environment: String?, rotateTo: String?, list: String,
    input: [String]
  ) {
    self.source = source
    self.feed = feed
    self.environment = environment
    self.rotateTo = rotateTo
    self.list = list
    self.input = input
  }
}

/// Opens the store or the published files of a simulation, and reads lists, records and templates.
struct StageOpener {
  private let request: StageRequest
  private let settings: Settings
  private let tell: (String) -> Void
  private let source: Source

  /// The origin of the heights.
  private enum Source {
    case store(GenerationSnapshot)
    case published(any PublishedLocation)
  }

  /// Memory for frames in bytes; more than the default, because costs depend on frames.
  private static let frameBytes = 1 << 30

  init(
    _ request: StageRequest, _ settings: Settings, tell: @escaping (String) -> Void
  ) throws {
    self.tell = tell
    self.request = request
    self.settings = settings
    if let published = try request.source.flatMap(StagedList.publishedLocation) {
      source = .published(published)
    } else {
      let path = request.source ?? settings.storePath
      source = .store(try GenerationSnapshot(store: path, frameBytes: Self.frameBytes))
    }
  }

  /// Reads the requested list in an environment.
  ///
  /// - Parameter environment: The key as on the command line; nil if there is only one.
  /// - Throws: `Failure` if the list has cells but no height; errors of the store or of the files.
  func list(environment: String?) throws -> StagedList {
    let key = try environment.map { try settings.storedEnvironment($0) }
    let list =
      switch source {
      case .store(let snapshot): try Self.list(request.list, key, request.feed, of: snapshot)
      case .published(let location):
        try StagedList(
          PublishedList(
            in: location, feed: request.feed, environment: key, list: request.list))
      }
    guard list.extent > 0 || list.count == 0 else {
      throw Failure(
        .badData,
        "the list of feed '\(list.feed)' is 0 points high, so that nothing scrolls: its "
          + "\(counted(list.count, "cell")) have no height; 'cellheights template check' with the "
          + "feed's records says why")
    }
    return list
  }

  private static func list(
    _ name: String, _ environment: String?, _ feed: String?, of snapshot: GenerationSnapshot
  ) throws -> StagedList {
    let scope = try snapshot.file.onlyScope(feed: feed, environment: environment)
    guard let cells = snapshot.cells(of: scope) else {
      throw ListError.widthRange(
        environment: scope.key, range: scope.environment.environment.key)
    }
    let stored = try StoredCells(cells, list: name)
    return StagedList(
      feed: scope.feed.name, environment: scope.environment.environment.key,
      geometry: stored.list.geometry, facts: stored.facts, templates: stored.templates,
      cellsWithoutLines: stored.cellsWithoutLines, keepsLines: scope.feed.keepsLines,
      remarks: remarks(of: scope.feed), cells: .stored(stored))
  }

  /// Reads the records of a list and the inputs for laying them out.
  ///
  /// - Throws: `Failure` for published files, which have no records; errors of the feed.
  func inputs(for list: StagedList) throws -> LayoutInputs {
    guard case .store(let snapshot) = source else {
      throw Failure(
        .usage,
        "published files have no records, which measured costs need; name a store, or take a table "
          + "of costs")
    }
    let scope = try snapshot.file.onlyScope(feed: list.feed, environment: list.environment)
    let feed = StoredFeed(entry: scope.feed, settings: settings)
    let templates = try feed.templates(snapshot.catalog)
    let fonts = try feed.settings.fontLibrary(for: templates.templates)
    let environment = try Environment(parsing: list.environment)
    let notes = feed.settings.templateNotes(templates.templates, in: [environment])
    for line in notes { tell(line) }
    return LayoutInputs(
      templates: templates,
      formats: try settings.formats(for: templates.templates), fonts: fonts,
      limits: settings.textLimits, environment: environment,
      records: try records(of: feed, list, snapshot.file))
  }

  /// The templates of a list; empty, with a note, if they are not those of the build.
  func templates(of list: StagedList) -> [CellTemplate] {
    guard case .store(let snapshot) = source,
      let scope = try? snapshot.file.onlyScope(feed: list.feed, environment: list.environment),
      let templates = try? StoredFeed(entry: scope.feed, settings: settings)
        .templates(snapshot.catalog)
    else {
      tell(
        "note: the templates of the build are not at hand; the trace has no churn of constraints")
      return []
    }
    return templates.templates
  }

  private static func remarks(of feed: FeedEntry) -> [String] {
    feed.findings.filter { $0.severity != .note }.prefix(3).map { finding in
      "\(finding.severity.rawValue) \(finding.code): \(finding.message), "
        + "in \(grouped(finding.cells)) cells of feed '\(feed.name)' as it was built"
    }
  }

  /// The records of the list, in the order of the list.
  ///
  /// - Throws: `Failure.badData` if a record was removed or changed after the build.
  private func records(
    of feed: StoredFeed, _ list: StagedList, _ lookup: HeightLookup
  ) throws -> [FeedRecord] {
    var byID: [String: FeedRecord] = [:]
    try feed.forEachRecord(
      request.input, try settings.pictureSizes(tell: tell), cellsOf: lookup
    ) { record in
      if byID[record.id] == nil { byID[record.id] = record }
    }
    var records: [FeedRecord] = []
    var missing = 0
    for position in 0..<list.count {
      if let record = byID[try list.id(at: position)],
        try record.version == list.recordVersion(position)
      {
        records.append(record)
      } else {
        missing += 1
      }
    }
    guard missing == 0 else {
      throw Failure(
        .badData,
        "\(counted(missing, "record")) of \(grouped(list.count)) are gone from "
          + "\(try feed.paths(request.input).joined(separator: ", ")), or changed since the build; "
          + "build again")
    }
    return records
  }
}
