import CSQLite

/// Copies a database page by page into another, while both are open.
///
/// What the source connection writes meanwhile is copied too; after a write of another connection
/// the copy begins anew. It is a class because it owns SQLite's backup.
public final class Backup {
  private let pointer: OpaquePointer
  private let source: Connection
  private let target: Connection

  /// Begins to copy.
  ///
  /// - Parameters:
  ///   - source: The connection to the copied database.
  ///   - target: A connection to the database that is overwritten, and may not be used meanwhile.
  public init(from source: Connection, to target: Connection) throws(SQLiteError) {
    let handle = try target.handle()
    guard let made = sqlite3_backup_init(handle, "main", try source.handle(), "main") else {
      throw SQLiteError(code: sqlite3_errcode(handle), connection: handle)
    }
    (pointer, self.source, self.target) = (made, source, target)
  }

  deinit { sqlite3_backup_finish(pointer) }

  /// Copies the next pages.
  ///
  /// - Parameter pages: Maximum number; nil for all that remain.
  /// - Returns: Whether there are more.
  /// - Throws: `SQLiteError`; with `.busy` a later call may go on.
  public func step(pages: Int32? = nil) throws(SQLiteError) -> Bool {
    switch sqlite3_backup_step(pointer, pages ?? -1) {
    case SQLITE_OK: return true
    case SQLITE_DONE: return false
    case let code:
      throw SQLiteError(extendedCode: code, message: String(cString: sqlite3_errstr(code)))
    }
  }

  /// Number of pages of the source, as of the last step.
  public var pages: Int { Int(sqlite3_backup_pagecount(pointer)) }

  /// Number of pages to be copied, as of the last step.
  public var remainingPages: Int { Int(sqlite3_backup_remaining(pointer)) }
}
