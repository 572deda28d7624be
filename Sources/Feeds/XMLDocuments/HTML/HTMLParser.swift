/// Parses HTML of any quality and builds no tree.
package enum HTMLParser {
  /// Parses a fragment or a document, and sends its elements and text to `events`.
  ///
  /// - Returns: Whether everything was read. It is `false` if elements are nested too deep, if
  ///   `events` returned `false`, or if attributes beyond the limit were omitted.
  @discardableResult
  package static func parse(
    _ html: String, limits: XMLLimits = XMLLimits(), events: any HTMLEvents
  ) -> Bool {
    var construction = HTMLTreeConstruction(html, limits: limits, events: events)
    return construction.run()
  }
}

/// Builds elements from tags: ends open elements as required, and ignores unmatched end tags.
///
/// Source: HTML standard, section 13.2.6: "in body", tables and foreign content, but only rules
/// that affect text. No element is moved: content of a table outside its cells stays in the table.
private struct HTMLTreeConstruction {
  private struct OpenElement {
    let tag: HTMLTag
    let name: String
    /// Whether the element is in SVG or MathML.
    var isForeign = false
    /// The element's number in the list of active formatting elements, or 0 if it is not in the
    /// list.
    var formatting = 0
    /// Whether the element's end tag was read while blocks in the element were open.
    var isEnded = false

    /// Whether tags inside the element are read as SVG or MathML.
    var holdsForeignContent: Bool { isForeign && !tag.isIntegrationPoint }
    /// Whether the element ignores end tags in it that belong to elements around it.
    var isSpecial: Bool { isForeign ? tag.isIntegrationPoint : tag.isSpecial }
  }

  /// An entry in the list of active formatting elements; the element's end tag has not been read
  /// yet.
  private struct Formatting {
    let tag: HTMLTag
    let attributes: HTMLAttributes
    var number: Int
    var isOpen: Bool
  }

  /// The scopes of the HTML standard; a scope limits how far an open element is searched for.
  private enum Scope {
    case general, listItem, button, table
  }

  private var tokenizer: HTMLTokenizer
  private let events: any HTMLEvents
  private let depthLimit: Int
  private var open: [OpenElement] = []
  /// Number of open elements by name.
  private var openCounts: [String: Int] = [:]
  /// The list of active formatting elements of the standard; `nil` is a marker.
  private var formatting: [Formatting?] = []
  private var formattingCount = 0
  /// Remaining cost of reopened formatting elements; it keeps the work proportional to the text's
  /// length.
  private var reopeningBudget: Int
  private var isStopped = false

  init(_ html: String, limits: XMLLimits, events: any HTMLEvents) {
    tokenizer = HTMLTokenizer(html, attributeLimit: limits.attributes)
    depthLimit = limits.depth
    reopeningBudget = 1 << 16 + 8 * tokenizer.count
    self.events = events
  }

  mutating func run() -> Bool {
    while !isStopped {
      tokenizer.allowsCDATA = open.last?.isForeign ?? false
      let isRaw = tokenizer.state != .data
      guard let token = tokenizer.next() else {
        close(to: 0)
        return !tokenizer.isCut
      }
      switch token {
      case .text(let bytes): text(bytes, isRaw: isRaw)
      case .startTag(let tag): start(tag)
      case .endTag(let name): end(name)
      case .comment, .doctype: break
      }
    }
    return false
  }

  private mutating func text(_ bytes: ArraySlice<UInt8>, isRaw: Bool) {
    let around = open.last.map { $0.isForeign || $0.tag == .table || $0.tag.isRow } ?? false
    if !isRaw, !around { reopenFormatting() }
    let isNUL = bytes.count == 1 && bytes.first == 0
    if !isStopped, !events.text(isNUL ? ArraySlice("\u{FFFD}".utf8) : bytes) { isStopped = true }
  }

  // MARK: - Start tags

