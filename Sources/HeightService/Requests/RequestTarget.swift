/// The path and the query of a request.
struct RequestTarget: Sendable {
  /// The path as it was sent.
  let path: String
  /// The parts between the slashes of the path, decoded; nil where one cannot be.
  let segments: [String]?
  private let query: Substring

  /// Reads `/path?query`; nil for another form of target, such as `*`.
  init?(_ target: String) {
    guard target.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count == 2 ? parts[1].prefix { $0 != "#" } : ""
    var segments: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let segment = Self.decoded(part.utf8, plusIsSpace: false) else {
        self.segments = nil
        return
      }
      segments.append(segment)
    }
    self.segments = segments
  }

  /// The names and values of the query, in order; `+` is a space, as browsers write forms.
  ///
  /// - Throws: `Problem` for bytes that are no UTF-8, or `%` without two digits.
  func items() throws(Problem) -> [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    for part in query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(pair[0].utf8, plusIsSpace: true),
        let value = Self.decoded((pair.count == 2 ? pair[1] : "").utf8, plusIsSpace: true)
      else {
        throw .malformed("the query is not percent-encoded UTF-8 at '\(part.prefix(80))'")
      }
      items.append((name, value))
    }
    return items
  }

  private static func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hexadecimal),
          let low = rest.popFirst().flatMap(hexadecimal)
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
