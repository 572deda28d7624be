import LayoutNodes
import LayoutPrimitives

extension Example {
  /// The lines of the article that presents Panda.
  static let pandaNodes = Example(
    name: "PandaNodes", about: "two nodes side by side, in Panda's notation"
  ) { out in
    let node = ViewNode()
    let node1 = ViewNode()
    let node2 = TextNode { text, width in
      // Letters of 10 × 20 points.
      let fitting = min(Double(text.count), max(1, (width / 10).rounded(.down)))
      return Size(width: 10 * fitting, height: 20 * (Double(text.count) / fitting).rounded(.up))
    }
    node2.text = "hehe"
    node.addSubnode(node1)
    node.addSubnode(node2)

    node1.size == (30, 30)
    node2.size == (40, 40)

    [node, node1].equal(.centerY, .left)
    // Equivalent to
    // node.left == node1.left
    // node.centerY == node1.centerY
    // or
    // node.left.equalTo(node1.left)
    // node.centerY.equalTo(node1.centerY)

    [node2, node].equal(.top, .bottom, .centerY, .right)
    [node1, node2].space(10, axis: .horizontal)

    try node.layout()
    out.frame("node ", node.frame, is: 0, 0, 80, 40)
    out.frame("node1", node1.frame, is: 0, 5, 30, 30)
    out.frame("node2", node2.frame, is: 40, 0, 40, 40)

    out.note("priorities: the required edges above leave no room for these")
    node.width == 100 ~ .strong
    node.height == 200 ~ 760.0
    try node.layout()
    out.frame("node ", node.frame, is: 0, 0, 80, 40)

    out.note("update constant")
    let c = node.left == 10
    try node.layout()
    out.frame("node ", node.frame, is: 10, 0, 80, 40)
    let engines = node.manager.enginesCreated
    c.constant = 100
    try node.layout()
    out.frame("node ", node.frame, is: 100, 0, 80, 40)
    out.check("the new constant made no new engine", node.manager.enginesCreated == engines)
  }
}
