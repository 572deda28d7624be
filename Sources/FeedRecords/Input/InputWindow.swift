/// The part of a source that is looked at: bytes from one place to another, moving on to the end.
///
/// Whoever reads says from which byte on the source is still needed; memory is bounded by the
/// longest such stretch; bytes that lie in memory already are looked at there. Places are counted from the first byte of the source, decompressed and as
/// UTF-8.
final class InputWindow {
  /// The place of the first byte that is held.
  private(set) var base = 0
  /// Bytes that are held.
  private(set) var count = 0
  /// Whether the source has no bytes after those that are held.
  private(set) var ended = false
  private let source: any ByteSource
  private let chunkBytes: Int
  /// The bytes of a source that lends them; then `storage` is empty.
  private let lent: [UInt8]?
  private var storage: UnsafeMutableRawBufferPointer
  /// Where the first byte that is held stands in the memory.
  private var first: Int

  /// - Parameter chunkBytes: How much is read at a time.
  init(_ source: any ByteSource, chunkBytes: Int = 1 << 18) {
    self.source = source
    self.chunkBytes = max(chunkBytes, 1)
    let lent = source.lent
    self.lent = lent?.bytes
    first = lent?.position ?? 0
    storage = Self.allocate(lent == nil ? 2 * self.chunkBytes : 0)
  }

  deinit { storage.deallocate() }

  private static func allocate(_ bytes: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
  }

  /// Bytes that the window has room for; 0 where its source lends them.
  var capacity: Int { storage.count }

  /// The place after the last byte that is held.
  var end: Int { base + count }

  /// Reads on.
  ///
  /// - Parameter place: Bytes before it are let go.
  /// - Returns: Whether there are more bytes than before.
  func fill(keeping place: Int) throws(FeedError) -> Bool {
    let dropped = min(max(place - base, 0), count)
    base += dropped
    first += dropped
    count -= dropped
    guard !ended else { return false }
    let added = lent == nil ? try readOn() : try source.pass(chunkBytes)
    count += added
    ended = added == 0
    return added > 0
  }

  private func readOn() throws(FeedError) -> Int {
    if count == 0 { first = 0 }
    if first + count + chunkBytes > storage.count {
      makeRoom()
    }
    let start = first + count
    return try source.read(
      into: UnsafeMutableRawBufferPointer(rebasing: storage[start..<start + chunkBytes]))
  }

  /// Moves what is held to the front, into a larger buffer where it fills more than half of one.
  private func makeRoom() {
    if count + chunkBytes > storage.count / 2 {
      move(toRoomFor: max(storage.count * 2, count + 2 * chunkBytes))
    } else {
      storage.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: storage[first..<first + count]))
      first = 0
    }
  }

  /// Makes room for bytes that are to be held at once, so that it need not grow by and by.
  func reserve(_ bytes: Int) {
    if lent == nil, bytes + chunkBytes > storage.count { move(toRoomFor: bytes + chunkBytes) }
  }

  private func move(toRoomFor bytes: Int) {
    let larger = Self.allocate(bytes)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[first..<first + count]))
    storage.deallocate()
    storage = larger
    first = 0
  }

  /// All bytes that are held.
  @inline(__always)
  func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withMemory { try body(UnsafeRawBufferPointer(rebasing: $0[first..<first + count])) }
  }

  @inline(__always)
  private func withMemory<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    if let lent { return try lent.withUnsafeBytes(body) }
    return try body(UnsafeRawBufferPointer(storage))
  }

  /// The bytes between two places, as far as they are held.
  @inline(__always)
  func withUnsafeBytes<Result>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let held = range.clamped(to: base..<end)
    let start = first + held.lowerBound - base
    return try withMemory {
      try body(UnsafeRawBufferPointer(rebasing: $0[start..<start + held.count]))
    }
  }

  /// The text between two places; broken UTF-8 becomes U+FFFD.
  func string(in range: Range<Int>) -> String {
    withUnsafeBytes(in: range) { String(decoding: $0, as: UTF8.self) }
  }
}
