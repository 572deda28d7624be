public import LayoutPrimitives
import SQLiteDatabase

/// The counts of a feed's stored cells, by caveats and by error.
public struct StoredCounts: Hashable, Sendable {
  /// Number of cells with a height, by set of caveats; exact cells have the empty set.
  public let caveats: [Caveats: Int]
  /// The failed cells, sorted by code.
  public let failures: [StoredFailures]

  /// Number of cells without caveats.
  public var exact: Int { caveats[Caveats(), default: 0] }

  /// Number of cells whose caveats include a given caveat.
  public func cells(with reason: Caveats) -> Int {
    caveats.reduce(0) { $0 + ($1.key.contains(reason) ? $1.value : 0) }
  }
}

/// The failed cells of a feed that have the same error code.
public struct StoredFailures: Hashable, Sendable {
  /// The stable error code.
  public let code: String
  /// Number of cells.
  public fileprivate(set) var cells: Int
  /// Id of the record of the first of these cells in the store.
  public let sampleRecord: String
  /// The error message of that first cell.
  public let sampleMessage: String
}

extension ListEntry {
  /// Number of cells that the list has in an environment.
  public func cells(in environment: EnvironmentID) -> Int { totals[environment]?.cells ?? 0 }
}

extension StoreReader {
  /// Counts the cells of every feed in one pass over the store.
  ///
  /// The numbers of cells and of failed cells are compared with the catalog. Checksums of cells are
  /// not verified, because that would require reading all frames.
  ///
  /// - Returns: The counts, in the order of `catalog.feeds`.
  /// - Throws: `StoreError.corrupt` if the file is damaged, or if the counts differ from those in
  ///   the catalog.
  public func counts() throws -> [StoredCounts] {
    let indices = Dictionary(
      catalog.feeds.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var tallies = catalog.feeds.map { FeedTally($0) }
    let statement = try connection.prepare(
      "SELECT feed_id, environment_id, trust, error_code, record_id, error_message FROM cells "
        + "NOT INDEXED ORDER BY cell_id")
    while try statement.step() {
      guard let index = indices[statement.int(0)], tallies[index].add(statement) else {
        throw StoreError.corrupt(path: path, detail: "a cell belongs to no listed environment")
      }
    }
    return try zip(catalog.feeds, tallies).map { feed, tally in
      for environment in feed.environments {
        guard tally.cells[environment.id] == environment.cells,
          tally.failed[environment.id] == environment.failed
        else {
          throw StoreError.corrupt(
            path: path,
            detail: "feed '\(feed.name)' has other cells than counted in "
              + environment.environment.key)
        }
      }
      return tally.counts
    }
  }
}

/// The counts of one feed while the cells are read.
private struct FeedTally {
  var counts: StoredCounts {
    StoredCounts(
      caveats: caveats,
      failures: failures.values.sorted {
        $0.code.utf8.lexicographicallyPrecedes($1.code.utf8)
      })
  }
  /// Number of cells with a height, by environment.
  private(set) var cells: [EnvironmentID: Int] = [:]
  /// Number of failed cells, by environment.
  private(set) var failed: [EnvironmentID: Int] = [:]
  private var caveats: [Caveats: Int] = [:]
  private var failures: [String: StoredFailures] = [:]

  init(_ feed: FeedEntry) {
    for environment in feed.environments {
      cells[environment.id] = 0
      failed[environment.id] = 0
    }
  }

  /// Counts the current row.
  ///
  /// - Returns: `false` if the feed does not have the environment of the row.
  mutating func add(_ row: PreparedStatement) -> Bool {
    let environment = EnvironmentID(rawValue: row.int(1))
    guard cells[environment] != nil else { return false }
    guard !row.isNull(3) else {
      cells[environment, default: 0] += 1
      let reasons = Caveats(rawValue: Int(truncatingIfNeeded: row.int(2)))
      caveats[reasons.intersection(Self.known), default: 0] += 1
      return true
    }
    failed[environment, default: 0] += 1
    let code = row.text(3)
    if failures[code] == nil {
      failures[code] = StoredFailures(
        code: code, cells: 0, sampleRecord: row.text(4), sampleMessage: row.text(5))
    }
    failures[code]?.cells += 1
    return true
  }

  /// The set of all caveats that have a name.
  private static let known = Caveats(Caveats.named.map(\.reason))
}
