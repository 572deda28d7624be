/// Gives the bytes of one source front to back; sources stand on one another, such as a
/// decompressor on a file.
protocol ByteSource: AnyObject {
  /// Puts the next bytes into a buffer.
  ///
  /// - Parameter buffer: Room for at least one byte.
  /// - Returns: How many bytes; 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int

  /// The bytes, where they lie in memory as they are to be read: then they need not be copied.
  var lent: LentBytes? { get }

  /// Passes over the next bytes of those that are lent, as if they had been read.
  ///
  /// - Parameter count: How many at most; positive.
  /// - Returns: How many; 0 only at the end, and where nothing is lent.
  func pass(_ count: Int) throws(FeedError) -> Int
}

/// Bytes that a source lends to whoever would otherwise copy them.
struct LentBytes {
  /// All bytes that lie there.
  let bytes: [UInt8]
  /// The index of the byte that would be read next.
  let position: Int
}

extension ByteSource {
  var lent: LentBytes? { nil }

  func pass(_ count: Int) throws(FeedError) -> Int { 0 }
}

/// Bytes in memory.
final class MemoryBytes: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position)
    guard count > 0 else { return 0 }
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }

  var lent: LentBytes? { LentBytes(bytes: bytes, position: position) }

  func pass(_ count: Int) -> Int {
    let passed = min(count, bytes.count - position)
    position += passed
    return passed
  }
}

/// A source whose first bytes may be looked at before they are read.
final class PeekedBytes: ByteSource {
  /// The first bytes.
  let prefix: [UInt8]
  private let rest: any ByteSource
  /// Whether the prefix was read from the source that goes on behind it.
  private let isRead: Bool
  private var position = 0

  /// - Parameter count: How many bytes to look at; fewer only where the source has no more.
  init(_ source: any ByteSource, count: Int) throws(FeedError) {
    rest = source
    isRead = true
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = try source.read(into: &bytes, from: filled)
      if read == 0 { break }
      filled += read
    }
    bytes.removeLast(count - filled)
    prefix = bytes
  }

  /// Bytes that were read already, and the source that goes on behind them.
  init(_ prefix: [UInt8], before rest: any ByteSource) {
    self.prefix = prefix
    self.rest = rest
    isRead = false
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    guard position < prefix.count else { return try rest.read(into: buffer) }
    let count = min(buffer.count, prefix.count - position)
    buffer.copyBytes(from: prefix[position..<position + count])
    position += count
    return count
  }

  var lent: LentBytes? {
    guard isRead, let lent = rest.lent else { return nil }
    return LentBytes(bytes: lent.bytes, position: lent.position - (prefix.count - position))
  }

  func pass(_ count: Int) throws(FeedError) -> Int {
    guard position < prefix.count else { return try rest.pass(count) }
    let passed = min(count, prefix.count - position)
    position += passed
    return passed
  }

  /// Passes over some of the prefix, such as a byte order mark.
  func skip(_ count: Int) { position = min(position + count, prefix.count) }
}

extension ByteSource {
  /// Reads into an array from a place to its end.
  func read(into bytes: inout [UInt8], from start: Int) throws(FeedError) -> Int {
    // Typed throws do not pass through the array's closure.
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(FeedError) in
        try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
      }
    }
    return try result.get()
  }
}
