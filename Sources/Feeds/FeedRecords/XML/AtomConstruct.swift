import XMLDocuments

/// A text or content construct of Atom.
///
/// Source: RFC 4287, sections 3.1 and 4.1.3.3; Atom 0.3 uses `mode` and media types instead.
struct AtomConstruct {
  /// The text or markup, or `nil` when it is empty.
  let text: String?
  /// The language of the markup, or `nil` for plain text.
  let language: MarkupLanguage?

  private init(_ text: String?, in language: MarkupLanguage?) {
    self.text = text
    self.language = language
  }

  /// Reads the element that has just started, through its end; `nil` when its bytes are not text.
  ///
  /// - Parameter isContent: Whether the element is `content`, which may have any media type. Other
  ///   elements with a binary type are decoded as Base64 only if the result is text.
  static func read(
    _ context: XMLItemContext, isContent: Bool = false
  ) throws(XMLError) -> AtomConstruct? {
    let type = context.lowercased("type") ?? "text"
    let mode = context.lowercased("mode")
    let content = try context.content()
    if content.isMarkup {
      let isXHTML = type == "xhtml" || type == "application/xhtml+xml"
      let text = content.text.flatMap { isXHTML ? withoutWrapper($0).nonEmpty : $0 }
      return AtomConstruct(text, in: .html)
    }
    // Nearly all texts are of these two types.
    if mode == nil, type == "html" || type == "text" {
      return AtomConstruct(content.text, in: type == "html" ? .html : nil)
    }
    let language: MarkupLanguage? =
      type == "html" || type == "xhtml" ? .html : MarkupLanguage(mediaType: type)
    if mode == nil, !isContent, isBinary(type), let text = Base64.text(content.text ?? "") {
      return AtomConstruct(text.nonEmpty, in: language)
    }
    if mode == "base64" || (mode == nil && isContent && isBinary(type)) {
      guard let bytes = Base64.decoded(content.text ?? "") else {
        return AtomConstruct(content.text, in: language)
      }
      if let text = String(validating: bytes, as: UTF8.self) {
        return AtomConstruct(text.nonEmpty, in: language)
      }
      // A picture is not text. Text that is not UTF-8 is read as windows-1252.
      if isContent, isBinary(type), language == nil { return nil }
      context.countUndeclaredEncoding()
      let text = String(decoding: Windows1252.utf8(bytes), as: UTF8.self)
      return AtomConstruct(text.nonEmpty, in: language)
    }
    // In XHTML and XML modes, text without elements is plain text.
    let isText = type == "xhtml" || (mode == "xml" && language == .html)
    return AtomConstruct(content.text, in: isText ? nil : language)
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
    var searchStart = inner.startIndex
    while let index = inner[searchStart...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = inner[index...]
      if rest.starts(with: close) {
        depth -= 1
        if depth < 0 { return trimmed }
      } else if rest.starts(with: Array("<div".utf8)), rest.count > 4,
        rest[index + 4] == 0x3E || isSpace(rest[index + 4])
      {
        depth += 1
      }
      searchStart = index + 1
    }
    return String(decoding: inner, as: UTF8.self).trimmed
  }
}

/// Decodes Base64.
///
/// White space is skipped.
///
/// Source: RFC 4648, section 4.
enum Base64 {
  /// The decoded text; `nil` when the input is not Base64 of UTF-8 text.
  static func text(_ encoded: String) -> String? {
    guard let bytes = decoded(encoded), !bytes.isEmpty, !bytes.contains(where: isControl) else {
      return nil
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && !isSpace(byte)) || byte == 0x7F
  }

  /// The decoded bytes; `nil` when the input is not Base64.
  static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (bits, count, padding): (UInt32, Int, Int) = (0, 0, 0)
    for byte in text.utf8 where !isSpace(byte) {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count == 4 {
        bytes.append(UInt8(bits >> 16 & 0xFF))
        bytes.append(UInt8(bits >> 8 & 0xFF))
        bytes.append(UInt8(bits & 0xFF))
        (bits, count) = (0, 0)
      }
    }
    switch count {
    case 0: return padding == 0 ? bytes : nil
    case 2 where padding == 2 || padding == 0: bytes.append(UInt8(bits >> 4 & 0xFF))
    case 3 where padding == 1 || padding == 0:
      bytes.append(UInt8(bits >> 10 & 0xFF))
      bytes.append(UInt8(bits >> 2 & 0xFF))
    default: return nil
    }
    return bytes
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
