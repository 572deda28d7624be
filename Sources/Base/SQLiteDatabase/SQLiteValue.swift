/// A value of a column or a parameter, in one of SQLite's five types.
public enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// One of SQLite's five types of values.
public enum SQLiteType: Hashable, Sendable {
  case null, integer, real, text, blob
}

/// A type whose values can be bound to parameters; nil is bound as NULL.
public protocol SQLiteValueConvertible {
  /// The value that is bound.
  var sqliteValue: SQLiteValue { get }
}

extension SQLiteValue: SQLiteValueConvertible {
  /// The value itself.
  public var sqliteValue: SQLiteValue { self }
}

extension Int: SQLiteValueConvertible {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Int64: SQLiteValueConvertible {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(self) }
}

extension Bool: SQLiteValueConvertible {
  /// 1 for true and 0 for false, because SQLite has no boolean type.
  public var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }
}

extension Double: SQLiteValueConvertible {
  /// The number; SQLite stores NaN as NULL.
  public var sqliteValue: SQLiteValue { .real(self) }
}

extension String: SQLiteValueConvertible {
  /// A text.
  public var sqliteValue: SQLiteValue { .text(self) }
}

extension [UInt8]: SQLiteValueConvertible {
  /// A blob.
  public var sqliteValue: SQLiteValue { .blob(self) }
}
