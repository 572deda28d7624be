import CSQLite

/// An error of SQLite, or of a call that does not fit its statement.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The extended result code, such as 2067 (`SQLITE_CONSTRAINT_UNIQUE`).
  public let extendedCode: Int32
  /// SQLite's message.
  public let message: String
  /// The SQL text of the statement; nil if the error concerns no statement.
  public let statement: String?

  /// Creates an error.
  public init(extendedCode: Int32, message: String, statement: String? = nil) {
    self.extendedCode = extendedCode
    self.message = message
    self.statement = statement
  }

  /// Creates the error of a call that has just failed.
  ///
  /// - Parameter connection: Provides the message and the extended code. If its last error is
  ///   another one, `code` alone determines them.
  init(code: Int32, connection: OpaquePointer?, statement: String? = nil) {
    let extended = connection.map { sqlite3_extended_errcode($0) } ?? code
    let isLast = extended & 0xff == code & 0xff
    self.init(
      extendedCode: isLast ? extended : code,
      message: String(cString: isLast ? sqlite3_errmsg(connection) : sqlite3_errstr(code)),
      statement: statement)
  }

  /// The primary result code, which is the last byte of the extended code.
  public var code: SQLiteResultCode { SQLiteResultCode(rawValue: extendedCode & 0xff) }

  /// Message, code and statement, in one line for a log.
  public var description: String {
    let suffix = statement.map { ", in: \($0)" } ?? ""
    return "\(message) (SQLite's code \(extendedCode))\(suffix)"
  }
}

/// A primary result code of SQLite; the constants are the codes that callers handle.
public struct SQLiteResultCode: RawRepresentable, Hashable, Sendable {
  /// The number in SQLite's header.
  public let rawValue: Int32

  /// Creates a result code from its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Another connection holds a lock that is needed.
  public static let busy = Self(rawValue: SQLITE_BUSY)
  /// The connection or the file may not be written.
  public static let readOnly = Self(rawValue: SQLITE_READONLY)
  /// A statement was interrupted, because it exceeded the limit of instructions.
  public static let interrupted = Self(rawValue: SQLITE_INTERRUPT)
  /// The pages of the file contradict each other.
  public static let corrupt = Self(rawValue: SQLITE_CORRUPT)
  /// The disk, or the maximum number of pages, is full.
  public static let full = Self(rawValue: SQLITE_FULL)
  /// The file cannot be opened.
  public static let cannotOpen = Self(rawValue: SQLITE_CANTOPEN)
  /// A value or a row is larger than the limit.
  public static let tooBig = Self(rawValue: SQLITE_TOOBIG)
  /// A row violates a constraint.
  public static let constraint = Self(rawValue: SQLITE_CONSTRAINT)
  /// The state of a connection or statement does not allow the call.
  public static let misuse = Self(rawValue: SQLITE_MISUSE)
  /// The file is not a database.
  public static let notADatabase = Self(rawValue: SQLITE_NOTADB)
}

/// Converts errors of SQLite to errors of the module that uses the database.
public protocol SQLiteErrorConversion: Sendable {
  func error(_ error: SQLiteError) -> any Error
}
