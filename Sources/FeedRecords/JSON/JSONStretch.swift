import CSimdjson

/// The part of a window whose records are parsed out of one index.
///
/// Indexing costs least for many records at once, but a fault in one of them is one in all: so a
/// stretch that cannot be indexed, and a record that cannot be parsed in it, are left to whoever
/// cuts records one by one.
struct JSONStretch {
  /// The most bytes that are indexed at once.
  private static let mostBytes = 1 << 15

  /// The places that are indexed.
  private var range = 0..<0
  /// Where they lie.
  private var memory: UnsafeRawPointer?
  /// Nothing is indexed before this place.
  private var refused = 0

  /// The next record that stands in the window.
  ///
  /// - Parameters:
  ///   - place: The end of the record before, or by line the beginning of a line.
  ///   - maxBytes: Bytes of a record; a longer one is left to others.
  ///   - body: Given the record's value and bytes, and where it stands in the source.
  mutating func next<Result>(
    from place: Int, byLine: Bool, maxBytes: Int, in window: InputWindow, _ parser: JSONParser,
    _ body: (JSONNode, UnsafeRawBufferPointer, ch_json_extent) -> Result
  ) -> Result? {
    guard range.contains(place) || (place >= refused && index(from: place, in: window, parser))
    else { return nil }
    let start = range.lowerBound
    return window.withUnsafeBytes(in: range) { bytes in
      // The index refers to the bytes by where they lay when it was made.
      guard bytes.baseAddress == memory else {
        leave()
        return nil
      }
      let found = parser.next(in: bytes, from: place - start, byLine: byLine, maxBytes: maxBytes)
      guard let (node, extent) = found else { return nil }
      var shifted = extent
      shifted.start += start
      shifted.end += start
      shifted.next += start
      return body(
        node, UnsafeRawBufferPointer(rebasing: bytes[extent.start..<extent.end]), shifted)
    }
  }

  /// To be called before the window moves on: what is indexed then no longer stays where it is.
  mutating func leave() { range = 0..<0 }

  private mutating func index(from place: Int, in window: InputWindow, _ parser: JSONParser) -> Bool
  {
    let end = min(place + Self.mostBytes, window.end)
    return window.withUnsafeBytes(in: place..<end) { bytes in
      var count = bytes.count
      if end < window.end || !window.ended {
        count = ch_json_cut(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count)
      }
      let isIndexed = parser.index(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      memory = bytes.baseAddress
      range = isIndexed ? place..<place + count : 0..<0
      refused = isIndexed ? place + count : end
      return isIndexed
    }
  }
}
