import LayoutPrimitives
import XMLDocuments

/// Plain text converted from HTML, or from Markdown by way of HTML.
///
/// Line breaks and white space are those of `innerText` in a browser without scripts, with some
/// additions and differences, which `docs/html.md` lists.
struct HTMLText {
  /// The text without markup, one line or more for each block, trimmed.
  var text: String
  /// The first picture that is larger than one pixel, or `nil`.
  var image: FeedImage?
  /// Whether the text was truncated at a limit.
  var isCut = false
  /// Whether elements are lost whose size no text has: code blocks, tables, headings, lists, quotes,
  /// rules and pictures.
  var isFlattened = false
  /// The runs of the text in order, empty unless requested.
  var runs: [ContentRun] = []

  /// Converts HTML of any quality.
  ///
  /// - Parameters:
  ///   - base: The base URL of relative pictures and links.
  ///   - wantsRuns: Whether to record the runs of the text.
  init(_ html: String, limits: XMLLimits, base: String? = nil, wantsRuns: Bool = false) {
    guard Self.isMarkup(html) else {
      text = html.collapsed
      return
    }
    var builder = HTMLTextBuilder(limits: limits, base: base, wantsRuns: wantsRuns)
    var isWhole = HTMLParser.parse(html, limits: limits, events: builder)
    if builder.countsBackward {
      // The first number of a list that counts backward is known at the list's end, so the HTML is
      // read again.
      let counts = builder.itemCounts
      builder = HTMLTextBuilder(
        limits: limits, base: base, wantsRuns: wantsRuns, itemCounts: counts)
      isWhole = HTMLParser.parse(html, limits: limits, events: builder)
    }
    (text, runs) = builder.finish()
    image = builder.image
    isCut = !isWhole
    isFlattened = builder.isFlattened
  }

  /// Converts a text in a markup language.
  init(
    _ text: String, in language: MarkupLanguage, limits: FeedLimits, base: String? = nil,
    wantsRuns: Bool = false
  ) {
    switch language {
    case .html: self.init(text, limits: limits.xml, base: base, wantsRuns: wantsRuns)
    case .markdown:
      let converted = MarkdownHTML(text, limits: limits)
      self.init(converted.html, limits: limits.xml, base: base, wantsRuns: wantsRuns)
      isCut = isCut || converted.isCut
    }
  }

  /// Converts HTML to one line, for titles and names; see `TitleMarkup`.
  static func line(_ html: String, limits: XMLLimits) -> String {
    guard isMarkup(html) else { return html.collapsed }
    return HTMLText(TitleMarkup(html).html, limits: limits).text.collapsed
  }

  /// Converts a text in a markup language to one line.
  static func line(_ text: String, in language: MarkupLanguage, limits: FeedLimits) -> String {
    switch language {
    case .html: line(text, limits: limits.xml)
    case .markdown: line(MarkdownHTML(text, limits: limits).html, limits: limits.xml)
    }
  }

  /// Whether a text contains `<`, `&` or NUL, and must be parsed as HTML.
  private static func isMarkup(_ text: String) -> Bool {
    // The text is not copied, because it may be a megabyte long.
    text.utf8.withContiguousStorageIfAvailable { bytes in
      UnsafeRawBufferPointer(bytes).endOfHTMLText(from: 0) < bytes.count
    } ?? true
  }
}

/// Builds plain text from HTML events.
final class HTMLTextBuilder: HTMLEvents {
  /// The changes at the start of an element, which are undone at its end.
  private struct OpenElement {
    var tag: HTMLTag
    var breaks: Int
    var isList: Bool
    /// The treatment of white space that is restored at the end of the element.
    var space: TextFlow.Space
    /// Number of list marks that were pending at the start of the element.
    var markers: Int
  }

  // Events never nest, so the properties need no exclusivity checks.
  @exclusivity(unchecked) private var flow: TextFlow
  @exclusivity(unchecked) private var pictures: PictureFinder
  @exclusivity(unchecked) private var elements: [OpenElement] = []
  @exclusivity(unchecked) private var lists: [OpenList] = []
  @exclusivity(unchecked) private var space = TextFlow.Space.collapsed
  /// Number of open elements that are hidden or inside a hidden element.
  @exclusivity(unchecked) private var hidden = 0
  /// The number of items of each list that counts backward, from an earlier pass over the HTML.
  ///
  /// It is `nil` in the first pass.
  private let cachedCounts: [Int]?
  /// The number of items of each list that counts backward, from this pass.
  private(set) var itemCounts: [Int] = []
  private let base: String?
  @exclusivity(unchecked) private var hasBlocks = false

  /// Creates a builder with an empty text.
  ///
  /// - Parameter itemCounts: The `itemCounts` of an earlier pass over the same HTML, or `nil`.
  init(limits: XMLLimits, base: String?, wantsRuns: Bool, itemCounts: [Int]? = nil) {
    flow = TextFlow(limit: limits.textBytes, recorder: wantsRuns ? RunRecorder() : nil)
    pictures = PictureFinder(base: base)
    cachedCounts = itemCounts
    self.base = base
  }

