/// Gives the bytes of one source front to back; sources stand on one another, such as a
/// decompressor on a file.
protocol ByteSource: AnyObject {
  /// Puts the next bytes into a buffer.
  ///
  /// - Parameter buffer: Room for at least one byte.
  /// - Returns: How many bytes; 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int
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
}

/// A source whose first bytes may be looked at before they are read.
final class PeekedBytes: ByteSource {
  /// The first bytes.
  let prefix: [UInt8]
  private let rest: any ByteSource
  private var position = 0

  /// - Parameter count: How many bytes to look at; fewer only where the source has no more.
  init(_ source: any ByteSource, count: Int) throws(FeedError) {
    rest = source
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
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    guard position < prefix.count else { return try rest.read(into: buffer) }
    let count = min(buffer.count, prefix.count - position)
    buffer.copyBytes(from: prefix[position..<position + count])
    position += count
    return count
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
