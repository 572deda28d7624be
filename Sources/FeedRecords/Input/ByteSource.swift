/// Reads the bytes of one source in order, perhaps from another one, as a decompressor does.
protocol ByteSource: AnyObject {
  /// The next bytes, none only at the end.
  func read() throws(FeedError) -> [UInt8]
}

/// Bytes that sources give at once, at most.
let pieceBytes = 1 << 17

final class MemoryBytes: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func read() -> [UInt8] {
    defer { rest = rest.dropFirst(pieceBytes) }
    return Array(rest.prefix(pieceBytes))
  }
}

/// A source whose first bytes may be looked at before they are read.
final class PeekedBytes: ByteSource {
  let prefix: [UInt8]
  private var held: [UInt8]
  private let rest: any ByteSource

  /// - Parameter count: Bytes to peek at, fewer only at the end of the source.
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

  /// Passes over some of the prefix, such as a byte order mark.
  func skip(_ count: Int) { held.removeFirst(min(count, held.count)) }
}
