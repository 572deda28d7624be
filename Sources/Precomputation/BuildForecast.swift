import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives

/// The counts of a build, computed without layout and writing.
public struct BuildForecast: Sendable {
  /// Number of records, failed ones included.
  public private(set) var records = 0
  /// Unreadable records, and tolerated sources that end early.
  public private(set) var failedRecords = 0
  /// Records with a repeated id, of which the first is kept.
  public private(set) var duplicates = 0
  /// Number of environments with states, the maximum over the feeds.
  public private(set) var environments = 0
  /// Cells to lay out.
  public private(set) var computed = 0
  /// Cells to reuse.
  public private(set) var reused = 0
  /// Unchanged cells that failed in the last build.
  public private(set) var failed = 0

  /// Compares the feeds with the published store.
  ///
  /// - Throws: `BuildError.source`; `StoreError` if the store cannot be read.
  public init(_ configuration: BuildConfiguration) throws {
    let store = try Self.open(configuration.store)
    for feed in configuration.feeds {
      let templates = configuration.templates(of: feed)
      let environments = configuration.environments.withStates(templates.states)
      self.environments = max(self.environments, environments.count)
      let rule = try ReuseRule(templates, environments: environments, of: configuration)
      var pass = try FeedPass(feed, of: configuration)
      while let record = try pass.next() {
        let stored = try environments.map {
          try Self.stored(store, feed.name, $0.key, record.id)
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
      records += pass.records
      failedRecords += pass.failedRecords
      duplicates += pass.duplicates
    }
  }

  /// A stored cell; `nil` for none, or a damaged one.
  private static func stored(
    _ store: StoreReader?, _ feed: String, _ environment: String, _ id: String
  ) throws -> StoredCell? {
    guard let store, let entry = store.catalog.feed(named: feed),
      let known = entry.environments.first(where: { $0.environment.key == environment })
    else { return nil }
    do {
      return try store.cell(feed: entry, environment: known.id, recordID: id)
    } catch StoreError.corrupt {
      return nil
    }
  }

  /// The published store; `nil` for none, or one of an earlier version.
  private static func open(_ path: String) throws -> StoreReader? {
    do {
      return try StoreReader(path: path)
    } catch StoreError.missing {
      return nil
    } catch StoreError.olderVersion {
      return nil
    }
  }
}
