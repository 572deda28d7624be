import GRDB
import LayoutPrimitives

/// Tells whether an id was there before, for any number of ids, without holding them all in memory.
///
/// Hashes of the first ids are held in memory; all others stand in a temporary SQLite table, which
/// is gone when nobody holds the filter any more, also after a crash.
public final class DuplicateFilter {
  /// A temporary file that cannot be made, written or read.
  public struct Failure: Error, Hashable, Sendable {
    /// What SQLite says.
    public let reason: String
  }

  private let memoryEntries: Int
  private let maxPages: Int
  private var first: Set<ContentHash> = []
  private var table: DatabaseQueue?

  /// Creates a filter that has seen nothing.
  ///
  /// - Parameter memoryEntries: Ids whose hashes are held in memory, at about 40 bytes each.
  public convenience init(memoryEntries: Int = 1 << 16) {
    self.init(memoryEntries: memoryEntries, maxPages: 1 << 30)
  }

  /// - Parameter maxPages: How large the table may grow.
  init(memoryEntries: Int, maxPages: Int) {
    self.memoryEntries = memoryEntries
    self.maxPages = maxPages
  }

  /// Notes an id.
  ///
  /// - Returns: Whether it is seen for the first time.
  public func insert(_ id: String) throws(Failure) -> Bool {
    let hash = ContentHash(of: id)
    if first.contains(hash) { return false }
    if first.count < memoryEntries {
      first.insert(hash)
      return true
    }
    do {
      let table = try table ?? open()
      self.table = table
      return try table.inDatabase { database in
        let statement = try database.cachedStatement(
          sql: "INSERT OR IGNORE INTO ids VALUES (?, ?)")
        try statement.execute(
          arguments: [Int64(bitPattern: hash.high), Int64(bitPattern: hash.low)])
        return database.changesCount > 0
      }
    } catch {
      throw Failure(reason: (error as? DatabaseError)?.message ?? "\(error)")
    }
  }

  private func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    // One transaction lasts as long as the filter: nothing in it is ever needed after a crash.
    configuration.allowsUnsafeTransactions = true
    // A database without a name is a temporary file of SQLite's.
    let queue = try DatabaseQueue(path: "", configuration: configuration)
    try queue.inDatabase { [maxPages] database in
      try database.execute(
        sql: """
          PRAGMA journal_mode = OFF;
          PRAGMA synchronous = OFF;
          PRAGMA cache_size = -8192;
          PRAGMA max_page_count = \(maxPages);
          BEGIN;
          CREATE TABLE ids (high INTEGER, low INTEGER, PRIMARY KEY (high, low)) WITHOUT ROWID;
          """)
    }
    return queue
  }
}
