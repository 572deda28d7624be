import XMLDocuments

/// What an HTML text looks like as plain text.
struct HTMLText {
  /// Lines as a browser would break blocks; no markup, entities decoded.
  var text: String
  /// The first picture that is more than a dot.
  var image: FeedImage?

  /// Converts HTML of any quality.
  init(_ html: String, limits: XMLLimits) {
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      (text, image) = (html.collapsed, nil)
      return
    }
    let builder = HTMLTextBuilder()
    // Inside an element libxml2 does not make up paragraphs around text; it stops at a NUL.
    let safe = html.utf8.contains(0) ? html.replacing("\0", with: "\u{FFFD}") : html
    HTMLParser.parse("<div>" + safe, limits: limits, handler: builder)
    (text, image) = (builder.text, builder.image)
  }

  /// Converts HTML and keeps one line of it, for titles and names.
  static func line(_ html: String, limits: XMLLimits) -> String {
    HTMLText(html, limits: limits).text.collapsed
  }
}

/// Builds plain text from HTML's events.
///
/// Line breaks follow the `innerText` algorithm of the HTML standard (paragraphs are set off by a
/// blank line, other blocks begin a line), with list markers added.
private final class HTMLTextBuilder: HTMLHandler {
  private var bytes: [UInt8] = []
  private var lists: [Int?] = []
  private var preformatted = 0
  private var hidden = 0
  /// White space seen and not yet written.
  private var spacePending = false
  /// Line breaks that the next text needs before it.
  private var breaksPending = 0
  private(set) var image: FeedImage?

  var text: String {
    var end = bytes.count
    while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  func startElement(_ name: String, attributes: [HTMLAttribute]) {
    if Self.dropped.contains(name) { hidden += 1 }
    guard hidden == 0 else { return }
    switch name {
    case "br":
      spacePending = false
      if breaksPending == 0 || bytes.isEmpty { bytes.append(0x0A) } else { breaksPending += 1 }
    case "img":
      if image == nil { image = picture(attributes) }
    case "td", "th":
      if !atLineStart { spacePending = true }
    case "ul": open(list: nil)
    case "ol": open(list: 1)
    case "li":
      breakLine(1)
      flush()
      let marker: String
      if let last = lists.last, let number = last {
        marker = "\(number). "
        lists[lists.count - 1] = number + 1
      } else {
        marker = "• "
      }
      bytes.append(contentsOf: marker.utf8)
    case "pre":
      breakLine(1)
      preformatted += 1
    case "p": breakLine(2)
    default:
      if Self.blocks.contains(name) { breakLine(1) }
    }
  }

  func endElement(_ name: String) {
    if Self.dropped.contains(name) { hidden = max(0, hidden - 1) }
    guard hidden == 0 else { return }
    switch name {
    case "ul", "ol":
      lists.removeLast(lists.isEmpty ? 0 : 1)
      breakLine(1)
    case "pre":
      preformatted = max(0, preformatted - 1)
      breakLine(1)
    case "p": breakLine(2)
    default:
      if Self.blocks.contains(name) || name == "li" { breakLine(1) }
    }
  }

  func characters(_ text: String) {
    guard hidden == 0 else { return }
    if preformatted > 0 {
      if !text.isEmpty { flush() }
      bytes.append(contentsOf: text.utf8.filter { $0 != 0x0D })
      return
    }
    for byte in text.utf8 {
      if isSpace(byte) {
        spacePending = true
      } else {
        flush()
        bytes.append(byte)
      }
    }
  }

  private var atLineStart: Bool { breaksPending > 0 || bytes.isEmpty || bytes.last == 0x0A }

  /// Writes the breaks or the space that stand before the next text.
  private func flush() {
    if breaksPending > 0 {
      if !bytes.isEmpty {
        while bytes.last == 0x20 { bytes.removeLast() }
        bytes.append(contentsOf: repeatElement(0x0A, count: breaksPending))
      }
    } else if spacePending, let last = bytes.last, last != 0x0A, last != 0x20 {
      bytes.append(0x20)
    }
    breaksPending = 0
    spacePending = false
  }

  private func breakLine(_ count: Int) {
    spacePending = false
    if !bytes.isEmpty { breaksPending = max(breaksPending, count) }
  }

  private func open(list: Int?) {
    breakLine(1)
    lists.append(list)
  }

  private func picture(_ attributes: [HTMLAttribute]) -> FeedImage? {
    func value(_ name: String) -> String? {
      attributes.first { $0.name == name }?.value.trimmed.nonEmpty
    }
    guard let url = value("src") ?? value("data-src"), !url.hasPrefix("data:") else { return nil }
    let width = value("width").flatMap(FeedImage.pixels)
    let height = value("height").flatMap(FeedImage.pixels)
    // Dots of one pixel count readers; nobody looks at them.
    if let width, width <= 1 { return nil }
    if let height, height <= 1 { return nil }
    return FeedImage(url: url, width: width, height: height)
  }

  private static let dropped: Set<String> = [
    "script", "style", "head", "template", "noscript", "iframe", "object", "svg", "select",
    "textarea",
  ]

  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3",
    "h4", "h5", "h6", "header", "hr", "html", "main", "nav", "section", "summary", "table",
    "tbody", "tfoot", "thead", "tr",
  ]
}
