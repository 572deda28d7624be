/// Builds a tree from tags and text.
///
/// Source: HTML standard, section 13.2.6, tree construction, for a fragment whose context is `body`
/// and without scripts: so elements of `head` are where they are written, and the tags of `html`,
/// `head`, `body` and of frames are ignored.
struct HTMLTreeBuilder {
  /// The insertion modes of the standard that a fragment can have.
  enum Mode {
    case body, table, caption, columnGroup, tableBody, row, cell, template
  }

  private var tokenizer: HTMLTokenizer
  private var tree: HTMLTree
  // reason: the rules of tables, which are in a file of their own, change them.
  var open = OpenElements(root: HTMLTree.root)
  // reason: as `open`
  var formatting = FormattingElements()
  // reason: as `open`
  var mode = Mode.body
  /// The insertion modes of open templates.
  private(set) var templateModes: [Mode] = []
  // reason: as `open`
  /// Whether content that a table cannot contain is put before the table.
  var fosters = false
  // reason: as `open`
  /// The open form.
  var form: Int?
  /// Whether the text inside the innermost element is not parsed as markup.
  private var isInRawText = false
  /// Whether a line feed that comes next is ignored.
  private var skipsLineFeed = false
  /// Text directly in a table, whose place depends on whether all of it is white space.
  private var tableText: [ArraySlice<UInt8>] = []
  private let depthLimit: Int
  /// Remaining cost of elements that are made again; it keeps the work proportional to the text's
  /// length.
  private var copyBudget: Int
  private var isStopped = false

  init(_ html: String, limits: XMLLimits) {
    tokenizer = HTMLTokenizer(html, attributeLimit: limits.attributes)
    tree = HTMLTree(capacity: 8 + min(tokenizer.count / 16, 1024))
    depthLimit = limits.depth
    copyBudget = 1 << 16 + 8 * tokenizer.count
  }

  mutating func run() -> HTMLTree {
    while !isStopped {
      tokenizer.allowsCDATA = open.current.isForeign
      guard let token = tokenizer.next() else { break }
      if case .text(let bytes) = token {
        text(bytes)
        continue
      }
      insertTableText()
      skipsLineFeed = false
      switch token {
      case .startTag(let tag): read(tag)
      case .endTag(let name): readEnd(name)
      case .text, .comment, .doctype: break
      }
    }
    insertTableText()
    tree.isWhole = !isStopped && !tokenizer.isCut
    return tree
  }

  // MARK: - Text

  private mutating func text(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    if skipsLineFeed, bytes.first == 0x0A { bytes.removeFirst() }
    skipsLineFeed = false
    guard !bytes.isEmpty else { return }
    if bytes.count == 1, bytes.first == 0 {
      // Other NULs are replaced by the tokenizer.
      guard open.current.holdsForeignContent else { return }
      bytes = ArraySlice("\u{FFFD}".utf8)
    }
    if isInRawText || open.current.holdsForeignContent { return insert(text: bytes) }
    if isTableContext, !open.current.isForeign { return tableText.append(bytes) }
    if mode == .columnGroup {
      let space = bytes.prefix(while: Self.isSpace)
      if !space.isEmpty { insert(text: space) }
      guard space.count < bytes.count, closeColumnGroup() else { return }
      return text(bytes[space.endIndex...])
    }
    fosters = mode == .table || mode == .tableBody || mode == .row
    reopenFormatting()
    insert(text: bytes)
    fosters = false
  }

  /// Whether text is directly in a table or in a part of it that contains no text.
  private var isTableContext: Bool {
    guard mode == .table || mode == .tableBody || mode == .row else { return false }
    let tag = open.current.tag
    return tag == .table || tag.isRow
  }

  /// Inserts the text that was found directly in a table: before the table, unless it is white space.
  private mutating func insertTableText() {
    guard !tableText.isEmpty else { return }
    let pieces = tableText
    tableText.removeAll(keepingCapacity: true)
    let isSpace = pieces.allSatisfy { $0.allSatisfy(Self.isSpace) }
    for piece in pieces where !isStopped {
      if !isSpace {
        fosters = true
        reopenFormatting()
      }
      insert(text: piece)
      fosters = false
    }
  }

