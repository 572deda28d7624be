public import CSQLite

/// A prepared statement of SQLite, whose parameters are bound and whose rows are read one by one.
///
/// The class owns SQLite's statement. Only one thread at a time may use it. Its connection stays
/// open while it exists. Functions that are called for each row only call SQLite and allocate
/// nothing; other modules inline them.
public final class PreparedStatement {
  @usableFromInline let pointer: OpaquePointer
  private let errors: (any SQLiteErrorConversion)?
  private let connection: Connection

  /// Prepares the first statement of a text and ignores the rest of the text.
  ///
  /// - Parameter errors: Converts the errors of the statement; nil to throw `SQLiteError`
  ///   unchanged.
  /// - Throws: An error if SQLite refuses the statement or the connection is closed.
  public init(
    _ sql: String, on connection: Connection, errors: (any SQLiteErrorConversion)? = nil
  ) throws {
    do throws(SQLiteError) {
      let handle = try connection.handle()
      var made: OpaquePointer?
      let code = sqlite3_prepare_v3(
        handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
      guard code == SQLITE_OK, let made else {
        throw SQLiteError(code: code, connection: handle, statement: sql)
      }
      pointer = made
    } catch {
      throw errors?.error(error) ?? error
    }
    self.errors = errors
    self.connection = connection
  }

  /// Prepares the next statement of a text, to run once; nil if the text contains no further
  /// statement.
  ///
  /// - Parameter text: The text that is still to be prepared; afterwards the text after the
  ///   statement.
  init?(next text: inout UnsafePointer<CChar>, on connection: Connection) throws(SQLiteError) {
    let handle = try connection.handle()
    var made: OpaquePointer?
    // Spaces and comments without a statement are skipped.
    while made == nil, text.pointee != 0 {
      var rest: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(handle, text, -1, 0, &made, &rest)
      guard code == SQLITE_OK, let rest else {
        throw SQLiteError(code: code, connection: handle, statement: String(cString: text))
      }
      text = rest
    }
    guard let made else { return nil }
    pointer = made
    errors = nil
    self.connection = connection
  }

  deinit { sqlite3_finalize(pointer) }

  /// Runs the statement up to its next row, or up to its end.
  ///
  /// After an error the statement is reset, so that it can run from the beginning.
  ///
  /// - Returns: Whether there is a row; its columns are valid until the next call.
  @inlinable
  public func step() throws -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let error = error(code: code)
      sqlite3_reset(pointer)
      throw error
    }
  }

  /// Ends a run, so that the statement can run from the beginning; parameters keep their values.
  @inlinable
  public func reset() { sqlite3_reset(pointer) }

  /// Runs a statement to its end and resets it; the statement must not return rows.
  @inlinable
  public func run() throws {
    _ = try step()
    sqlite3_reset(pointer)
  }

  /// Number of rows that the connection's last insertion, update or deletion changed.
  public var changes: Int { Int(sqlite3_changes64(sqlite3_db_handle(pointer))) }

  /// Number of columns of the statement's rows.
  public var columnCount: Int32 { sqlite3_column_count(pointer) }

  /// Number of the statement's parameters.
  public var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

  /// The error for the result code of a call that has just failed, after conversion.
  @usableFromInline
  func error(code: Int32) -> any Error {
    let error = SQLiteError(
      code: code, connection: sqlite3_db_handle(pointer),
      statement: sqlite3_sql(pointer).map { String(cString: $0) })
    return errors?.error(error) ?? error
  }
}

// Binding. Parameters are counted from 1. SQLite refuses a value that is too long, and any value
// while the statement runs. The functions throw this error; without it, NULL would be stored.
extension PreparedStatement {
  /// Binds an integer.
  @inlinable
  public func bind(_ value: Int64, at index: Int32) throws {
    try check(sqlite3_bind_int64(pointer, index, value))
  }

