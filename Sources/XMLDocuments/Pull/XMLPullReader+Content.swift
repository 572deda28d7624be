import CLibXML2

extension XMLPullReader {
  /// Skips the element that has just started, through its end.
  public func skipElement() throws(XMLError) {
    let level = depth
    while let event = try next() {
      if event == .end, depth == level { return }
    }
  }

  /// Reads all text inside the element that has just started, through the element's end.
  ///
  /// - Parameter maxBytes: Maximum size of the text, in UTF-8 bytes.
  /// - Throws: `XMLError.tooLong` beyond that size, and errors of the document.
  public func innerText(maxBytes: Int = .max) throws(XMLError) -> String {
    let level = depth
    var result = ""
    while let event = try next() {
      if event == .end, depth == level { break }
      if event == .text {
        let piece = try text()
        // As a rule there is one piece, which is then not copied.
        if result.isEmpty { result = piece } else { result += piece }
        if result.utf8.count > maxBytes { throw .tooLong(line: line, limit: maxBytes) }
      }
    }
    return result
  }

  /// Reads the content of the element that has just started: its text and, if it contains elements,
  /// its HTML.
  ///
  /// Prefixes are dropped, because the markup is read as HTML again.
  ///
  /// - Parameter maxBytes: Maximum size of the text and of the markup, in UTF-8 bytes.
  /// - Throws: `XMLError.tooLong` beyond that size, and errors of the document.
  public func innerContent(maxBytes: Int = .max) throws(XMLError) -> XMLContent {
    let level = depth
    var plain = ""
    var markup: String?
    while let event = try next() {
      switch event {
      case .end:
        if depth == level { return XMLContent(text: plain, markup: markup) }
        if !Self.voidElements.contains(name.local) { markup? += "</\(name.local)>" }
      case .start:
        var tag = "<\(name.local)"
        for attribute in try attributes() {
          tag += " \(attribute.name.local)=\"\(Self.escaped(attribute.value, quotes: true))\""
        }
        markup = (markup ?? Self.escaped(plain, quotes: false)) + tag + ">"
      case .text:
        let piece = try text()
        if plain.isEmpty { plain = piece } else { plain += piece }
        markup? += Self.escaped(piece, quotes: false)
      }
      if max(plain.utf8.count, markup?.utf8.count ?? 0) > maxBytes {
        throw .tooLong(line: line, limit: maxBytes)
      }
    }
    return XMLContent(text: plain, markup: markup)
  }

  private static let voidElements: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]

  private static func escaped(_ text: String, quotes: Bool) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 })
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where quotes: result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The content of an element.
public struct XMLContent: Hashable, Sendable {
  /// All text inside the element, entities decoded.
  public let text: String
  /// The element's content as HTML, or `nil` when it contains no elements.
  public let markup: String?

  /// Creates content.
  public init(text: String, markup: String?) {
    self.text = text
    self.markup = markup
  }
}

/// Resolves references to resources.
public enum XMLReference {
  /// Resolves a reference against a base URI, or returns it unchanged where that fails.
  ///
  /// Source: RFC 3986, section 5, by libxml2.
  public static func resolve(_ reference: String, against base: String) -> String {
    guard let resolved = xmlBuildURI(reference, base) else { return reference }
    defer { ch_xml_free(resolved) }
    return String(cString: resolved)
  }
}