  private mutating func insert(text: ArraySlice<UInt8>) {
    guard !isStopped else { return }
    let node = tree.add(HTMLTree.Node(text: text))
    place(node, in: open.current)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x0D
  }

  // MARK: - Elements

  /// Makes an element and opens it.
  @discardableResult
  mutating func insert(
    _ tag: HTMLTag, _ name: String, _ attributes: HTMLAttributes, isForeign: Bool = false
  ) -> Int {
    guard !isStopped, open.count <= depthLimit else {
      isStopped = true
      return open.current.node
    }
    let node = tree.add(
      HTMLTree.Node(tag: tag, name: name, isForeign: isForeign, attributes: attributes))
    place(node, in: open.current)
    open.push(OpenElements.Element(node: node, tag: tag, name: name, isForeign: isForeign))
    return node
  }

  mutating func insert(_ tag: HTMLTag) { insert(tag, tag.rawValue, HTMLAttributes()) }

  /// Makes an element that cannot contain anything.
  mutating func insertEmpty(_ tag: HTMLTag, _ start: HTMLStartTag) {
    insert(tag, tag == .img ? "img" : start.name, start.attributes)
    if !isStopped { open.pop() }
  }

  /// Makes an element whose text is not parsed as markup.
  private mutating func insertRaw(_ tag: HTMLTag, _ start: HTMLStartTag) {
    insert(tag, start.name, start.attributes)
    tokenizer.state = tag.textState
    isInRawText = true
  }

  /// Puts a node at the end of an element, or before a table that cannot contain the node.
  private mutating func place(_ node: Int, in target: OpenElements.Element) {
    guard fosters, target.isHTML(where: { $0 == .table || $0.isRow }) else {
      return tree.append(node, to: target.node)
    }
    let table = open.lastIndex(of: .table)
    if let template = open.lastIndex(of: .template), template > table ?? -1 {
      return tree.append(node, to: open[template].node)
    }
    guard let table else { return tree.append(node, to: HTMLTree.root) }
    if tree.parent(of: open[table].node) != nil {
      tree.insert(node, before: open[table].node)
    } else {
      tree.append(node, to: open[table - 1].node)
    }
  }
}

// MARK: - Tags

extension HTMLTreeBuilder {
  private mutating func read(_ tag: HTMLStartTag) {
    let kind = HTMLTag(name: tag.name)
    if open.current.holdsForeignContent {
      let isStyled = ["color", "face", "size"].contains(where: tag.attributes.has)
      guard kind.leavesForeignContent || (kind == .font && isStyled) else {
        return insertForeign(kind, tag)
      }
      while open.current.holdsForeignContent { open.pop() }
    }
    start(tag.name == "image" ? .img : kind, tag)
  }

  mutating func start(_ kind: HTMLTag, _ tag: HTMLStartTag) {
    switch mode {
    case .body: startInBody(kind, tag)
    case .table: startInTable(kind, tag)
    case .caption:
      guard kind.isTablePart else { return startInBody(kind, tag) }
      if closeCaption() { start(kind, tag) }
    case .columnGroup:
      switch kind {
      case .col: insertEmpty(kind, tag)
      case .template: startInBody(kind, tag)
      default: if closeColumnGroup() { start(kind, tag) }
      }
    case .tableBody: startInTableBody(kind, tag)
    case .row: startInRow(kind, tag)
    case .cell:
      guard kind.isTablePart else { return startInBody(kind, tag) }
      if closeCell() { start(kind, tag) }
    case .template: startInTemplate(kind, tag)
    }
  }

  private mutating func readEnd(_ name: String) {
    let tag = HTMLTag(name: name)
    if isInRawText {
      isInRawText = false
      return open.pop()
    }
    if open.current.isForeign {
      if tag == .p || tag == .br {
        while open.current.holdsForeignContent { open.pop() }
      } else if closeForeign(name) {
        return
      }
    }
    end(tag, name)
  }