  private mutating func start(_ tag: HTMLStartTag) {
    var kind = HTMLTag(name: tag.name)
    if open.last?.holdsForeignContent ?? false {
      let isStyled = ["color", "face", "size"].contains(where: tag.attributes.has)
      guard kind.leavesForeignContent || (kind == .font && isStyled) else {
        return insertForeign(kind, tag)
      }
      leaveForeignContent()
    }
    if tag.name == "image" { kind = .img }
    switch kind {
    case .body, .frame, .frameset, .head, .html: return
    case .math, .svg:
      reopenFormatting()
      return insertForeign(kind, tag)
    case _ where kind.isTablePart: guard clearTable(for: kind) else { return }
    case .table:
      // A table directly inside a table ends the outer table.
      let around = open.lastIndex {
        $0.tag == .table || $0.tag == .template || $0.tag.isTablePart && !$0.tag.isRow
      }
      if let around, open[around].tag == .table { close(to: around) }
    case .li: closeItem { $0 == .li }
    case .dd, .dt: closeItem { $0 == .dd || $0 == .dt }
    case .form: if openCounts["form"] != nil { return }
    case .a, .nobr: if lastFormatting(kind) != nil { endFormatting(kind) }
    case .button: closeElement(.button)
    case .select: if closeElement(.select) { return }
    case .input, .textarea: closeElement(.select)
    case .option: closeCurrent { $0 == .option }
    case .optgroup:
      closeCurrent { $0 == .option }
      closeCurrent { $0 == .optgroup }
    case .rb, .rp, .rt, .rtc:
      if index(of: .ruby) != nil {
        closeCurrent { $0 == .rb || $0 == .rp || $0 == .rt }
        if kind == .rb || kind == .rtc { closeCurrent { $0 == .rtc } }
      }
    default: break
    }
    if kind.closesParagraph { closeElement(.p, in: .button) }
    if kind.isHeading { closeCurrent(\.isHeading) }
    if kind.reopensFormatting { reopenFormatting() }
    insert(kind, tag.name, tag.attributes)
    guard !isStopped else { return }
    if kind.isVoid { return close(to: open.count - 1) }
    if kind.isFormatting { addFormatting(kind, tag) }
    if kind.marksFormatting { formatting.append(nil) }
    tokenizer.state = kind.textState
  }

  private mutating func insert(
    _ tag: HTMLTag, _ name: String, _ attributes: HTMLAttributes, isForeign: Bool = false
  ) {
    guard !isStopped, open.count < depthLimit else { return isStopped = true }
    open.append(OpenElement(tag: tag, name: name, isForeign: isForeign))
    openCounts[name, default: 0] += 1
    if !events.start(tag, attributes) { isStopped = true }
  }

  /// Ends the nearest open element of a kind whose end tag may be omitted, such as `li`.
  ///
  /// - Parameter isItem: Returns whether an element is of this kind.
  private mutating func closeItem(_ isItem: (HTMLTag) -> Bool) {
    let index = open.lastIndex {
      isItem($0.tag)
        || ($0.isSpecial && $0.tag != .address && $0.tag != .div && $0.tag != .p)
    }
    if let index, isItem(open[index].tag) { close(to: index) }
  }

  /// Ends the open elements in the nearest table that cannot contain the given part of a table.
  ///
  /// - Returns: `false` if no table is open.
  private mutating func clearTable(for part: HTMLTag) -> Bool {
    guard let table = index(of: .table, in: .table) else { return false }
    let around = open.lastIndex {
      switch part {
      case .td, .th: $0.tag == .table || $0.tag.isRow
      case .tr: $0.tag == .table || ($0.tag.isRow && $0.tag != .tr)
      default: $0.tag == .table
      }
    }
    close(to: max(table, around ?? table) + 1)
    return true
  }

  // MARK: - End tags

  private mutating func end(_ name: String) {
    let tag = HTMLTag(name: name)
    if open.last?.isForeign ?? false {
      if tag == .p || tag == .br {
        leaveForeignContent()
      } else {
        let html = open.lastIndex { !$0.isForeign } ?? -1
        if let index = open.lastIndex(where: { $0.name == name }), index > html {
          return close(to: index)
        }
      }
    }
    switch tag {
    case .body, .head, .html: break
    case .br: start(HTMLStartTag(name: name))
    case .p:
      // If no paragraph is open, `</p>` is an empty paragraph.
      if !closeElement(.p, in: .button) {
        insert(.p, name, HTMLAttributes())
        if !isStopped { close(to: open.count - 1) }
      }
    case .li: closeElement(.li, in: .listItem)
    case _ where tag.isHeading:
      if let index = index(in: .general, where: \.isHeading) { close(to: index) }
    case .template:
      if let index = open.lastIndex(where: { $0.tag == .template }) { close(to: index) }
    case _ where tag == .table || tag.isTablePart: closeElement(tag, in: .table)
    case _ where tag.isFormatting: endFormatting(tag)
    case _ where tag.endsWhatIsInside: closeElement(tag)
    default: closeOther(name)
    }
  }

