import GRDB
import LayoutPrimitives

/// Detects repeated ids in bounded memory.
///
/// The hashes of the first ids are kept in memory, the others in a temporary SQLite table, which is
/// removed with the filter, also after a crash.
public final class DuplicateFilter {
  /// An error of the temporary file.
  public struct Failure: Error, Hashable, Sendable {
    /// The message of SQLite.
    public let reason: String
  }

  private let memoryEntries: Int
  private let maxPages: Int
  private var first: Set<ContentHash> = []
  private var table: DatabaseQueue?

  /// Creates an empty filter.
  ///
  /// - Parameter memoryEntries: Number of ids whose hashes are kept in memory, at about 40 bytes
  ///   each.
  public convenience init(memoryEntries: Int = 1 << 16) {
    self.init(memoryEntries: memoryEntries, maxPages: 1 << 30)
  }

  /// - Parameter maxPages: Maximum size of the table, in pages.
  init(memoryEntries: Int, maxPages: Int) {
    self.memoryEntries = memoryEntries
    self.maxPages = maxPages
  }

  /// Inserts an id.
  ///
  /// - Returns: Whether it is new.
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
    // One transaction for the whole life of the filter, as nothing is needed after a crash.
    configuration.allowsUnsafeTransactions = true
    // A database without a name is a temporary file.
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