  mutating func end(_ tag: HTMLTag, _ name: String) {
    switch mode {
    case .body: endInBody(tag, name)
    case .table: endInTable(tag, name)
    case .caption:
      switch tag {
      case .caption: closeCaption()
      case .table: if closeCaption() { end(tag, name) }
      case _ where tag.isTablePart: break
      default: endInBody(tag, name)
      }
    case .columnGroup:
      switch tag {
      case .colgroup: closeColumnGroup()
      case .col: break
      case .template: endTemplate()
      default: if closeColumnGroup() { end(tag, name) }
      }
    case .tableBody: endInTableBody(tag, name)
    case .row: endInRow(tag, name)
    case .cell: endInCell(tag, name)
    case .template: if tag == .template { endTemplate() }
    }
  }

  // MARK: - In body

  mutating func startInBody(_ kind: HTMLTag, _ tag: HTMLStartTag) {
    switch kind {
    case .body, .frame, .frameset, .head, .html: return
    case _ where kind.isTablePart: return
    case .math, .svg:
      reopenFormatting()
      return insertForeign(kind, tag)
    case .base, .basefont, .bgsound, .link, .meta, .param, .source, .track:
      return insertEmpty(kind, tag)
    case .script, .style, .title, .noframes, .noembed, .iframe, .textarea:
      insertRaw(kind, tag)
      skipsLineFeed = kind == .textarea
      return
    case .template: return startTemplate(tag)
    case .form:
      if form != nil, !open.contains(.template) { return }
      closeParagraph()
      let node = insert(kind, tag.name, tag.attributes)
      if !open.contains(.template) { form = node }
      return
    case .li: closeItem { $0 == .li }
    case .dd, .dt: closeItem { $0 == .dd || $0 == .dt }
    case .button:
      if open.isInScope(.button) {
        open.popImplied()
        open.pop(through: { $0 == .button })
      }
    case .a, .nobr: startOnce(kind)
    case .select: if open.isInScope(.select) { return open.pop(through: { $0 == .select }) }
    case .input: if open.isInScope(.select) { open.pop(through: { $0 == .select }) }
    case .option, .optgroup, .hr: startInSelect(kind)
    case .rb, .rtc: if open.isInScope(.ruby) { open.popImplied() }
    case .rp, .rt: if open.isInScope(.ruby) { open.popImplied(except: .rtc) }
    default: break
    }
    if kind.closesParagraph { closeParagraph() }
    if kind.isHeading, open.current.isHTML(where: \.isHeading) { open.pop() }
    if kind.reopensFormatting { reopenFormatting() }
    switch kind {
    case .xmp:
      reopenFormatting()
      return insertRaw(kind, tag)
    case _ where kind.isVoid: return insertEmpty(kind, tag)
    default: break
    }
    let node = insert(kind, tag.name, tag.attributes)
    guard !isStopped else { return }
    switch kind {
    case .table: mode = .table
    case .plaintext: tokenizer.state = .plainText
    case .pre, .listing: skipsLineFeed = true
    case _ where kind.isFormatting:
      formatting.add(FormattingElements.Entry(tag: kind, attributes: tag.attributes, node: node))
    case _ where kind.marksFormatting: formatting.addMarker()
    default: break
    }
  }

  private mutating func startInSelect(_ kind: HTMLTag) {
    if open.isInScope(.select) {
      open.popImplied(except: kind == .option ? .optgroup : nil)
    } else if kind != .hr, open.current.tag == .option {
      open.pop()
    }
  }