  var image: FeedImage? { pictures.image }

  /// Whether the text has not the size of the HTML, because elements are lost.
  var isFlattened: Bool { hasBlocks || image != nil }

  /// Whether another pass over the HTML with `itemCounts` is required.
  var countsBackward: Bool { cachedCounts == nil && !itemCounts.isEmpty }

  func finish() -> (String, [ContentRun]) {
    (flow.finish(), flow.recorder?.finish(count: flow.trimmedCount) ?? [])
  }

  func start(_ tag: HTMLTag, _ attributes: HTMLAttributes) -> Bool {
    if hidden > 0 {
      hidden += 1
      return true
    }
    var style = ElementStyle(tag)
    if !attributes.isEmpty { style.apply(attributes, of: tag) }
    if case .video = tag { pictures.video(attributes) }
    if tag.hasSizeBesideText, !attributes.has("hidden") { hasBlocks = true }
    if style.isHidden {
      hidden = 1
      return true
    }
    elements.append(
      OpenElement(
        tag: tag, breaks: style.breaks, isList: tag.isList, space: space,
        markers: flow.markers.count))
    flow.recorder?.push()
    if style.breaks > 0 { flow.breakLine(style.breaks) }
    if style.isCell { flow.tab() }
    if let own = style.space { space = own }
    begin(tag, attributes, style)
    return !flow.isFull
  }

  func end(_ tag: HTMLTag) {
    if hidden > 0 {
      hidden -= 1
      return
    }
    guard let element = elements.popLast() else { return }
    if element.isList, let list = lists.popLast(), let backward = list.backward {
      itemCounts[backward] = list.items
    }
    if case .picture = tag { pictures.picture() }
    flow.recorder?.pop()
    space = element.space
    // An item without text has no mark.
    flow.dropMarkers(beyond: element.markers)
    if element.breaks > 0 { flow.breakLine(element.breaks) }
  }

  func text(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard hidden == 0 else { return true }
    flow.append(bytes, space)
    return !flow.isFull
  }

  private func begin(_ tag: HTMLTag, _ attributes: HTMLAttributes, _ style: ElementStyle) {
    switch tag {
    case .br: flow.lineFeed()
    case .wbr: flow.append("\u{200B}")
    case .img: pictures.image(attributes)
    case .picture: pictures.picture()
    case .source: pictures.source(attributes)
    case .ul, .menu, .dir, .ol: beginList(tag, attributes, style)
    case .li: beginItem(attributes, style)
    default: break
    }
    if flow.recorder != nil { flow.recorder?.enter(tag, attributes, lists.count, base) }
  }

  private func beginList(_ tag: HTMLTag, _ attributes: HTMLAttributes, _ style: ElementStyle) {
    let named = attributes.value("type").flatMap(ListStyle.init(type:))
    let own = style.listStyle ?? named ?? (tag == .ol ? .decimal : .bullet)
    var list = OpenList(style: own, number: 1, step: 1)
    if tag == .ol {
      let start = attributes.value("start").flatMap(htmlInteger)
      list.number = start ?? 1
      if attributes.has("reversed") {
        list.step = -1
        if start == nil {
          let index = itemCounts.count
          itemCounts.append(0)
          list.backward = index
          list.number = cachedCounts.flatMap { index < $0.count ? $0[index] : nil } ?? 0
        }
      }
    }
    lists.append(list)
  }

  private func beginItem(_ attributes: HTMLAttributes, _ style: ElementStyle) {
    let named = attributes.value("type").flatMap(ListStyle.init(type:))
    let own = style.listStyle ?? named
    guard !lists.isEmpty else {
      flow.mark((own ?? .bullet).marker(1))
      return
    }
    let value = attributes.value("value").flatMap(htmlInteger)
    flow.mark(lists[lists.count - 1].next(value: value, style: own))
  }
}

extension HTMLTag {
  /// Whether the size of the element is not that of its text.
  fileprivate var hasSizeBesideText: Bool {
    switch self {
    case .blockquote, .canvas, .dl, .embed, .h1, .h2, .h3, .h4, .h5, .h6, .hr, .iframe, .listing,
      .math, .object, .pre, .svg, .table, .video, .xmp:
      true
    default: isList
    }
  }

  /// Whether the element is a list, which numbers or marks its items.
  fileprivate var isList: Bool {
    switch self {
    case .dir, .menu, .ol, .ul: true
    default: false
    }
  }
}

/// A markup language whose texts become plain text.
enum MarkupLanguage: Sendable {
  case html
  /// CommonMark with GitHub's tables, strikethrough, task lists and links without brackets.
  case markdown

  /// The language of a media type such as `text/markdown; charset=utf-8`; `nil` for other types.
  ///
  /// - Parameter mediaType: The type in lower case.
  init?(mediaType: String) {
    switch mediaType.prefix(while: { $0 != ";" }).trimmed {
    case "text/html", "application/xhtml+xml": self = .html
    case "text/markdown", "text/x-markdown": self = .markdown
    default: return nil
    }
  }
}
