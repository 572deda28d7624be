import GRDB
import GRDBSQLite
import LayoutPrimitives

/// A prepared statement of SQLite's C interface.
///
/// It is a class because it owns the statement. It retains GRDB's queue, because a closed
/// connection with open statements stays alive and would call GRDB's hooks.
final class PreparedStatement {
  private let pointer: OpaquePointer
  private let errors: SQLiteErrors
  private let queue: DatabaseQueue?

  /// Prepares a statement.
  ///
  /// - Parameter queue: The owner of the connection, if the statement may outlive the call.
  init(
    _ sql: String, on connection: OpaquePointer, of queue: DatabaseQueue? = nil,
    errors: SQLiteErrors
  ) throws {
    var made: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard code == SQLITE_OK, let made else {
      throw errors.error(code: code, connection: connection)
    }
    pointer = made
    self.errors = errors
    self.queue = queue
  }

  deinit { sqlite3_finalize(pointer) }

  /// Steps to the next row.
  ///
  /// - Returns: Whether there is one.
  func step() throws -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let error = errors.error(code: code, connection: sqlite3_db_handle(pointer))
      sqlite3_reset(pointer)
      throw error
    }
  }

  func reset() { sqlite3_reset(pointer) }

  /// Runs a statement without rows.
  func run() throws {
    _ = try step()
    sqlite3_reset(pointer)
  }

  /// Number of rows that the connection's last insertion, update or deletion changed.
  var changes: Int { Int(sqlite3_changes64(sqlite3_db_handle(pointer))) }

  var columnCount: Int32 { sqlite3_column_count(pointer) }
}

// Binding; parameters are counted from 1. A refusal (a value too long, a statement that still runs)
// is an error: what is not bound would be stored as NULL.
extension PreparedStatement {
  func bind(_ value: Int64, at index: Int32) throws {
    try check(sqlite3_bind_int64(pointer, index, value))
  }

  func bind(_ value: Double, at index: Int32) throws {
    try check(sqlite3_bind_double(pointer, index, value))
  }

  /// Binds bytes, which must outlive the run.
  func bind(blob bytes: UnsafeRawBufferPointer, at index: Int32) throws {
    guard let base = bytes.baseAddress else {
      try check(sqlite3_bind_zeroblob(pointer, index, 0))
      return
    }
    try check(sqlite3_bind_blob64(pointer, index, base, UInt64(bytes.count), nil))
  }

  /// Binds text, which must outlive the run.
  func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) throws {
    guard let base = text.baseAddress else {
      try check(sqlite3_bind_text(pointer, index, "", 0, nil))
      return
    }
    let code = base.withMemoryRebound(to: CChar.self, capacity: text.count) { characters in
      sqlite3_bind_text64(
        pointer, index, characters, UInt64(text.count), nil, UInt8(SQLITE_UTF8))
    }
    try check(code)
  }

  func bindNull(at index: Int32) throws {
    try check(sqlite3_bind_null(pointer, index))
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw errors.error(code: code, connection: sqlite3_db_handle(pointer))
    }
  }
}

// The current row; columns are counted from 0.
extension PreparedStatement {
  func int(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  func double(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  func isBlob(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_BLOB }

  /// The text; nil for NULL.
  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// The bytes of a text, valid until the next step.
  func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    guard let base = sqlite3_column_text(pointer, column) else {
      return .init(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: base, count: Int(sqlite3_column_bytes(pointer, column)))
  }

  /// A blob, valid until the next step; empty for NULL.
  func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    guard let base = sqlite3_column_blob(pointer, column) else {
      return .init(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(pointer, column)))
  }

  /// Appends the first columns to the input of a checksum.
  func append(columns count: Int32, to bytes: RowBytes) {
    for column in 0..<count {
      switch sqlite3_column_type(pointer, column) {
      case SQLITE_INTEGER: bytes.append(int(column))
      case SQLITE_FLOAT: bytes.append(double(column))
      case SQLITE_TEXT: bytes.append(text: textBytes(column))
      case SQLITE_BLOB: bytes.append(blob: blob(column))
      default: bytes.appendNull()
      }
    }
  }

  /// Whether a column is the checksum of all columns before it.
  ///
  /// - Parameter bytes: A scratch buffer.
  func matchesChecksum(at column: Int32, _ bytes: RowBytes) -> Bool {
    bytes.reset()
    append(columns: column, to: bytes)
    return sqlite3_column_type(pointer, column) == SQLITE_BLOB
      && ContentHash(stored: blob(column)) == bytes.hash
  }
}
