import XMLDocuments

/// A sliding window of bytes over a source.
///
/// Readers name the first byte that they still need, so memory is bounded by the longest stretch
/// that they need at once. All offsets are in bytes, from 0, in the decompressed source as UTF-8.
final class InputWindow {
  /// Byte offset in the source of the first byte in the window.
  private(set) var base = 0
  /// Whether the source has no bytes after those in the window.
  private(set) var ended = false
  private let source: any ByteSource
  private var bytes: [UInt8] = []
  /// Index in `bytes` of the first byte in the window.
  private var first = 0

  init(_ source: any ByteSource) { self.source = source }

  var count: Int { bytes.count - first }

  /// Byte offset in the source after the last byte in the window.
  var end: Int { base + count }

  /// Reads the next piece of the source into the window.
  ///
  /// - Parameter offset: Byte offset in the source; bytes before it are dropped.
  /// - Returns: Whether bytes were added.
  func fill(keeping offset: Int) throws(FeedError) -> Bool {
    let dropped = min(max(offset - base, 0), count)
    base += dropped
    first += dropped
    guard !ended else { return false }
    let added = try source.read()
    ended = added.isEmpty
    // Bytes are moved only when half of the memory is unused, so that no byte is moved often.
    if first >= count {
      bytes.removeFirst(first)
      first = 0
    }
    bytes += added
    return !ended
  }

  var held: ArraySlice<UInt8> { bytes[first...] }

  /// The bytes in a range of byte offsets in the source, as far as they are in memory.
  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    let held = range.clamped(to: base..<end)
    let start = first - base
    return bytes[(start + held.lowerBound)..<(start + held.upperBound)]
  }
}

/// Counts the lines of a source, at byte offsets that only increase.
struct LineCounter {
  /// The line of `offset`, from 1.
  private(set) var line = 1
  private(set) var offset = 0

  /// Moves to a byte offset that the window holds, and counts the line feeds up to it.
  mutating func advance(to target: Int, in window: InputWindow) {
    line = line(at: target, in: window)
    offset = max(offset, target)
  }

  /// The line of a byte offset at or after `offset`, without moving there.
  func line(at target: Int, in window: InputWindow) -> Int {
    guard target > offset else { return line }
    var line = line
    var rest = window[offset..<target]
    while let feed = rest.firstIndex(ofByte: 0x0A) {
      line += 1
      rest = rest[(feed + 1)...]
    }
    return line
  }
}
