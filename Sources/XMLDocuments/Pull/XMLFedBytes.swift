/// The bytes that a parser was fed and has not reported yet.
///
/// Places are counted as libxml2 does, from the first byte that its present context was fed.
struct XMLFedBytes {
  private var bytes: [UInt8] = []
  private var start = 0

  /// The place behind the last byte.
  var end: Int { start + bytes.count }

  /// The bytes between two places, as far as they are held.
  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    let held = range.clamped(to: start..<end)
    return bytes[(held.lowerBound - start)..<(held.upperBound - start)]
  }

  /// Adds bytes, and lets go of those before a place.
  mutating func append(_ added: ArraySlice<UInt8>, keeping place: Int) {
    let dropped = min(max(place - start, 0), bytes.count)
    bytes.removeFirst(dropped)
    start += dropped
    bytes.append(contentsOf: added)
  }

  /// Whether some bytes precede a position.
  func has(_ suffix: some Collection<UInt8>, before place: Int) -> Bool {
    self[max(place - suffix.count, 0)..<place].elementsEqual(suffix)
  }

  /// How many bytes and line feeds the tag has that goes up to a place: none of its values can hold
  /// a `<`.
  func tag(before place: Int) -> (count: Int, lines: Int) {
    var lines = 0
    var index = min(place - start, bytes.count) - 1
    while index >= 0 {
      if bytes[index] == UInt8(ascii: "<") { return (place - start - index, lines) }
      if bytes[index] == 0x0A { lines += 1 }
      index -= 1
    }
    return (0, 0)
  }

  /// An ampersand at the start of bytes, with all that may go on a reference.
  static func reference(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = bytes.dropFirst().firstIndex { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "#"), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
        false
      default: true
      }
    }
    return bytes[..<(end ?? bytes.endIndex)]
  }
}