  private mutating func closeOther(_ name: String) {
    guard openCounts[name] != nil else { return }
    let index = open.lastIndex { $0.name == name || $0.isSpecial }
    if let index, open[index].name == name { close(to: index) }
  }

  @discardableResult
  private mutating func closeElement(_ tag: HTMLTag, in scope: Scope = .general) -> Bool {
    guard let index = index(of: tag, in: scope) else { return false }
    close(to: index)
    return true
  }

  private mutating func closeCurrent(_ isClosed: (HTMLTag) -> Bool) {
    if let last = open.last, isClosed(last.tag) { close(to: open.count - 1) }
  }

  /// Ends the innermost elements until only `count` are open; then ends further innermost elements
  /// whose end tag was read before.
  private mutating func close(to count: Int) {
    while let last = open.last, open.count > count || last.isEnded {
      open.removeLast()
      let others = openCounts[last.name, default: 1] - 1
      openCounts[last.name] = others > 0 ? others : nil
      if last.formatting > 0,
        let entry = formatting.lastIndex(where: { $0?.number == last.formatting })
      {
        formatting[entry]?.isOpen = false
      }
      if last.tag.marksFormatting, !last.isForeign {
        while let entry = formatting.popLast(), entry != nil {}
      }
      events.end(last.tag)
    }
  }

  // MARK: - Searching

  private func index(of tag: HTMLTag, in scope: Scope = .general) -> Int? {
    guard openCounts[tag.rawValue] != nil else { return nil }
    return index(in: scope) { $0 == tag }
  }

  private func index(in scope: Scope, where isWanted: (HTMLTag) -> Bool) -> Int? {
    var index = open.count - 1
    while index >= 0, !isWanted(open[index].tag) {
      if ends(scope, at: index) { return nil }
      index -= 1
    }
    return index >= 0 ? index : nil
  }

  private func ends(_ scope: Scope, at index: Int) -> Bool {
    switch open[index].tag {
    case .table, .template: true
    case .applet, .caption, .marquee, .object, .td, .th: scope != .table
    case .ol, .ul: scope == .listItem
    case .button: scope == .button
    case let tag: scope != .table && open[index].isForeign && tag.isIntegrationPoint
    }
  }

  // MARK: - Formatting

  /// Adds the element that has just started to the list of active formatting elements.
  private mutating func addFormatting(_ kind: HTMLTag, _ tag: HTMLStartTag) {
    // At most three equal elements are kept in the list.
    let same = formattingSinceMarker.filter {
      formatting[$0]?.tag == kind && formatting[$0]?.attributes == tag.attributes
    }
    if same.count > 2 { formatting.remove(at: same[0]) }
    formattingCount += 1
    open[open.count - 1].formatting = formattingCount
    formatting.append(
      Formatting(tag: kind, attributes: tag.attributes, number: formattingCount, isOpen: true))
  }

  private var formattingSinceMarker: Range<Int> {
    let marker = formatting.lastIndex { $0 == nil } ?? -1
    return marker + 1..<formatting.count
  }

  private func lastFormatting(_ tag: HTMLTag) -> Int? {
    formattingSinceMarker.last { formatting[$0]?.tag == tag }
  }

  /// Reopens formatting elements that were ended by the end of a block before their end tag was
  /// read.
  private mutating func reopenFormatting() {
    var first = formatting.count
    while first > 0, let entry = formatting[first - 1], !entry.isOpen { first -= 1 }
    for index in first..<formatting.count {
      guard let entry = formatting[index], !isStopped else { return }
      reopeningBudget -= 32 + entry.attributes.valueBytes
      guard reopeningBudget > 0 else { return formatting.removeAll { $0 != nil } }
      insert(entry.tag, entry.tag.rawValue, entry.attributes)
      guard !isStopped else { return }
      open[open.count - 1].formatting = entry.number
      formatting[index]?.isOpen = true
    }
  }

