import XMLDocuments

/// The style of an element: a browser's default, changed by the element's attributes.
///
/// Style sheets are not read.
struct ElementStyle {
  /// Whether it is shown at all.
  var isHidden: Bool
  /// Line breaks that set it off at either end: 0 inside lines, 1 for a block, 2 for a paragraph.
  var breaks: Int
  var isCell = false
  /// What white space means in it, or `nil` for what it means around it.
  var space: TextFlow.Space?
  /// Whether a line break at its start is no text.
  var skipsLineFeed = false
  /// Marks of its items, if its style sets them.
  var listStyle: ListStyle?

  /// The style of an element that has no attributes.
  init(_ tag: HTMLTag) {
    isHidden = tag.isHidden
    breaks = tag.isBlock ? 1 : 0
    switch tag {
    case .p: breaks = 2
    case .td, .th: isCell = true
    case .pre, .listing, .textarea:
      space = .kept
      skipsLineFeed = true
    case .xmp, .plaintext: space = .kept
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
      // A paragraph has margins in any case.
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
  /// Whether a browser shows nothing of it, or only what is no text.
  fileprivate var isHidden: Bool {
    switch self {
    case .script, .style, .title, .template, .iframe, .object, .applet, .svg, .select,
      .datalist, .dialog, .audio, .video, .canvas, .noembed, .noframes, .progress,
      .meter, .optgroup, .option:
      true
    default: false
    }
  }

  /// Whether it begins and ends lines.
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
