/// Counts the attributes of tags before libxml2 sees them.
///
/// libxml2 may compare each attribute with all before it: a hundred thousand in one tag would keep
/// it busy for ten seconds. A tag ends before the next `<`, because values have none.
struct XMLAttributeGuard {
  private enum Place {
    case outside
    /// Directly after a `<`.
    case opening
    case tag
  }

  private let limit: Int
  private var place = Place.outside
  private var quote: UInt8 = 0
  private var count = 0

  /// Creates a guard.
  ///
  /// - Parameter limit: Maximum number of attributes in one tag.
  init(limit: Int) { self.limit = limit }

  /// Counts attributes in the next bytes of the document.
  ///
  /// - Returns: `false` when a tag has more attributes than allowed.
  mutating func allows(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "<") {
        place = .opening
        // An attribute has four bytes at least, so that most tags are too short.
        if let next = rest.place(of: UInt8(ascii: "<")), next - rest.startIndex < 4 * limit {
          rest = rest[next...]
        }
        continue
      }
      switch place {
      case .outside:
        // Most bytes are text.
        guard let next = rest.place(of: UInt8(ascii: "<")) else { return true }
        rest = rest[next...]
      case .opening:
        // Comments, sections and instructions are no tags.
        place = byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") ? .outside : .tag
        (quote, count) = (0, 0)
      case .tag where quote != 0: if byte == quote { quote = 0 }
      case .tag where byte == UInt8(ascii: ">"): place = .outside
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
