import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives

/// The counts that a build would report, computed without layout and without writing.
public struct BuildForecast: Sendable {
  /// Number of records, including unreadable records and records with a repeated id.
  public private(set) var records = 0
  /// Number of unreadable records, plus the sources that end early and are tolerated.
  public private(set) var failedRecords = 0
  /// Number of records that repeat an earlier id; the first record with the id is kept.
  public private(set) var duplicates = 0
  /// Number of environments, with states, of the feed that has the most.
  public private(set) var environments = 0
  /// Number of cells that the build would lay out.
  public private(set) var computed = 0
  /// Number of cells with a layout that the build would reuse.
  public private(set) var reused = 0
  /// Number of unchanged cells that failed in the last build, and that would not be laid out again.
  public private(set) var failed = 0

  /// Number of stored cells that the build would remove from the feeds.
  public private(set) var removed = 0
  /// The environments, templates and sources that the build would drop.
  public let drops: [FeedDrop]

  /// Compares the feeds with the published store.
  ///
  /// - Throws: `BuildError.source`; `StoreError` if the store cannot be read.
  public init(_ configuration: BuildConfiguration) async throws {
    let store = try StoreReader.published(configuration.store)
    drops = StoredFeeds(store?.catalog).drops(of: configuration)
    for feed in configuration.feeds {
      let templates = configuration.templates(of: feed)
      let environments = configuration.environments(of: feed)
      self.environments = max(self.environments, environments.count)
      let entry = store?.catalog.feed(named: feed.name)
      var storedCount = 0
      let rule = try ReuseRule(templates, environments: environments, of: configuration)
      var pass = try FeedPass(feed, of: configuration)
      while let record = try await pass.next() {
        let stored = try environments.map {
          try Self.stored(store, entry, $0.key, record.id, &storedCount)
        }
        let decisions = rule.decisions(
          of: record, template: rule.template(of: record), stored: stored.map { $0?.fingerprint })
        for (decision, cell) in zip(decisions, stored) {
          switch (decision, cell?.outcome) {
          case (.computed, _): computed += 1
          case (.reused, .failure): failed += 1
          case (.reused, _): reused += 1
          }
        }
      }
      let stored = entry?.environments.reduce(0) { $0 + $1.cells + $1.failed } ?? 0
      removed += stored - storedCount
      records += pass.records
      failedRecords += pass.failedRecords
      duplicates += pass.duplicates
    }
  }

  /// Finds a stored cell; `nil` if it is missing or damaged.
  ///
  /// - Parameter storedCount: Is incremented if the cell is stored, even if it is damaged.
  private static func stored(
    _ store: StoreReader?, _ feed: FeedEntry?, _ environment: String, _ id: String,
    _ storedCount: inout Int
  ) throws -> StoredCell? {
    guard let store, let feed,
      let match = feed.environments.first(where: { $0.environment.key == environment })
    else { return nil }
    do {
      let cell = try store.cell(feed: feed, environment: match.id, recordID: id)
      if cell != nil { storedCount += 1 }
      return cell
    } catch StoreError.corrupt {
      storedCount += 1
      return nil
    }
  }
}
