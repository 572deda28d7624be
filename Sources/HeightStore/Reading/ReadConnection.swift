import GRDBSQLite

/// A read-only, immutable connection to a published store.
///
/// A published file is replaced and never changed. The immutable mode saves the locks of each
/// statement, three quarters of a lookup's time.
final class ReadConnection {
  let handle: OpaquePointer
  let errors: SQLiteErrors

  /// Opens a file, with limited statements until `limitSteps(false)`.
  ///
  /// - Parameter isMapped: Whether the file is mapped into memory; see `StoreAccess`.
  init(path: String, isMapped: Bool = true) throws {
    errors = SQLiteErrors(path: path, writing: false)
    var made: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(Self.immutableURI(path), &made, flags, nil)
    guard code == SQLITE_OK, let made else {
      let error = errors.error(code: code, connection: made)
      sqlite3_close_v2(made)
      throw error
    }
    handle = made
    // Longer rows are rejected before memory is allocated.
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, StoreSchema.maximumRowBytes)
    // Debian's SQLite has no memory mapping and a cache of 2 MB by default.
    sqlite3_exec(handle, "PRAGMA mmap_size = \(isMapped ? 1 << 40 : 0)", nil, nil, nil)
    sqlite3_exec(handle, "PRAGMA cache_size = -4096", nil, nil, nil)
    sqlite3_exec(handle, "PRAGMA query_only = 1", nil, nil, nil)
    sqlite3_exec(handle, "PRAGMA trusted_schema = 0", nil, nil, nil)
    limitSteps(true)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Maximum number of SQLite's instructions per statement on an unchecked file; some seconds.
  static let uncheckedSteps: Int32 = 50_000_000

  /// Limits every statement to `uncheckedSteps`, or removes the limit.
  func limitSteps(_ isLimited: Bool) {
    guard isLimited else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      return
    }
    // The handler interrupts a statement after the given number of instructions.
    sqlite3_progress_handler(handle, Self.uncheckedSteps, { _ in 1 }, nil)
  }

  func prepare(_ sql: String) throws -> PreparedStatement {
    try PreparedStatement(sql, on: handle, errors: errors)
  }

  func rows<Row>(_ sql: String, _ read: (PreparedStatement) throws -> Row) throws -> [Row] {
    let statement = try prepare(sql)
    var rows: [Row] = []
    while try statement.step() {
      rows.append(try read(statement))
    }
    return rows
  }

  /// The URI of a path.
  static func immutableURI(_ path: String) -> String {
    var uri = path.hasPrefix("/") ? "file://" : "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"), 0..<32, 127...:
        uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      default: uri.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return uri + "?immutable=1"
  }
}
