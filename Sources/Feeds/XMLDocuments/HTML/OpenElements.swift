/// The stack of open elements of the HTML standard, from the outermost to the innermost.
struct OpenElements {
  /// An open element.
  struct Element {
    /// Index of the element in the tree.
    let node: Int
    let tag: HTMLTag
    let name: String
    /// Whether the element is in SVG or MathML.
    let isForeign: Bool

    /// Whether tags inside the element are read as SVG or MathML.
    var holdsForeignContent: Bool { isForeign && !tag.isIntegrationPoint }
    /// Whether the element ignores end tags in it that belong to elements around it.
    var isSpecial: Bool { isForeign ? tag.isIntegrationPoint : tag.isSpecial }

    /// Whether it is the HTML element with a tag.
    func isHTML(_ tag: HTMLTag) -> Bool { self.tag == tag && !isForeign }
    /// Whether it is an HTML element that meets a condition.
    func isHTML(where isWanted: (HTMLTag) -> Bool) -> Bool { !isForeign && isWanted(tag) }
  }

  /// The scopes of the standard, which limit how far an open element is searched for.
  enum Scope {
    case general, listItem, button, table
  }

  /// The elements; the first is the root.
  private(set) var elements: [Element]

  /// Creates a stack with the root.
  init(root: Int) {
    elements = [Element(node: root, tag: .html, name: "html", isForeign: false)]
  }

  var count: Int { elements.count }

  /// The innermost element.
  var current: Element { elements[elements.count - 1] }

  subscript(index: Int) -> Element { elements[index] }

  mutating func push(_ element: Element) { elements.append(element) }

  /// Closes the innermost element; the root stays open.
  mutating func pop() {
    if elements.count > 1 { elements.removeLast() }
  }

  /// Closes the element at an index and those inside it.
  mutating func pop(toIndex index: Int) {
    elements.removeLast(max(0, elements.count - max(index, 1)))
  }

  /// Closes the innermost elements through the first HTML element that meets a condition.
  mutating func pop(through isLast: (HTMLTag) -> Bool) {
    while elements.count > 1 {
      let element = elements.removeLast()
      if element.isHTML(where: isLast) { return }
    }
  }

  /// Closes the innermost elements until the innermost one is an HTML element that meets a condition.
  mutating func pop(to isKept: (HTMLTag) -> Bool) {
    while elements.count > 1, !current.isHTML(where: isKept) { elements.removeLast() }
  }

  /// Closes the innermost elements whose end tags may be omitted, except those with a tag.
  mutating func popImplied(except tag: HTMLTag? = nil) {
    while current.isHTML(where: { $0.hasImpliedEnd && $0 != tag }) { pop() }
  }

  /// Closes elements whose end tags may be omitted, and then through the nearest one with a tag.
  mutating func close(_ tag: HTMLTag) {
    popImplied(except: tag)
    pop(through: { $0 == tag })
  }

  /// Removes an element, and keeps those inside it.
  mutating func remove(node: Int) {
    if let index = index(of: node) { elements.remove(at: index) }
  }

  mutating func remove(at index: Int) { elements.remove(at: index) }

  mutating func replace(at index: Int, with element: Element) { elements[index] = element }

  /// Adds an element directly inside another.
  mutating func insert(_ element: Element, inside node: Int) {
    if let index = index(of: node) { elements.insert(element, at: index + 1) }
  }

  // MARK: - Searching

  /// The index of the element of a node of the tree.
  func index(of node: Int) -> Int? { elements.lastIndex { $0.node == node } }

  /// Whether an HTML element with a tag is open.
  func contains(_ tag: HTMLTag) -> Bool { elements.contains { $0.isHTML(tag) } }

  /// The index of the innermost HTML element with a tag.
  func lastIndex(of tag: HTMLTag) -> Int? { elements.lastIndex { $0.isHTML(tag) } }

  func isInScope(_ tag: HTMLTag, _ scope: Scope = .general) -> Bool {
    isInScope(scope) { $0 == tag }
  }

  func isInScope(_ scope: Scope = .general, where isWanted: (HTMLTag) -> Bool) -> Bool {
    for element in elements.reversed() {
      if element.isHTML(where: isWanted) { return true }
      if Self.ends(scope, at: element) { return false }
    }
    return false
  }

  /// Whether the element at an index is in scope.
  func isInScope(index: Int) -> Bool {
    !elements[(index + 1)...].contains { Self.ends(.general, at: $0) }
  }

  private static func ends(_ scope: Scope, at element: Element) -> Bool {
    if element.isForeign { return scope != .table && element.tag.isIntegrationPoint }
    switch element.tag {
    case .html, .table, .template: return true
    case .applet, .caption, .marquee, .object, .select, .td, .th: return scope != .table
    case .ol, .ul: return scope == .listItem
    case .button: return scope == .button
    default: return false
    }
  }
}

/// The list of active formatting elements of the HTML standard: those whose end tag was not read.
struct FormattingElements {
  /// An entry of the list.
  struct Entry {
    let tag: HTMLTag
    let attributes: HTMLAttributes
    /// Index of the element in the tree.
    var node: Int
  }

  /// The entries; `nil` is a marker, beyond which elements are not opened again.
  private(set) var entries: [Entry?] = []

  mutating func addMarker() { entries.append(nil) }

  /// Adds an element; of equal elements, at most three are kept.
  mutating func add(_ entry: Entry) {
    var equal = (count: 0, first: 0)
    for index in sinceMarker.reversed() {
      guard let other = entries[index], other.tag == entry.tag,
        other.attributes == entry.attributes
      else { continue }
      equal = (equal.count + 1, index)
    }
    if equal.count > 2 { entries.remove(at: equal.first) }
    entries.append(entry)
  }

  mutating func insert(_ entry: Entry, at index: Int) {
    entries.insert(entry, at: min(index, entries.count))
  }

  mutating func remove(at index: Int) { entries.remove(at: index) }

  mutating func remove(node: Int) { entries.removeAll { $0?.node == node } }

  /// Removes all entries but markers.
  mutating func removeAll() { entries.removeAll { $0 != nil } }

  /// Removes the entries through the last marker.
  mutating func removeThroughMarker() {
    while let entry = entries.popLast(), entry != nil {}
  }

  mutating func setNode(_ node: Int, at index: Int) { entries[index]?.node = node }

  /// The index of the last element with a tag after the last marker.
  func lastIndex(of tag: HTMLTag) -> Int? { sinceMarker.last { entries[$0]?.tag == tag } }

  /// The index of the entry of a node.
  func index(of node: Int) -> Int? { entries.lastIndex { $0?.node == node } }

  /// Index of the first of the last entries that are not open.
  func firstClosed(in open: OpenElements) -> Int {
    var first = entries.count
    while first > 0, let entry = entries[first - 1], open.index(of: entry.node) == nil {
      first -= 1
    }
    return first
  }

  private var sinceMarker: Range<Int> {
    let marker = entries.lastIndex { $0 == nil } ?? -1
    return marker + 1..<entries.count
  }
}
