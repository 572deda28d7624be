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
  private var insertion: PreparedStatement?

  /// Creates an empty filter.
  ///
  /// - Parameter memoryEntries: Number of ids whose hashes are kept in memory, at about 40 bytes
  ///   each.
  public convenience init(memoryEntries: Int = 1 << 18) {
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
      let insertion = try insertion ?? open()
      self.insertion = insertion
      try insertion.bind(Int64(bitPattern: hash.high), at: 1)
      try insertion.bind(Int64(bitPattern: hash.low), at: 2)
      try insertion.run()
      return insertion.changes > 0
    } catch {
      throw Failure(reason: Self.reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case StoreError.writeFailed(_, let reason): reason
    case StoreError.cannotCreate(_, let reason): reason
    case let error as DatabaseError: error.message ?? "\(error)"
    default: "\(error)"
    }
  }

  /// Creates the table, and prepares its insertion, which keeps the connection open.
  private func open() throws -> PreparedStatement {
    var configuration = Configuration()
    // One transaction for the whole life of the filter, as nothing is needed after a crash.
    configuration.allowsUnsafeTransactions = true
    // A database without a name is a temporary file.
    let queue = try DatabaseQueue(path: "", configuration: configuration)
    return try queue.inDatabase { [maxPages] database in
      try database.execute(
        sql: """
          PRAGMA journal_mode = OFF;
          PRAGMA synchronous = OFF;
          PRAGMA cache_size = -16384;
          PRAGMA max_page_count = \(maxPages);
          BEGIN;
          CREATE TABLE ids (high INTEGER, low INTEGER, PRIMARY KEY (high, low)) WITHOUT ROWID;
          """)
      let errors = SQLiteErrors(path: "ids", writing: true)
      guard let handle = database.sqliteConnection else {
        throw StoreError.writeFailed(path: "ids", reason: "the connection is closed")
      }
      return try PreparedStatement(
        "INSERT OR IGNORE INTO ids VALUES (?, ?)", on: handle, of: queue, errors: errors)
    }
  }
}
