import GRDB
import GRDBSQLite

/// Converts errors of SQLite to errors of the store.
struct SQLiteErrors: Sendable {
  /// The file.
  let path: String
  /// The path of the store, also for a staging file.
  let store: String
  /// Whether the file is written.
  let writing: Bool

  /// - Parameter store: The store of a staging file; nil if the file is the store.
  init(path: String, store: String? = nil, writing: Bool) {
    self.path = path
    self.store = store ?? path
    self.writing = writing
  }

  /// The error of a C call.
  func error(code: Int32, connection: OpaquePointer?) -> StoreError {
    let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    return error(code: code, message: message ?? String(cString: sqlite3_errstr(code)))
  }

  /// Converts errors of GRDB, and returns others unchanged.
  func translate(_ error: any Error) -> any Error {
    guard let found = error as? DatabaseError else { return error }
    let code = found.extendedResultCode.rawValue
    return self.error(
      code: code, message: found.message ?? String(cString: sqlite3_errstr(code)))
  }

  /// Runs GRDB's calls and converts their errors.
  func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw translate(error) }
  }

  private func error(code: Int32, message: String) -> StoreError {
    switch code & 0xff {
    case SQLITE_NOTADB: .notAStore(path: path, reason: message)
    case SQLITE_CORRUPT: .corrupt(path: store, detail: message)
    case SQLITE_INTERRUPT: .corrupt(path: store, detail: "reading it takes too long")
    case SQLITE_TOOBIG where !writing: .corrupt(path: store, detail: message)
    case SQLITE_CANTOPEN where writing: .cannotCreate(path: path, reason: message)
    case _ where writing: .writeFailed(path: path, reason: message)
    default: .unreadable(path: path, reason: message)
    }
  }
}
