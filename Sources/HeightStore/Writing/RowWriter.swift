import LayoutPrimitives
import SQLiteDatabase

/// Binds the values of a row in order, then their checksum.
struct RowWriter {
  private let statement: PreparedStatement
  private let bytes: RowBytes

  /// Begins a row.
  ///
  /// - Parameter bytes: A scratch buffer.
  init(_ statement: PreparedStatement, _ bytes: RowBytes) {
    self.statement = statement
    self.bytes = bytes
    bytes.reset()
  }

  func put(_ value: Int64) throws {
    bytes.append(value)
    try statement.bind(value, at: bytes.values)
  }

  func put(_ value: Double) throws {
    bytes.append(value)
    try statement.bind(value, at: bytes.values)
  }

  /// Binds a text, which must outlive the run.
  func put(text: UnsafeBufferPointer<UInt8>) throws {
    bytes.append(text: text)
    try statement.bind(text: text, at: bytes.values)
  }

  /// Binds bytes, which must outlive the run.
  func put(blob: UnsafeRawBufferPointer) throws {
    bytes.append(blob: blob)
    try statement.bind(blob: blob, at: bytes.values)
  }

  func putNull() throws {
    bytes.appendNull()
    try statement.bindNull(at: bytes.values)
  }

  /// Binds the checksum and runs the statement.
  func run() throws {
    try withUnsafeBytes(of: bytes.hash.stored) { checksum in
      try statement.bind(blob: checksum, at: bytes.values + 1)
      try statement.run()
    }
  }
}