  mutating func endInBody(_ tag: HTMLTag, _ name: String) {
    switch tag {
    case .body, .head, .html: break
    case _ where tag.isTablePart: break
    case .template: endTemplate()
    case .br: start(.br, HTMLStartTag(name: name))
    case .p:
      // If no paragraph is open, `</p>` is an empty paragraph.
      if !open.isInScope(.p, .button) { insert(.p) }
      closeParagraph()
    case .li:
      guard open.isInScope(.li, .listItem) else { return }
      open.close(tag)
    case .dd, .dt:
      guard open.isInScope(tag) else { return }
      open.close(tag)
    case _ where tag.isHeading:
      guard open.isInScope(where: \.isHeading) else { return }
      open.popImplied()
      open.pop(through: \.isHeading)
    case .form: endForm()
    case _ where tag.isFormatting: endFormatting(tag)
    case .applet, .marquee, .object:
      guard open.isInScope(tag) else { return }
      open.popImplied()
      open.pop(through: { $0 == tag })
      formatting.removeThroughMarker()
    case _ where tag.endsWhatIsInside:
      guard open.isInScope(tag) else { return }
      open.popImplied()
      open.pop(through: { $0 == tag })
    default: endOther(name)
    }
  }

  private mutating func endForm() {
    guard !open.contains(.template) else {
      if open.isInScope(.form) {
        open.popImplied()
        open.pop(through: { $0 == .form })
      }
      return
    }
    guard let node = form else { return }
    form = nil
    guard let index = open.index(of: node), open.isInScope(index: index) else { return }
    open.popImplied()
    open.remove(node: node)
  }

  private mutating func endOther(_ name: String) {
    for index in open.elements.indices.dropFirst().reversed() {
      let element = open[index]
      if !element.isForeign, element.name == name { return open.pop(toIndex: index) }
      if element.isSpecial { return }
    }
  }

  private mutating func closeParagraph() {
    if open.isInScope(.p, .button) { open.close(.p) }
  }

  /// Ends the nearest open element of a kind whose end tag may be omitted, such as `li`.
  private mutating func closeItem(_ isItem: (HTMLTag) -> Bool) {
    for element in open.elements.dropFirst().reversed() {
      if element.isHTML(where: isItem) { return open.close(element.tag) }
      if element.isSpecial, ![.address, .div, .p].contains(element.tag) { return }
    }
  }

  mutating func startTemplate(_ tag: HTMLStartTag) {
    insert(.template, tag.name, tag.attributes)
    formatting.addMarker()
    mode = .template
    templateModes.append(.template)
  }

  private mutating func startInTemplate(_ kind: HTMLTag, _ tag: HTMLStartTag) {
    switch kind {
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return startInBody(kind, tag)
    case .caption, .colgroup, .tbody, .tfoot, .thead: mode = .table
    case .col: mode = .columnGroup
    case .tr: mode = .tableBody
    case .td, .th: mode = .row
    default: mode = .body
    }
    if !templateModes.isEmpty { templateModes[templateModes.count - 1] = mode }
    start(kind, tag)
  }

  mutating func endTemplate() {
    guard open.contains(.template) else { return }
    open.pop(through: { $0 == .template })
    formatting.removeThroughMarker()
    _ = templateModes.popLast()
    resetMode()
  }

  // MARK: - Formatting

  /// Ends an open element that cannot contain another of its kind, such as `a`.
  private mutating func startOnce(_ tag: HTMLTag) {
    if tag == .nobr {
      reopenFormatting()
      if open.isInScope(.nobr) { endFormatting(.nobr) }
      return
    }
    guard let index = formatting.lastIndex(of: tag), let node = formatting.entries[index]?.node
    else { return }
    endFormatting(tag)
    formatting.remove(node: node)
    open.remove(node: node)
  }

  /// Makes formatting elements again that ended with a block before their end tag.
  private mutating func reopenFormatting() {
    for index in formatting.firstClosed(in: open)..<formatting.entries.count {
      guard let entry = formatting.entries[index], !isStopped else { return }
      guard allowsCopy(of: entry.attributes) else { return formatting.removeAll() }
      formatting.setNode(insert(entry.tag, entry.tag.rawValue, entry.attributes), at: index)
    }
  }

  /// Whether one more element may be made again.
  private mutating func allowsCopy(of attributes: HTMLAttributes) -> Bool {
    copyBudget -= 32 + attributes.valueBytes
    return copyBudget > 0
  }

