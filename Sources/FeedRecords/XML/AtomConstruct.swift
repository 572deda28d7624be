import XMLDocuments

/// A text or content construct of Atom.
///
/// Source: RFC 4287, sections 3.1 and 4.1.3.3; Atom 0.3 uses `mode` and media types instead.
struct AtomConstruct {
  /// The text or markup, or `nil` when it is empty.
  let text: String?
  let isHTML: Bool

  private init(text: String?, isHTML: Bool) {
    self.text = text
    self.isHTML = isHTML
  }

  /// Reads the element that has just started, through its end; `nil` when its bytes are not text.
  ///
  /// - Parameter isContent: Whether it may have any media type. Other constructs of a binary type
  ///   are decoded as Base64 only when that gives text.
  static func read(
    _ context: XMLItemContext, isContent: Bool = false
  ) throws(XMLError) -> AtomConstruct? {
    let type = context.lowercased("type") ?? "text"
    let mode = context.lowercased("mode")
    let content = try context.content()
    if content.isMarkup {
      let isXHTML = type == "xhtml" || type == "application/xhtml+xml"
      let text = content.text.flatMap { isXHTML ? withoutWrapper($0).nonEmpty : $0 }
      return AtomConstruct(text: text, isHTML: true)
    }
    // Nearly all texts are of these two types.
    if mode == nil, type == "html" || type == "text" {
      return AtomConstruct(text: content.text, isHTML: type == "html")
    }
    let isHTML =
      type == "html" || type == "xhtml" || type.hasPrefix("text/html")
      || type == "application/xhtml+xml"
    if mode == nil, !isContent, isBinary(type), let text = Base64.text(content.text ?? "") {
      return AtomConstruct(text: text.nonEmpty, isHTML: isHTML)
    }
    if mode == "base64" || (mode == nil && isContent && isBinary(type)) {
      guard let bytes = Base64.decoded(content.text ?? "") else {
        return AtomConstruct(text: content.text, isHTML: isHTML)
      }
      if let text = String(validating: bytes, as: UTF8.self) {
        return AtomConstruct(text: text.nonEmpty, isHTML: isHTML)
      }
      // A picture is not text. Text that is not UTF-8 is read as windows-1252.
      if isContent, isBinary(type), !isHTML { return nil }
      context.noteUndeclaredEncoding()
      let text = String(decoding: Windows1252.utf8(bytes), as: UTF8.self)
      return AtomConstruct(text: text.nonEmpty, isHTML: isHTML)
    }
    // In XHTML and XML modes, text without elements is plain text.
    let isText = type == "xhtml" || (mode == "xml" && isHTML)
    return AtomConstruct(text: content.text, isHTML: isHTML && !isText)
  }

  /// Whether content of a media type is encoded in Base64.
  private static func isBinary(_ type: String) -> Bool {
    type.utf8.contains(UInt8(ascii: "/")) && !type.hasPrefix("text/") && !type.hasSuffix("+xml")
      && !type.hasSuffix("/xml")
  }

  /// The markup of XHTML content without the `div` around it.
  static func withoutWrapper(_ markup: String) -> String {
    let trimmed = markup.trimmed
    let bytes = Array(trimmed.utf8)
    let close = Array("</div>".utf8)
    guard bytes.starts(with: Array("<div".utf8)), bytes.count > 10,
      bytes[4] == 0x3E || isSpace(bytes[4]),
      bytes.suffix(6).elementsEqual(close),
      // Attribute values have their > escaped.
      let start = bytes.firstIndex(of: UInt8(ascii: ">")), bytes[start - 1] != UInt8(ascii: "/")
    else { return trimmed }
    let inner = bytes[(start + 1)..<(bytes.count - 6)]
    // The last </div> may belong to another div than the first.
    var depth = 0
    var place = inner.startIndex
    while let found = inner[place...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = inner[found...]
      if rest.starts(with: close) {
        depth -= 1
        if depth < 0 { return trimmed }
      } else if rest.starts(with: Array("<div".utf8)), rest.count > 4,
        rest[found + 4] == 0x3E || isSpace(rest[found + 4])
      {
        depth += 1
      }
      place = found + 1
    }
    return String(decoding: inner, as: UTF8.self).trimmed
  }
}
