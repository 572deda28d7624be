import LayoutPrimitives
import SQLiteDatabase

/// The bytes that a hash covers: an unambiguous encoding of values and their types.
///
/// Each value is a type byte followed by its data. The type byte is 0 for NULL, 1 for a
/// little-endian Int64, 2 for a little-endian Double, 3 for a text and 4 for a blob. The data of a
/// text or blob begins with its length as a little-endian Int64.
///
/// It is a class so that its buffer can be reused.
final class RowBytes {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0
  /// Number of values since the last reset.
  private(set) var values: Int32 = 0

  init() {
    capacity = 1_024
    base = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  func reset() {
    count = 0
    values = 0
  }

  var hash: ContentHash {
    ContentHash(bytes: UnsafeRawBufferPointer(start: base, count: count))
  }

  func append(_ value: Int64) {
    append(tag: 1, word: UInt64(bitPattern: value))
  }

  func append(_ value: Double) {
    append(tag: 2, word: value.bitPattern)
  }

  /// Appends a hash as two Int64 values.
  func append(_ hash: ContentHash) {
    append(Int64(bitPattern: hash.high))
    append(Int64(bitPattern: hash.low))
  }

  func append(text: UnsafeBufferPointer<UInt8>) {
    append(tag: 3, bytes: UnsafeRawBufferPointer(text))
  }

  func append(blob: UnsafeRawBufferPointer) {
    append(tag: 4, bytes: blob)
  }

  func appendNull() {
    reserve(1)
    values += 1
    base.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  func append(name: String) {
    var name = name
    name.withUTF8 { append(text: $0) }
  }

  /// The hash of column values; replaces the values of the buffer.
  func hash(of columns: [SQLiteValue]) -> ContentHash {
    reset()
    for column in columns {
      switch column {
      case .null: appendNull()
      case .integer(let value): append(value)
      case .real(let value): append(value)
      case .text(let text): append(name: text)
      case .blob(let bytes): bytes.withUnsafeBytes { append(blob: $0) }
      }
    }
    return hash
  }

  private func append(tag: UInt8, word: UInt64) {
    reserve(9)
    values += 1
    base.storeBytes(of: tag, toByteOffset: count, as: UInt8.self)
    base.storeBytes(of: word.littleEndian, toByteOffset: count + 1, as: UInt64.self)
    count += 9
  }

  private func append(tag: UInt8, bytes: UnsafeRawBufferPointer) {
    append(tag: tag, word: UInt64(bytes.count))
    guard let source = bytes.baseAddress, bytes.count > 0 else { return }
    reserve(bytes.count)
    (base + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  private func reserve(_ more: Int) {
    if count + more > capacity { grow(by: more) }
  }

  @inline(never)
  private func grow(by more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = larger
  }
}

extension PreparedStatement {
  /// Appends the first `count` columns of the current row; nil means all columns.
  func append(columns count: Int32? = nil, to bytes: RowBytes) {
    for column in 0..<(count ?? columnCount) {
      switch type(column) {
      case .integer: bytes.append(int(column))
      case .real: bytes.append(double(column))
      case .text: bytes.append(text: textBytes(column))
      case .blob: bytes.append(blob: blob(column))
      case .null: bytes.appendNull()
      }
    }
  }

  /// Whether a column contains the checksum of all columns before it.
  ///
  /// - Parameter bytes: A buffer that is reused.
  func matchesChecksum(at column: Int32, _ bytes: RowBytes) -> Bool {
    bytes.reset()
    append(columns: column, to: bytes)
    return isBlob(column) && ContentHash(stored: blob(column)) == bytes.hash
  }
}

extension ContentHash {
  /// Decodes a stored hash; nil if there are not exactly 16 bytes.
  init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// The two halves of the hash as they are stored: the high half first, both big-endian.
  var stored: (UInt64, UInt64) { (high.bigEndian, low.bigEndian) }
}

/// Binds the values of a row to a statement in order, and then their checksum.
struct RowWriter {
  private let statement: PreparedStatement
  private let bytes: RowBytes

  /// Begins a row.
  ///
  /// - Parameter bytes: A buffer that is reused.
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

  /// Binds a text; its memory must stay valid until the statement has run.
  func put(text: UnsafeBufferPointer<UInt8>) throws {
    bytes.append(text: text)
    try statement.bind(text: text, at: bytes.values)
  }

  /// Binds a blob; its memory must stay valid until the statement has run.
  func put(blob: UnsafeRawBufferPointer) throws {
    bytes.append(blob: blob)
    try statement.bind(blob: blob, at: bytes.values)
  }

  func putNull() throws {
    bytes.appendNull()
    try statement.bindNull(at: bytes.values)
  }

  func run() throws {
    try withUnsafeBytes(of: bytes.hash.stored) { checksum in
      try statement.bind(blob: checksum, at: bytes.values + 1)
      try statement.run()
    }
  }
}
