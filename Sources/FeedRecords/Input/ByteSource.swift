/// A stream of bytes, such as a file, or a decompressor that reads another stream.
protocol ByteSource: AnyObject {
  /// Reads the next bytes; empty only at the end.
  func read() throws(FeedError) -> [UInt8]
}

extension Collection<UInt8> {
  /// Length of a byte order mark in UTF-8 at the beginning, in bytes; 0 where there is none.
  var markLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

/// Maximum number of bytes that sources return at once.
let pieceBytes = 1 << 17

final class MemoryBytes: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func read() -> [UInt8] {
    defer { rest = rest.dropFirst(pieceBytes) }
    return Array(rest.prefix(pieceBytes))
  }
}

/// A source whose first bytes can be examined before they are read.
final class PeekedBytes: ByteSource {
  let prefix: [UInt8]
  private var held: [UInt8]
  private let rest: any ByteSource

  /// Reads the first bytes of a source.
  ///
  /// - Parameter count: Number of bytes to examine, fewer only at the end of the source.
  init(_ source: any ByteSource, count: Int) throws(FeedError) {
    var held: [UInt8] = []
    while held.count < count {
      let bytes = try source.read()
      if bytes.isEmpty { break }
      held += bytes
    }
    rest = source
    self.held = held
    prefix = Array(held.prefix(count))
  }

  func read() throws(FeedError) -> [UInt8] {
    defer { held = [] }
    return held.isEmpty ? try rest.read() : held
  }

  /// Skips bytes of the prefix, such as a byte order mark.
  func skip(_ count: Int) { held.removeFirst(min(count, held.count)) }
}
