/// The elements and texts of an HTML text, as the HTML standard constructs them for a fragment in
/// `body`.
package struct HTMLTree: Sendable {
  /// An element or a text.
  package struct Node: Sendable {
    /// The element; `nil` for a text.
    package var tag: HTMLTag?
    /// The element's name in lower case; empty for a text.
    package var name = ""
    /// Whether the element is in SVG or MathML.
    package var isForeign = false
    /// The element's attributes.
    package var attributes = HTMLAttributes()
    /// The text in UTF-8, with decoded character references; empty for an element.
    package var text: ArraySlice<UInt8> = []

    fileprivate var parent = HTMLTree.none
    fileprivate var firstChild = HTMLTree.none
    fileprivate var lastChild = HTMLTree.none
    fileprivate var next = HTMLTree.none
    fileprivate var previous = HTMLTree.none

    /// Creates an element.
    init(
      tag: HTMLTag, name: String, isForeign: Bool = false,
      attributes: HTMLAttributes = HTMLAttributes()
    ) {
      self.tag = tag
      self.name = name
      self.isForeign = isForeign
      self.attributes = attributes
    }

    /// Creates a text.
    init(text: ArraySlice<UInt8>) { self.text = text }
  }

  /// The index that stands for no node.
  private static let none = -1
  /// The index of the node that contains all others; it is no element of the text.
  package static let root = 0

  /// All nodes, in the order of their creation.
  ///
  /// Those that the construction removed from the tree again are among them.
  package private(set) var nodes: ContiguousArray<Node> = [Node(tag: .body, name: "body")]
  /// Whether the whole text is in the tree.
  ///
  /// It is not if elements are nested too deep, or if attributes beyond the limit were omitted.
  package internal(set) var isWhole = true

  /// Creates a tree with memory for a number of nodes, which grows if necessary.
  init(capacity: Int) { nodes.reserveCapacity(capacity) }

  /// The node around a node; `nil` for the root, and for a node that is not in the tree.
  package func parent(of node: Int) -> Int? { Self.index(nodes[node].parent) }

  /// The first node inside a node.
  package func firstChild(of node: Int) -> Int? { Self.index(nodes[node].firstChild) }

  /// The node after a node, inside the same node.
  package func next(after node: Int) -> Int? { Self.index(nodes[node].next) }

  private static func index(_ node: Int) -> Int? { node == none ? nil : node }

  /// Sends the elements and texts to `events` in tree order.
  ///
  /// - Returns: Whether everything was sent; `events` may stop it.
  package func walk(_ events: any HTMLEvents) -> Bool {
    var node = nodes[Self.root].firstChild
    while node != Self.none {
      if let tag = nodes[node].tag {
        guard events.start(tag, nodes[node].attributes) else { return false }
        if nodes[node].firstChild != Self.none {
          node = nodes[node].firstChild
          continue
        }
        events.end(tag)
      } else if !events.text(nodes[node].text) {
        return false
      }
      while nodes[node].next == Self.none {
        node = nodes[node].parent
        guard node != Self.root, node != Self.none else { return true }
        if let tag = nodes[node].tag { events.end(tag) }
      }
      node = nodes[node].next
    }
    return true
  }
}

/// Changes of the tree.
extension HTMLTree {
  /// Adds a node without a place in the tree.
  mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// Moves a node to the end of a node.
  mutating func append(_ node: Int, to parent: Int) {
    detach(node)
    nodes[node].parent = parent
    nodes[node].previous = nodes[parent].lastChild
    if nodes[parent].lastChild == Self.none {
      nodes[parent].firstChild = node
    } else {
      nodes[nodes[parent].lastChild].next = node
    }
    nodes[parent].lastChild = node
  }

  /// Moves a node to the place before a node that is in the tree.
  mutating func insert(_ node: Int, before sibling: Int) {
    detach(node)
    let (parent, previous) = (nodes[sibling].parent, nodes[sibling].previous)
    nodes[node].parent = parent
    nodes[node].previous = previous
    nodes[node].next = sibling
    nodes[sibling].previous = node
    if previous == Self.none {
      nodes[parent].firstChild = node
    } else {
      nodes[previous].next = node
    }
  }

  /// Moves all nodes inside a node to the end of another node.
  mutating func moveChildren(of node: Int, to parent: Int) {
    while nodes[node].firstChild != Self.none { append(nodes[node].firstChild, to: parent) }
  }

  private mutating func detach(_ node: Int) {
    let (parent, previous, next) = (nodes[node].parent, nodes[node].previous, nodes[node].next)
    guard parent != Self.none else { return }
    if previous == Self.none {
      nodes[parent].firstChild = next
    } else {
      nodes[previous].next = next
    }
    if next == Self.none {
      nodes[parent].lastChild = previous
    } else {
      nodes[next].previous = previous
    }
    nodes[node].parent = Self.none
    nodes[node].previous = Self.none
    nodes[node].next = Self.none
  }
}

/// Receives the elements and texts of an HTML text in tree order.
package protocol HTMLEvents: AnyObject {
  /// Receives the start of an element.
  ///
  /// - Returns: `false` to stop.
  func start(_ tag: HTMLTag, _ attributes: HTMLAttributes) -> Bool
  /// Receives the end of an element.
  func end(_ tag: HTMLTag)
  /// Receives text in UTF-8 that is not empty; character references are decoded.
  ///
  /// Adjacent text may be sent in several calls, each with whole characters.
  ///
  /// - Returns: `false` to stop.
  func text(_ bytes: ArraySlice<UInt8>) -> Bool
}
