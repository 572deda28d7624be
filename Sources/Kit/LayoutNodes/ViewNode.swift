public import LayoutPrimitives

/// A `Layoutable` base class that adds and removes subnodes; a plain node has no content.
open class ViewNode: Layoutable {
  /// The manager of the node's constraints.
  public private(set) lazy var manager = LayoutManager(self)
  /// The node that contains this one; `nil` for the root of a tree.
  public private(set) weak var supernode: ViewNode?
  /// The nodes in this node, from back to front.
  public private(set) var subnodes: [ViewNode] = []
  /// The frame in the coordinates of `supernode`, in points.
  open var layoutRect = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Creates a node without content.
  public init(name: String? = nil) { manager.name = name }

  /// The node that contains this one; `nil` for the root of a tree.
  public var superItem: (any Layoutable)? { supernode }
  /// The nodes in this node, from back to front.
  public var subItems: [any Layoutable] { subnodes }

  /// Adds a node in front of all other subnodes, and removes it from its former supernode.
  ///
  /// Does nothing if the node is this node or one of its ancestors.
  open func addSubnode(_ node: ViewNode) {
    var above: ViewNode? = self
    while let ancestor = above {
      if ancestor === node { return }
      above = ancestor.supernode
    }
    if node.supernode === self {
      subnodes.removeAll { $0 === node }
    } else {
      node.removeFromSupernode()
    }
    subnodes.append(node)
    node.supernode = self
  }

  /// Removes the node from its supernode.
  ///
  /// Constraints between the node or its descendants and other nodes are deactivated.
  open func removeFromSupernode() {
    guard let supernode else { return }
    let inside = Set(NodeTree(from: self).items.map { ObjectIdentifier($0.manager) })
    for node in NodeTree(from: NodeTree.root(of: self)).items {
      let isInside = inside.contains(ObjectIdentifier(node.manager))
      for constraint in node.manager.constraints {
        guard let second = constraint.second else { continue }
        if inside.contains(ObjectIdentifier(second)) != isInside { constraint.isActive = false }
      }
    }
    supernode.subnodes.removeAll { $0 === self }
    self.supernode = nil
  }

  /// The size of the content, in points; a plain node has none.
  open var itemIntrinsicContentSize: Size { .noIntrinsic }

  /// The size of the content at a width, in points, if its height depends on its width; a plain
  /// node has none.
  open func contentSizeFor(maxWidth: Double) -> Size { .noIntrinsic }

  /// Changes the node's constraints before a layout; a plain node does nothing.
  open func updateConstraint() {}

  /// Updates state that depends on the node's frame after a layout; a plain node does nothing.
  open func layoutSubItems() {}
}

/// A node of a text, whose size is measured by a closure.
open class TextNode: ViewNode {
  /// Measures a text at a width; both sizes are in points, and the width is infinite for no
  /// wrapping.
  public typealias Measure = (_ text: String, _ maxWidth: Double) -> Size

  /// The text; after a change, the next layout measures it.
  public var text: String {
    didSet { if text != oldValue { setNeedsLayout() } }
  }
  private let measure: Measure

  /// Creates a node of a text.
  public init(_ text: String = "", name: String? = nil, measure: @escaping Measure) {
    self.text = text
    self.measure = measure
    super.init(name: name)
  }

  /// The size of the text without wrapping, in points.
  open override var itemIntrinsicContentSize: Size { measure(text, .infinity) }

  /// The size of the text at a width, in points.
  open override func contentSizeFor(maxWidth: Double) -> Size { measure(text, maxWidth) }
}
