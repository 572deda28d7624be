import CSQLite

/// A connection to a database file.
///
/// The class owns SQLite's connection. Only one thread at a time may use it. The connection stays
/// open while one of its statements exists.
public final class Connection {
  /// What a connection may do with its file.
  public enum Access: Hashable, Sendable {
    /// Reads and writes the file; a missing file is created with the first table.
    ///
    /// If another connection holds a lock that is needed, a call fails at once with `.busy`.
    case readWrite
    /// Only reads the file, without locks; the file must exist and must not change.
    case immutable
  }

  private var pointer: OpaquePointer?

  /// Opens a file.
  ///
  /// The file is read only by the first statement that needs it, so that statement fails if the
  /// file is not a database.
  ///
  /// - Throws: `SQLiteError` if the file cannot be opened.
  public init(path: String, access: Access = .readWrite) throws(SQLiteError) {
    // A connection is used by one thread at a time and requires no internal locks.
    let flags: Int32
    switch access {
    case .readWrite: flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    case .immutable: flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    }
    var made: OpaquePointer?
    let code = sqlite3_open_v2(
      access == .immutable ? Self.immutableURI(path) : path, &made, flags, nil)
    guard code == SQLITE_OK, let made else {
      let error = SQLiteError(code: code, connection: made)
      sqlite3_close_v2(made)
      throw error
    }
    sqlite3_extended_result_codes(made, 1)
    pointer = made
  }

  /// Opens an empty temporary database, in a transaction that is never committed.
  ///
  /// Data that exceeds the page cache is written to a temporary file, which is removed when the
  /// connection closes, even by a crash.
  ///
  /// - Parameter cacheKiB: Size of the page cache, in KiB.
  public static func temporary(cacheKiB: Int) throws -> Connection {
    // A database without a name is a temporary file.
    let connection = try Connection(path: "")
    try connection.execute(
      """
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -\(cacheKiB);
      BEGIN;
      """)
    return connection
  }

  deinit { sqlite3_close_v2(pointer) }

  /// Closes the connection; an open transaction is rolled back.
  ///
  /// A second call does nothing.
  ///
  /// - Throws: `SQLiteError` with the code `.busy` if a statement of the connection still exists;
  ///   the connection then stays open.
  public func close() throws(SQLiteError) {
    let code = sqlite3_close(pointer)
    guard code == SQLITE_OK else { throw SQLiteError(code: code, connection: pointer) }
    pointer = nil
  }

  /// The connection for SQLite's C functions.
  ///
  /// - Throws: `SQLiteError` with the code `.misuse` after `close()`.
  func handle() throws(SQLiteError) -> OpaquePointer {
    guard let pointer else {
      throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "the connection is closed")
    }
    return pointer
  }

  /// The URI that opens the file at a path read-only and without locks.
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

// Statements that run once; a statement that runs often is prepared with `prepare`.
extension Connection {
  /// Runs all statements of a text, separated by semicolons, and ignores the rows that they return.
  ///
  /// - Parameters:
  ///   - sql: The statements.
  ///   - values: The values of the parameters. Each statement takes as many of the first values as
  ///     it has parameters.
  /// - Throws: `SQLiteError` of the first statement that fails, which also ends the call. If no
  ///   statement has as many parameters as there are values, all statements run before the error.
  public func execute(_ sql: String, _ values: (any SQLiteValueConvertible)?...) throws {
    var used = 0
    try sql.withCString { text in
      var rest = text
      while let statement = try PreparedStatement(next: &rest, on: self) {
        used = max(used, statement.parameterCount)
        try statement.bind(values.prefix(statement.parameterCount))
        while try statement.step() {}
      }
    }
    guard used == values.count else {
      throw SQLiteError(
        extendedCode: SQLITE_RANGE, message: "\(values.count) values for \(used) parameters",
        statement: sql)
    }
  }

  /// Prepares a statement that runs more than once, or whose errors are converted.
  ///
  /// - Parameter errors: Converts the errors of the statement; nil to throw `SQLiteError`
  ///   unchanged.
  public func prepare(
    _ sql: String, errors: (any SQLiteErrorConversion)? = nil
  ) throws -> PreparedStatement {
    try PreparedStatement(sql, on: self, errors: errors)
  }

  /// Runs a query and returns the results of `read`, which is called for each row.
  public func rows<Row>(
    _ sql: String, _ values: (any SQLiteValueConvertible)?...,
    read: (PreparedStatement) throws -> Row
  ) throws -> [Row] {
    let statement = try prepare(sql)
    try statement.bind(values[...])
    var rows: [Row] = []
    while try statement.step() { rows.append(try read(statement)) }
    return rows
  }

  /// The integer in the first column of a query's first row; nil for NULL or if there is no row.
  public func integer(_ sql: String, _ values: (any SQLiteValueConvertible)?...) throws -> Int64? {
    let statement = try prepare(sql)
    try statement.bind(values[...])
    return try statement.step() && !statement.isNull(0) ? statement.int(0) : nil
  }

  /// The text in the first column of a query's first row; nil for NULL or if there is no row.
  public func text(_ sql: String, _ values: (any SQLiteValueConvertible)?...) throws -> String? {
    let statement = try prepare(sql)
    try statement.bind(values[...])
    return try statement.step() ? statement.optionalText(0) : nil
  }

  /// The row number of this connection's last insertion; 0 if it has inserted no row.
  public var lastInsertedRow: Int64 { pointer.map { sqlite3_last_insert_rowid($0) } ?? 0 }
}

// Transactions.
extension Connection {
  /// Whether a transaction is open.
  public var isInTransaction: Bool { pointer.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// Runs `body` in a transaction that has the write lock from the beginning, and commits it.
  ///
  /// If `body` or the commit fails, the transaction is rolled back and the error is thrown.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // SQLite itself rolls back after some errors, such as a full disk.
      if isInTransaction {
        // The first error is thrown. If the rollback fails, closing the connection rolls back.
        do { try execute("ROLLBACK") } catch _ {}
      }
      throw error
    }
  }
}

// Limits on memory and time.
extension Connection {
  /// Limits the size of each value and of each row, in bytes.
  ///
  /// A statement with a larger value or row fails with `.tooBig`, before memory for it is
  /// allocated.
  public func limitRows(toBytes bytes: Int32) {
    guard let pointer else { return }
    sqlite3_limit(pointer, SQLITE_LIMIT_LENGTH, bytes)
  }

  /// Limits the number of instructions of SQLite's virtual machine that one statement may execute.
  ///
  /// A statement that exceeds the limit fails with `.interrupted`.
  ///
  /// - Parameter steps: The limit, which applies approximately; nil for no limit.
  public func limitSteps(_ steps: Int32?) {
    guard let pointer else { return }
    guard let steps else {
      sqlite3_progress_handler(pointer, 0, nil, nil)
      return
    }
    // The handler, which is called after this number of instructions, interrupts the statement.
    sqlite3_progress_handler(pointer, steps, { _ in 1 }, nil)
  }
}