  /// Binds a number; SQLite stores NaN as NULL.
  @inlinable
  public func bind(_ value: Double, at index: Int32) throws {
    try check(sqlite3_bind_double(pointer, index, value))
  }

  /// Binds bytes without copying them; they must stay valid until the run ends.
  @inlinable
  public func bind(blob bytes: UnsafeRawBufferPointer, at index: Int32) throws {
    guard let base = bytes.baseAddress else {
      try check(sqlite3_bind_zeroblob(pointer, index, 0))
      return
    }
    try check(sqlite3_bind_blob64(pointer, index, base, UInt64(bytes.count), nil))
  }

  /// Binds UTF-8 text without copying it; it must stay valid until the run ends.
  @inlinable
  public func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) throws {
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

  /// Binds NULL.
  @inlinable
  public func bindNull(at index: Int32) throws {
    try check(sqlite3_bind_null(pointer, index))
  }

  /// Binds a value, which SQLite copies.
  public func bind(_ value: SQLiteValue, at index: Int32) throws {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let value): try bind(value, at: index)
    case .real(let value): try bind(value, at: index)
    case .text(var text):
      let code = text.withUTF8 { bytes in
        // An empty text has no address. SQLite would bind NULL instead of it.
        guard let base = bytes.baseAddress else {
          return sqlite3_bind_text(pointer, index, "", 0, nil)
        }
        return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          sqlite3_bind_text64(
            pointer, index, $0, UInt64(bytes.count), ch_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
      }
      try check(code)
    case .blob(let bytes):
      let code = bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress, !bytes.isEmpty else {
          return sqlite3_bind_zeroblob(pointer, index, 0)
        }
        return sqlite3_bind_blob64(
          pointer, index, base, UInt64(bytes.count), ch_sqlite_transient())
      }
      try check(code)
    }
  }

  /// Binds values to all parameters, in order; nil is bound as NULL.
  ///
  /// - Throws: `SQLiteError` if there are more or fewer values than parameters.
  func bind(_ values: ArraySlice<(any SQLiteValueConvertible)?>) throws {
    guard values.count == parameterCount else {
      throw SQLiteError(
        extendedCode: SQLITE_RANGE,
        message: "\(values.count) values for \(parameterCount) parameters",
        statement: String(cString: sqlite3_sql(pointer)))
    }
    for (index, value) in values.enumerated() {
      try bind(value?.sqliteValue ?? .null, at: Int32(index) + 1)
    }
  }

  @inlinable
  func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw error(code: code) }
  }
}

// The columns of the current row, counted from 0.
extension PreparedStatement: RowColumns {
  /// The value as an integer; 0 for NULL.
  @inlinable
  public func int(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  /// The value as a number; 0 for NULL.
  @inlinable
  public func double(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

  /// Whether the value is NULL.
  @inlinable
  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(pointer, column) == SQLITE_NULL
  }

  /// Whether the value is a blob.
  @inlinable
  public func isBlob(_ column: Int32) -> Bool {
    sqlite3_column_type(pointer, column) == SQLITE_BLOB
  }

  /// The bytes of the text, valid until the next row; empty for NULL.
  @inlinable
  public func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    guard let base = sqlite3_column_text(pointer, column) else {
      return .init(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: base, count: Int(sqlite3_column_bytes(pointer, column)))
  }

  /// The bytes of the blob, valid until the next row; empty for NULL.
  @inlinable
  public func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    guard let base = sqlite3_column_blob(pointer, column) else {
      return .init(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(pointer, column)))
  }

  /// The type of the value in a column of the current row.
  @inlinable
  public func type(_ column: Int32) -> SQLiteType {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// A copy of the value in a column of the current row.
  public func value(_ column: Int32) -> SQLiteValue {
    switch type(column) {
    case .null: .null
    case .integer: .integer(int(column))
    case .real: .real(double(column))
    case .text: .text(text(column))
    case .blob: .blob([UInt8](blob(column)))
    }
  }
}
