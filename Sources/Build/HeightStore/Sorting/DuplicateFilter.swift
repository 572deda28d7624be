import LayoutPrimitives
import SQLiteDatabase

/// Detects repeated ids in bounded memory.
///
/// The hashes of the first ids are kept in memory. The other hashes are in a temporary SQLite
/// table, which is removed with the filter, even after a crash.
public final class DuplicateFilter {
  /// The error if the temporary table cannot be created or written.
  public struct Failure: Error, Hashable, Sendable {
    /// The message of SQLite.
    public let reason: String
  }

  private let memoryEntries: Int
  private let maxPages: Int
  private var first: Set<ContentHash> = []
  private var insertion: PreparedStatement?

  /// Creates an empty filter.
  ///
  /// - Parameter memoryEntries: Number of ids whose hashes are kept in memory; each takes about 40
  ///   bytes.
  public convenience init(memoryEntries: Int = 1 << 18) {
    self.init(memoryEntries: memoryEntries, maxPages: 1 << 30)
  }

  /// Creates an empty filter.
  ///
  /// - Parameter maxPages: Maximum size of the temporary table, in SQLite pages.
  init(memoryEntries: Int, maxPages: Int) {
    self.memoryEntries = memoryEntries
    self.maxPages = maxPages
  }

  /// Inserts an id.
  ///
  /// - Returns: Whether the id is new.
  public func insert(_ id: String) throws(Failure) -> Bool {
    let hash = ContentHash(of: id)
    if first.contains(hash) { return false }
    if first.count < memoryEntries {
      first.insert(hash)
      return true
    }
    do {
      let insertion = try insertion ?? open()
      self.insertion = insertion
      try insertion.bind(Int64(bitPattern: hash.high), at: 1)
      try insertion.bind(Int64(bitPattern: hash.low), at: 2)
      try insertion.run()
      return insertion.changes > 0
    } catch {
      throw Failure(reason: (error as? SQLiteError)?.message ?? "\(error)")
    }
  }

  /// Creates the table and prepares its `INSERT`; the statement keeps the connection open.
  private func open() throws -> PreparedStatement {
    let database = try Connection.temporary(cacheKiB: 16_384)
    try database.execute(
      """
      PRAGMA max_page_count = \(maxPages);
      CREATE TABLE ids (high INTEGER, low INTEGER, PRIMARY KEY (high, low)) WITHOUT ROWID;
      """)
    return try database.prepare("INSERT OR IGNORE INTO ids VALUES (?, ?)")
  }
}
