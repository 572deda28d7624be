/// The bytes that a parser received but did not report as events yet.
///
/// All offsets are in bytes, as libxml2 counts them: from the first byte fed to its current
/// context.
struct XMLFedBytes {
  private var bytes: [UInt8] = []
  private var start = 0

  /// The byte offset after the last byte that was fed.
  var end: Int { start + bytes.count }

  /// The bytes in a range of byte offsets; bytes that were dropped are left out.
  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    let held = range.clamped(to: start..<end)
    return bytes[(held.lowerBound - start)..<(held.upperBound - start)]
  }

  /// Appends bytes and drops the bytes before the byte offset `offset`.
  mutating func append(_ added: ArraySlice<UInt8>, keeping offset: Int) {
    let dropped = min(max(offset - start, 0), bytes.count)
    bytes.removeFirst(dropped)
    start += dropped
    bytes.append(contentsOf: added)
  }

  /// Whether the bytes directly before a byte offset equal `suffix`.
  func has(_ suffix: some Collection<UInt8>, before offset: Int) -> Bool {
    self[max(offset - suffix.count, 0)..<offset].elementsEqual(suffix)
  }

  /// Length in bytes and number of line feeds of the tag that ends at a byte offset; both are 0 if
  /// no tag does.
  ///
  /// The tag starts at the nearest `<`, because values in a tag cannot contain one.
  func tag(before offset: Int) -> (count: Int, lines: Int) {
    var lines = 0
    var index = min(offset - start, bytes.count) - 1
    while index >= 0 {
      if bytes[index] == UInt8(ascii: "<") { return (offset - start - index, lines) }
      if bytes[index] == 0x0A { lines += 1 }
      index -= 1
    }
    return (0, 0)
  }

  /// The longest prefix of some bytes that can be an entity reference; the first byte must be an
  /// ampersand.
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

/// Counts the attributes of tags before libxml2 receives them.
///
/// libxml2 may compare each attribute of a tag with all attributes before it. For a hundred
/// thousand attributes, this takes ten seconds. A tag ends before the next `<`, because values in a
/// tag cannot contain one.
struct XMLAttributeGuard {
  private enum State {
    case outside
    /// Directly after a `<`.
    case opening
    case tag
  }

  private let limit: Int
  private var state = State.outside
  private var quote: UInt8 = 0
  private var count = 0

  /// Creates a guard.
  ///
  /// - Parameter limit: Maximum number of attributes in one tag.
  init(limit: Int) { self.limit = limit }

  /// Counts attributes in the next bytes of the document.
  ///
  /// - Returns: `false` if a tag has more attributes than the limit.
  mutating func allows(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "<") {
        state = .opening
        // An attribute has at least four bytes, so most tags are too short to exceed the limit.
        if let next = rest.firstIndex(ofByte: UInt8(ascii: "<")), next - rest.startIndex < 4 * limit
        {
          rest = rest[next...]
        }
        continue
      }
      switch state {
      case .outside:
        // Most bytes are text, so the search for the next `<` skips them.
        guard let next = rest.firstIndex(ofByte: UInt8(ascii: "<")) else { return true }
        rest = rest[next...]
      case .opening:
        // Comments, CDATA sections and instructions are not tags.
        state = byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") ? .outside : .tag
        (quote, count) = (0, 0)
      case .tag where quote != 0: if byte == quote { quote = 0 }
      case .tag where byte == UInt8(ascii: ">"): state = .outside
      case .tag:
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { continue }
        quote = byte
        count += 1
        if count > limit { return false }
      }
    }
    return true
  }
}
