struct FeedPerson {
  var name: String?
  var address: String?

  init() {}

  /// Parses `me@example.org (Me)`, `Me (me@example.org)`, `Me <me@example.org>`, or either part
  /// alone.
  init(_ text: String) {
    if let last = text.utf8.last, last == UInt8(ascii: ")") || last == UInt8(ascii: ">") {
      let inBrackets = last == UInt8(ascii: ")")
      let open = inBrackets ? UInt8(ascii: "(") : UInt8(ascii: "<")
      if let start = text.utf8.firstIndex(of: open) {
        let before = text[..<start].trimmed
        let inside = text[text.index(after: start)...].dropLast().trimmed
        let (name, address) =
          inBrackets && !Self.isAddress(inside) ? (inside, before) : (before, inside)
        if Self.isAddress(address), !name.isEmpty {
          (self.name, self.address) = (name.unquoted, address)
          return
        }
      }
    }
    name = text.nonEmpty
  }

  /// Whether a text is a mail address, rather than markup that contains one.
  private static func isAddress(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "@"))
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\"") }
  }

  /// The name, or without one the mail address.
  var shown: String? { name ?? address }
}

extension String {
  /// The text without the quotation marks that mail programs put around names.
  fileprivate var unquoted: String {
    guard utf8.count > 2, hasPrefix("\""), hasSuffix("\"") else { return self }
    return String(dropFirst().dropLast())
  }
}
