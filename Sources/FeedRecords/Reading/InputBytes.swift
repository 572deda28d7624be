#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The bytes of one source, in memory or mapped, at one place for as long as this object lives.
final class InputBytes: @unchecked Sendable {
  // Unchecked: the memory is never written after `init`.
  private let base: UnsafeRawPointer?
  /// How many bytes there are.
  let count: Int
  /// Copies bytes.
  convenience init(_ bytes: some Collection<UInt8>) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    memory.copyBytes(from: bytes)
    self.init(UnsafeRawBufferPointer(memory))
  }

  /// Reads a source to its end.
  convenience init(reading source: any ByteSource) throws(FeedError) {
    let window = InputWindow(source)
    while try window.fill(keeping: 0) {}
    self.init(window.withUnsafeBytes { [UInt8]($0) })
  }

  private init(_ buffer: UnsafeRawBufferPointer) {
    base = buffer.baseAddress
    count = buffer.count
  }

  deinit { base?.deallocate() }

  subscript(_ position: Int) -> UInt8 {
    withUnsafeBytes(in: 0..<count) { $0[position] }
  }

  func withUnsafeBytes<Result>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(start: base, count: count)[range]))
  }

  func string(in range: Range<Int>) -> String {
    withUnsafeBytes(in: range) { String(decoding: $0, as: UTF8.self) }
  }

  /// The line, from 1, that a byte stands in.
  func line(at offset: Int) -> Int {
    withUnsafeBytes(in: 0..<min(max(offset, 0), count)) { bytes in
      bytes.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    }
  }

  /// The first place of a byte in a range.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    withUnsafeBytes(in: range) { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return range.lowerBound + (UnsafeRawPointer(found) - start)
    }
  }

  /// Whether the bytes at a place begin with a text.
  func hasPrefix(_ text: StaticString, at place: Int) -> Bool {
    guard place + text.utf8CodeUnitCount <= count else { return false }
    return withUnsafeBytes(in: place..<place + text.utf8CodeUnitCount) { bytes in
      bytes.elementsEqual(UnsafeRawBufferPointer(start: text.utf8Start, count: bytes.count))
    }
  }
}