  /// Handles the end tag of a formatting element.
  ///
  /// Blocks inside the element stay open. This corresponds to the standard's adoption agency
  /// algorithm, but no element is moved.
  private mutating func endFormatting(_ tag: HTMLTag) {
    guard let entry = lastFormatting(tag), let number = formatting[entry]?.number else {
      return closeOther(tag.rawValue)
    }
    guard let index = open.lastIndex(where: { $0.formatting == number }) else {
      formatting.remove(at: entry)
      return
    }
    let isInScope = !(index + 1..<open.count).contains { ends(.general, at: $0) }
    guard isInScope else { return }
    formatting.remove(at: entry)
    guard let block = open[(index + 1)...].lastIndex(where: \.isSpecial) else {
      return close(to: index)
    }
    close(to: block + 1)
    open[index].isEnded = true
    events.endFormatting(at: index)
  }

  // MARK: - SVG and MathML

  private mutating func insertForeign(_ kind: HTMLTag, _ tag: HTMLStartTag) {
    let isKnown = kind == .math || kind == .svg || kind.isIntegrationPoint
    insert(isKnown ? kind : .other, tag.name, tag.attributes, isForeign: true)
    if tag.isSelfClosing, !isStopped { close(to: open.count - 1) }
  }

  /// Ends the open SVG and MathML elements up to the nearest element that contains HTML.
  private mutating func leaveForeignContent() {
    while open.last?.holdsForeignContent ?? false { close(to: open.count - 1) }
  }
}

/// Receives the events of an HTML text in document order.
///
/// Each start of an element is followed by its end, even if the text omits the end tag, unless
/// reading is stopped before.
package protocol HTMLEvents: AnyObject {
  /// Receives the start of an element.
  ///
  /// - Returns: `false` to stop reading.
  func start(_ tag: HTMLTag, _ attributes: HTMLAttributes) -> Bool
  /// Receives the end of an element.
  func end(_ tag: HTMLTag)
  /// Receives the end tag of a formatting element, such as `b` or `a`, while a block in the element
  /// is open.
  ///
  /// The element does not apply to the text after this event. Its `end` is sent after the ends of
  /// the blocks in it.
  ///
  /// - Parameter depth: Number of elements that contain the formatting element.
  func endFormatting(at depth: Int)
  /// Receives text in UTF-8 that is not empty; character references are decoded.
  ///
  /// Adjacent text may be sent in several calls, each with whole characters.
  ///
  /// - Returns: `false` to stop reading.
  func text(_ bytes: ArraySlice<UInt8>) -> Bool
}

/// An attribute of an element.
struct HTMLAttribute: Equatable {
  /// Name in lower case.
  let name: String
  /// The value as written: references are not decoded, but each NUL is replaced by U+FFFD.
  let value: ArraySlice<UInt8>

  var text: String { HTMLCharacterReference.decode(value, inAttribute: true) }
}

/// The attributes of an element, in the order of the text.
package struct HTMLAttributes: Equatable {
  private var list: [HTMLAttribute] = []
  /// The names of all attributes; empty while there are fewer than 16.
  private var names: Set<String> = []

  /// Whether there are no attributes.
  package var isEmpty: Bool { list.isEmpty }

  /// Total size of all values, in bytes.
  var valueBytes: Int { list.reduce(0) { $0 + $1.value.count } }

  /// The decoded value of the attribute with the given name, which must be in lower case; empty if
  /// it was written without a value, `nil` if it is absent.
  package func value(_ name: String) -> String? { list.first { $0.name == name }?.text }

  /// Whether there is an attribute with the given name, which must be in lower case.
  package func has(_ name: String) -> Bool { list.contains { $0.name == name } }

  /// The names and decoded values of all attributes.
  package var all: [(name: String, value: String)] { list.map { ($0.name, $0.text) } }

  /// Adds an attribute, unless there is one with the same name.
  ///
  /// - Returns: `false` if the attribute is omitted because the limit is reached.
  mutating func add(_ attribute: HTMLAttribute, limit: Int) -> Bool {
    let isMany = list.count >= 16
    if isMany ? names.contains(attribute.name) : has(attribute.name) { return true }
    guard list.count < limit else { return false }
    list.append(attribute)
    if isMany {
      names.insert(attribute.name)
    } else if list.count == 16 {
      names = Set(list.map(\.name))
    }
    return true
  }
}
