/// The part of a source that is looked at: bytes from one place to another, moving on to the end.
///
/// Readers set the first byte that is still needed, so memory is bounded by the
/// longest such stretch. Places are counted from the first byte of the source, decompressed and as
/// UTF-8.
final class InputWindow {
  /// The place of the first byte that is held.
  private(set) var base = 0
  /// Whether the source has no bytes after those that are held.
  private(set) var ended = false
  private let source: any ByteSource
  private var bytes: [UInt8] = []
  /// The index of the first byte that is held.
  private var first = 0

  init(_ source: any ByteSource) { self.source = source }

  var count: Int { bytes.count - first }

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
    guard !ended else { return false }
    let added = try source.read()
    ended = added.isEmpty
    // Only where no more is moved than was let go, so that no byte is moved often.
    if first >= count {
      bytes.removeFirst(first)
      first = 0
    }
    bytes += added
    return !ended
  }

  var held: ArraySlice<UInt8> { bytes[first...] }

  /// The bytes between two places, as far as they are held.
  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    let held = range.clamped(to: base..<end)
    let start = first - base
    return bytes[(start + held.lowerBound)..<(start + held.upperBound)]
  }
}
