import LayoutPrimitives
import XMLDocuments

/// The style of an HTML element: a browser's default, changed by the element's attributes.
///
/// Style sheets are not read.
struct ElementStyle {
  /// Whether the element and its content are not shown.
  var isHidden: Bool
  /// Number of line breaks before and after the element: 0 for inline elements, 1 for blocks, 2 for
  /// paragraphs.
  var breaks: Int
  var isCell = false
  /// The treatment of white space inside the element, or `nil` to inherit it.
  var space: TextFlow.Space?
  /// The marks of list items, or `nil` when the style does not set them.
  var listStyle: ListStyle?

  /// Creates the default style of an element.
  init(_ tag: HTMLTag) {
    isHidden = tag.isHidden
    breaks = tag.isBlock ? 1 : 0
    switch tag {
    case .p: breaks = 2
    case .td, .th: isCell = true
    case .listing, .plaintext, .pre, .textarea, .xmp: space = .kept
    default: break
    }
  }

  mutating func apply(_ attributes: HTMLAttributes, of tag: HTMLTag) {
    if attributes.has("hidden") { isHidden = true }
    if tag == .dialog, attributes.has("open") { isHidden = false }
    guard let style = attributes.value("style") else { return }
    for (name, value) in InlineStyle(style) {
      switch name {
      case "display": display(value, of: tag)
      case "visibility": if value == "hidden" || value == "collapse" { isHidden = true }
      case "white-space", "white-space-collapse": whiteSpace(value)
      case "list-style", "list-style-type":
        for word in value.split(separator: " ") {
          if let style = ListStyle(css: word) { listStyle = style }
        }
      default: break
      }
    }
  }

  private mutating func display(_ value: String, of tag: HTMLTag) {
    switch value {
    case "none": isHidden = true
    case "block", "flex", "grid", "list-item", "table", "flow-root", "table-row",
      "table-caption":
      // A paragraph keeps its margins.
      breaks = max(1, breaks)
      isCell = false
    case "inline", "inline-block", "inline-flex", "inline-grid", "inline-table", "contents":
      breaks = tag == .p ? 2 : 0
      isCell = false
    case "table-cell":
      breaks = tag == .p ? 2 : 0
      isCell = true
    default: break
    }
  }

  private mutating func whiteSpace(_ value: String) {
    switch value {
    case "normal", "nowrap", "collapse": space = .collapsed
    case "pre", "pre-wrap", "break-spaces", "preserve": space = .kept
    case "pre-line", "preserve-breaks": space = .lines
    default: break
    }
  }
}

extension HTMLTag {
  /// Whether a browser shows no text of the element by default.
  fileprivate var isHidden: Bool {
    switch self {
    case .script, .style, .title, .template, .iframe, .object, .applet, .svg, .select,
      .datalist, .dialog, .audio, .video, .canvas, .noembed, .noframes, .progress,
      .meter, .optgroup, .option:
      true
    default: false
    }
  }

  /// Whether the element begins and ends lines by default.
  fileprivate var isBlock: Bool {
    switch self {
    case .address, .article, .aside, .blockquote, .caption, .center, .dd, .details, .dialog,
      .dir, .div, .dl, .dt, .fieldset, .figcaption, .figure, .footer, .form, .h1, .h2, .h3, .h4,
      .h5, .h6, .header, .hgroup, .hr, .legend, .li, .listing, .main, .menu, .nav, .ol,
      .plaintext, .pre, .search, .section, .summary, .table, .tbody, .tfoot, .thead, .tr, .ul,
      .xmp:
      true
    default: false
    }
  }
}

/// The declarations of a `style` attribute in order, with names and values in lower case.
struct InlineStyle: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ text: String) { bytes = text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 } }

  /// Returns the next declaration with a name and a value, or `nil` at the end.
  mutating func next() -> (String, String)? {
    while offset < bytes.count {
      let start = offset
      while offset < bytes.count, bytes[offset] != UInt8(ascii: ";") { offset += 1 }
      let declaration = bytes[start..<offset]
      offset += 1
      guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let mark = declaration.firstIndex(of: UInt8(ascii: "!")) ?? declaration.endIndex
      let name = String(decoding: bytes[start..<colon].trimmed, as: UTF8.self)
      let value = String(decoding: bytes[Swift.min(colon + 1, mark)..<mark].trimmed, as: UTF8.self)
      if !name.isEmpty, !value.isEmpty { return (name, value) }
    }
    return nil
  }
}
