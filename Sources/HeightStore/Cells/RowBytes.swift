import LayoutPrimitives

/// The bytes that a hash is taken over: values, each with its type.
///
/// NULL is one byte 0; an integer 1 and a little-endian Int64; a real 2 and a little-endian Double;
/// a text 3, a blob 4, each with its length as a little-endian Int64 and its bytes. So values
/// cannot run into each other, and one that changed its type changes the hash.
///
/// A class for its buffer, which keeps its memory from row to row.
final class RowBytes {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0
  /// Values appended.
  private(set) var values: Int32 = 0

  /// Creates an empty buffer.
  init() {
    capacity = 1_024
    base = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  /// Forgets what was appended.
  func reset() {
    count = 0
    values = 0
  }

  /// The hash of all that was appended.
  var hash: ContentHash {
    ContentHash(bytes: UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Appends an integer.
  func append(_ value: Int64) {
    append(tag: 1, word: UInt64(bitPattern: value))
  }

  /// Appends a double.
  func append(_ value: Double) {
    append(tag: 2, word: value.bitPattern)
  }

  /// Appends the hash of something else, as two integers.
  func append(_ hash: ContentHash) {
    append(Int64(bitPattern: hash.high))
    append(Int64(bitPattern: hash.low))
  }

  /// Appends a text.
  func append(text: UnsafeBufferPointer<UInt8>) {
    append(tag: 3, bytes: UnsafeRawBufferPointer(text))
  }

  /// Appends a blob.
  func append(blob: UnsafeRawBufferPointer) {
    append(tag: 4, bytes: blob)
  }

  /// Appends NULL.
  func appendNull() {
    reserve(1)
    values += 1
    base.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Appends a text that is no value of a row.
  func append(name: String) {
    var name = name
    name.withUTF8 { append(text: $0) }
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

  private func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = larger
  }
}
