import XMLDocuments

/// Builds plain text from HTML events.
final class HTMLTextBuilder: HTMLEvents {
  /// The changes at the start of an element, which are undone at its end.
  private struct OpenElement {
    var tag: HTMLTag
    var breaks: Int
    var isList: Bool
    /// The treatment of white space before the element.
    var space: TextFlow.Space
    /// Number of pending list marks before the element.
    var markers: Int
  }

  // Events never nest, so the properties need no exclusivity checks.
  @exclusivity(unchecked) private var flow: TextFlow
  @exclusivity(unchecked) private var pictures: PictureFinder
  @exclusivity(unchecked) private var elements: [OpenElement] = []
  @exclusivity(unchecked) private var lists: [OpenList] = []
  @exclusivity(unchecked) private var space = TextFlow.Space.collapsed
  /// Number of open elements from the outermost hidden one inward, or 0.
  @exclusivity(unchecked) private var hidden = 0
  /// Whether a `pre` has just begun, in which a first line break is ignored.
  @exclusivity(unchecked) private var skipsLineFeed = false
  /// Numbers of items of the lists that count backward, from an earlier pass over the same HTML.
  private let knownCounts: [Int]?
  /// Numbers of items of the lists that count backward, counted in this pass.
  private(set) var itemCounts: [Int] = []
  private let base: String?

  /// Creates a builder with an empty text.
  ///
  /// - Parameter itemCounts: The `itemCounts` of an earlier pass over the same HTML, or `nil`.
  init(limits: XMLLimits, base: String?, wantsRuns: Bool, itemCounts: [Int]? = nil) {
    flow = TextFlow(limit: limits.textBytes, recorder: wantsRuns ? RunRecorder() : nil)
    pictures = PictureFinder(base: base)
    knownCounts = itemCounts
    self.base = base
  }

  var image: FeedImage? { pictures.image }

  /// Whether the HTML must be read again with `itemCounts`.
  var countsBackward: Bool { knownCounts == nil && !itemCounts.isEmpty }

  func finish() -> (String, [ContentRun]) {
    (flow.finish(), flow.recorder?.finish(count: flow.trimmedCount) ?? [])
  }

  func start(_ tag: HTMLTag, _ attributes: HTMLAttributes) -> Bool {
    skipsLineFeed = false
    if hidden > 0 {
      hidden += 1
      return true
    }
    var style = ElementStyle(tag)
    if !attributes.isEmpty { style.apply(attributes, of: tag) }
    if case .video = tag { pictures.video(attributes) }
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
    if let own = style.space {
      space = own
      skipsLineFeed = style.skipsLineFeed
    }
    begin(tag, attributes, style)
    return !flow.isFull
  }

  func end(_ tag: HTMLTag) {
    skipsLineFeed = false
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

  func endFormatting(at depth: Int) {
    // Hidden elements have no runs.
    if depth < elements.count { flow.recorder?.retract(depth) }
  }

  func text(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard hidden == 0 else { return true }
    let isSkipped = skipsLineFeed && bytes.first == 0x0A
    skipsLineFeed = false
    flow.append(isSkipped ? bytes.dropFirst() : bytes, space)
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
          let place = itemCounts.count
          itemCounts.append(0)
          list.backward = place
          list.number = knownCounts.flatMap { place < $0.count ? $0[place] : nil } ?? 0
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
  /// Whether the element is a list, which numbers or marks its items.
  fileprivate var isList: Bool {
    switch self {
    case .dir, .menu, .ol, .ul: true
    default: false
    }
  }
}
