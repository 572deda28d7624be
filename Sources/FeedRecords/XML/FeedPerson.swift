/// Who wrote something.
struct FeedPerson {
  var name: String?
  var address: String?

  init() {}

  /// From `me@example.org (Me)`, `Me <me@example.org>`, or either part alone.
  init(_ text: String) {
    for (open, close) in [("(", ")"), ("<", ">")] where text.hasSuffix(close) {
      guard let start = text.firstRange(of: open) else { continue }
      let (before, inside) = (text[..<start.lowerBound], text[start.upperBound...].dropLast())
      let (name, address) = open == "(" ? (inside, before) : (before, inside)
      if Self.isAddress(address.trimmed), !name.trimmed.isEmpty {
        (self.name, self.address) = (name.trimmed.unquoted, address.trimmed)
        return
      }
    }
    name = text.nonEmpty
  }

  /// Whether a text is a mail address rather than, say, markup with one in it.
  private static func isAddress(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "@"))
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\"") }
  }

  /// What to call them.
  var shown: String? { name ?? address }
}

extension String {
  /// Without the quotation marks that mail programs set around names.
  fileprivate var unquoted: String {
    guard utf8.count > 2, hasPrefix("\""), hasSuffix("\"") else { return self }
    return String(dropFirst().dropLast())
  }
}
