import LayoutNodes
import LayoutPrimitives

/// The class of Layoutable's README: all that an object needs to be laid out.
private final class TestNode: Layoutable {
  lazy var manager = LayoutManager(self)
  var layoutSize = Size.noIntrinsic
  weak var superItem: (any Layoutable)?
  var subItems = [any Layoutable]()

  func addSubnode(_ node: TestNode) {
    subItems.append(node)
    node.superItem = self
  }

  func layoutSubItems() {}
  func updateConstraint() {}
  var layoutRect = Rect(x: 0, y: 0, width: 0, height: 0)
  var itemIntrinsicContentSize: Size { layoutSize }
  func contentSizeFor(maxWidth: Double) -> Size { .noIntrinsic }
}

extension Example {
  /// Constraints between objects of a class of one's own, as in Layoutable's README.
  static let yourOwnLayoutable = Example(
    name: "YourOwnLayoutable", about: "objects of a class of your own, laid out by constraints"
  ) { out in
    let node = TestNode()
    let node1 = TestNode()
    let node2 = TestNode()
    node.addSubnode(node1)
    node.addSubnode(node2)

    node1.size == (30, 30)
    node2.size == (40, 40)
    [node, node1].equal(.centerY, .left)
    [node2, node].equal(.top, .bottom, .centerY, .right)
    [node1, node2].space(10, axis: .horizontal)
    node.layoutIfEnabled()
    out.frame("node ", node.frame, is: 0, 0, 80, 40)
    out.frame("node1", node1.frame, is: 0, 5, 30, 30)
    out.frame("node2", node2.frame, is: 40, 0, 40, 40)

    out.note("another one beside it, with a content size that changes")
    let node3 = TestNode()
    node.addSubnode(node3)
    node3.layoutSize = Size(width: 25, height: 10)
    node3.topLeft == node2.topRight.offset((5, 2))
    try node.layout()
    out.frame("node3", node3.frame, is: 85, 2, 25, 10)
    node3.layoutSize.width = 50
    node3.setNeedsLayout()
    node.layoutIfNeeded()
    out.frame("node3", node3.frame, is: 85, 2, 50, 10)

    out.note("the frames, stored and given to an equal tree")
    let stored = node.layoutValues
    node3.frame.x = 0
    try node.apply(stored)
    out.frame("node3", node3.frame, is: 85, 2, 50, 10)

    out.note("a mistake does not stop the rest: a node of no tree")
    let lonely = TestNode()
    (node3.manager.name, lonely.manager.name) = ("node3", "lonely")
    node3.width >= lonely.width
    withExtendedLifetime(lonely) { node.layoutIfEnabled() }
    for problem in node.manager.problems { out.note("problem: \(problem)") }
    out.check("one problem is told", node.manager.problems.count == 1)
    out.frame("node3", node3.frame, is: 85, 2, 50, 10)
  }
}
