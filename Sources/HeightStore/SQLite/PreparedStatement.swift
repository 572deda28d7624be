import GRDBSQLite

/// One prepared statement of SQLite's C interface, reused for every row.
///
/// A class, because it owns the statement: it must be gone before its connection closes.
final class PreparedStatement {
  private let pointer: OpaquePointer
  private let errors: SQLiteErrors

  /// Prepares a statement on an open connection.
  ///
  /// - Throws: What `errors` makes of SQLite's refusal.
  init(_ sql: String, on connection: OpaquePointer, errors: SQLiteErrors) throws {
    var made: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard code == SQLITE_OK, let made else {
      throw errors.error(code: code, connection: connection)
    }
    pointer = made
    self.errors = errors
  }

  deinit { sqlite3_finalize(pointer) }

  /// Runs to the next row.
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

  /// Makes the statement ready for its next run.
  func reset() {
    sqlite3_reset(pointer)
  }

  /// Runs a statement that has no rows.
  func run() throws {
    _ = try step()
    sqlite3_reset(pointer)
  }

  /// Binds an integer to a parameter, counted from 1.
  func bind(_ value: Int64, at index: Int32) {
    sqlite3_bind_int64(pointer, index, value)
  }

  /// Binds a double.
  func bind(_ value: Double, at index: Int32) {
    sqlite3_bind_double(pointer, index, value)
  }

  /// Binds bytes that outlive the run.
  func bind(blob bytes: UnsafeRawBufferPointer, at index: Int32) {
    guard let base = bytes.baseAddress else {
      sqlite3_bind_zeroblob(pointer, index, 0)
      return
    }
    sqlite3_bind_blob64(pointer, index, base, UInt64(bytes.count), nil)
  }

  /// Binds text that outlives the run.
  func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) {
    guard let base = text.baseAddress else {
      sqlite3_bind_text(pointer, index, "", 0, nil)
      return
    }
    base.withMemoryRebound(to: CChar.self, capacity: text.count) { characters in
      _ = sqlite3_bind_text64(
        pointer, index, characters, UInt64(text.count), nil, UInt8(SQLITE_UTF8))
    }
  }

  /// Binds NULL.
  func bindNull(at index: Int32) {
    sqlite3_bind_null(pointer, index)
  }

  /// An integer of the current row, columns counted from 0.
  func int(_ column: Int32) -> Int64 {
    sqlite3_column_int64(pointer, column)
  }

  /// A double of the current row.
  func double(_ column: Int32) -> Double {
    sqlite3_column_double(pointer, column)
  }

  /// Whether the current row has nothing there.
  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(pointer, column) == SQLITE_NULL
  }

  /// Text of the current row; empty where it is NULL.
  func text(_ column: Int32) -> String {
    String(decoding: textBytes(column), as: UTF8.self)
  }

  /// The bytes of a text of the current row, until the next step.
  func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    guard let base = sqlite3_column_text(pointer, column) else {
      return .init(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: base, count: Int(sqlite3_column_bytes(pointer, column)))
  }

  /// A blob of the current row, until the next step; empty where it is NULL.
  func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    guard let base = sqlite3_column_blob(pointer, column) else {
      return .init(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(pointer, column)))
  }
}