  /// Handles the end tag of a formatting element: the adoption agency algorithm.
  private mutating func endFormatting(_ tag: HTMLTag) {
    if open.current.isHTML(tag), formatting.index(of: open.current.node) == nil {
      return open.pop()
    }
    for _ in 0..<8 {
      guard let listed = formatting.lastIndex(of: tag), let entry = formatting.entries[listed]
      else {
        return endOther(tag.rawValue)
      }
      guard let index = open.index(of: entry.node) else {
        return formatting.remove(at: listed)
      }
      guard open.isInScope(index: index) else { return }
      guard let block = open.elements[(index + 1)...].firstIndex(where: \.isSpecial) else {
        open.pop(toIndex: index)
        return formatting.remove(at: listed)
      }
      guard adopt(entry, at: index, block: block) else { return isStopped = true }
    }
  }

  /// Moves a block out of a formatting element that ends in it, and what is in the block into a copy
  /// of the element.
  ///
  /// - Parameters:
  ///   - entry: The formatting element.
  ///   - index: The index of the formatting element among the open elements.
  ///   - block: The index of the block.
  /// - Returns: `false` if too many elements were made again.
  private mutating func adopt(
    _ entry: FormattingElements.Entry, at index: Int, block: Int
  ) -> Bool {
    let (furthest, ancestor) = (open[block].node, open[index - 1])
    // The entry after which the copy is listed; `nil` for the place of the formatting element.
    var bookmark: Int?
    var moved = furthest
    for (count, above) in (index + 1..<block).reversed().enumerated() {
      let element = open[above]
      if count >= 3 { formatting.remove(node: element.node) }
      guard let listed = formatting.index(of: element.node),
        let between = formatting.entries[listed]
      else {
        open.remove(at: above)
        continue
      }
      guard let copy = copy(between) else { return false }
      formatting.setNode(copy.node, at: listed)
      open.replace(at: above, with: copy)
      if moved == furthest { bookmark = copy.node }
      tree.append(moved, to: copy.node)
      moved = copy.node
    }
    let fostered = fosters
    fosters = true
    place(moved, in: ancestor)
    fosters = fostered
    guard let copy = copy(entry) else { return false }
    tree.moveChildren(of: furthest, to: copy.node)
    tree.append(copy.node, to: furthest)
    let listed = bookmark.flatMap { formatting.index(of: $0) }.map { $0 + 1 }
    var copied = entry
    copied.node = copy.node
    if let listed { formatting.insert(copied, at: listed) }
    if let old = formatting.index(of: entry.node) {
      formatting.remove(at: old)
      if listed == nil { formatting.insert(copied, at: old) }
    }
    open.remove(node: entry.node)
    open.insert(copy, inside: furthest)
    return true
  }

  /// Makes a formatting element again, without a place in the tree.
  private mutating func copy(_ entry: FormattingElements.Entry) -> OpenElements.Element? {
    guard allowsCopy(of: entry.attributes) else { return nil }
    let node = tree.add(
      HTMLTree.Node(tag: entry.tag, name: entry.tag.rawValue, attributes: entry.attributes))
    return OpenElements.Element(
      node: node, tag: entry.tag, name: entry.tag.rawValue, isForeign: false)
  }

  // MARK: - SVG and MathML

  private mutating func insertForeign(_ kind: HTMLTag, _ tag: HTMLStartTag) {
    let isKnown = kind == .math || kind == .svg || kind.isIntegrationPoint
    insert(isKnown ? kind : .other, tag.name, tag.attributes, isForeign: true)
    if tag.isSelfClosing, !isStopped { open.pop() }
  }

  /// Closes the SVG or MathML element with a name.
  ///
  /// - Returns: `false` if there is none inside the nearest element of HTML.
  private mutating func closeForeign(_ name: String) -> Bool {
    let html = open.elements.lastIndex { !$0.isForeign } ?? 0
    guard let index = open.elements.lastIndex(where: { $0.name == name }), index > html else {
      return false
    }
    open.pop(toIndex: index)
    return true
  }
}
