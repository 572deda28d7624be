import LayoutScenes
import AutoLayout
import LayoutNodes
import LayoutPrimitives
import Testing

@Suite("Nodes")
struct NodeTests {
  /// The lines of Layoutable's README, and the frames that it prints.
  @Test func theReadMesFrames() throws {
    let node = PlainNode()
    let node1 = PlainNode()
    let node2 = PlainNode()
    node.addSubnode(node1)
    node.addSubnode(node2)
    node1.size == (30, 30)
    node2.size == (40, 40)
    [node, node1].equal(.centerY, .left)
    [node2, node].equal(.top, .bottom, .centerY, .right)
    [node1, node2].space(10, axis: .horizontal)
    node.layoutIfEnabled()
    #expect(node.manager.problems.isEmpty)
    #expect(node.manager.result?.caveats == [])
    #expect(node.frame == Rect(x: 0, y: 0, width: 80, height: 40))
    #expect(node1.frame == Rect(x: 0, y: 5, width: 30, height: 30))
    #expect(node2.frame == Rect(x: 40, y: 0, width: 40, height: 40))
  }

  /// The lines of the article about Panda, with a text and priorities.
  @Test func theArticlesLines() throws {
    let node = ViewNode()
    let node1 = ViewNode()
    let node2 = TextNode { text, _ in Size(width: 10 * Double(text.count), height: 20) }
    node2.text = "hehe"
    node.addSubnode(node1)
    node.addSubnode(node2)
    node1.size == (30, 30)
    node2.size == (40, 40)
    [node, node1].equal(.centerY, .left)
    [node2, node].equal(.top, .bottom, .centerY, .right)
    [node1, node2].space(10, axis: .horizontal)
    node.width == 100 ~ .strong
    node.height == 200 ~ 760.0
    let constraint = node.left == 10
    try node.layout()
    // The required chain of edges beats the preferred width and height.
    #expect(node.frame == Rect(x: 10, y: 0, width: 80, height: 40))
    let engines = node.manager.enginesCreated
    constraint.constant = 100
    try node.layout()
    #expect(node.frame == Rect(x: 100, y: 0, width: 80, height: 40))
    #expect(node2.frame == Rect(x: 40, y: 0, width: 40, height: 40))
    #expect(node.manager.enginesCreated == engines)
  }

  @Test func equivalentSpellings() throws {
    func frames(_ state: (ViewNode, ViewNode) -> Void) throws -> [Rect] {
      let (outer, inner) = (ViewNode(), ViewNode())
      outer.addSubnode(inner)
      outer.size == (200, 100)
      state(outer, inner)
      try outer.layout()
      return [outer.frame, inner.frame]
    }
    let whole = Rect(x: 0, y: 0, width: 200, height: 100)
    let inset = Rect(x: 5, y: 5, width: 190, height: 90)
    let edges: [(ViewNode, ViewNode) -> Void] = [
      { $1.edge == $0.insets((5, 5, 5, 5)) }, { $1.edge == $0 + (5, 5, 5, 5) },
      { $1.edge($0, insets: (5, 5, 5, 5)) }, { $1.edge == $0.edge.insets(5) },
      { $1.edge == $0 + 5.0 }, { $1.edge.equalTo($0, insets: 5) },
      {
        $1.xSide == $0.xSide + (5, 5); $1.ySide == $0.ySide.insets((5, 5))
      },
      {
        $1.xSide.equalTo($0, insets: (5, 5)); $1.ySide == $0.ySide + 5.0
      },
      {
        $1.topLeft == $0.topLeft.offset((5, 5)); $1.bottomRight == $0.bottomRight + (-5, -5)
      },
      {
        $1.topLeft.equalTo($0, offset: (5, 5)); $1.size == $0 + (-10, -10)
      },
      {
        $1.topLeft == (5, 5); $1.size.equalTo((190, 90))
      },
      {
        $1.center == $0; $1.size == $0.size.offset((-10, -10))
      },
      {
        $1.left == $0.left + 5; $1.right.equalTo($0.right - 5)
        $1.top == 5; $1.bottom <= $0.bottom - 5; $1.height == 0.5 * $1.width - 5
      },
      {
        $1.left == 5; $1.top == 5; 2 * $1.width + 20 == $0.width * 2; $1.height / 3 == 30
      },
    ]
    for state in edges { #expect(try frames(state) == [whole, inset]) }
    #expect(try frames { $1.edge == $0 } == [whole, whole])
    // The same attribute of a whole node.
    #expect(
      try frames {
        $1.size <= $0; $1.size >= (150, 200) ~ .weak; $1.topLeft == $0
      }
        == [whole, Rect(x: 0, y: 0, width: 150, height: 100)])
    // A negative factor on the left reverses the relation: -width <= -150.
    #expect(
      try frames {
        $1.topLeft == $0; $1.height == 1; -1 * $1.width <= -150; $1.width == 0 ~ 5
      }
      .last == Rect(x: 0, y: 0, width: 150, height: 1))
  }

  @Test func prioritiesAreRoundedAndClamped() {
    let names: [(NodePriority, Int)] = [
      (.required, 1000), (.strong, 750), (.medium, 250), (.weak, 10), (760.0, 760), (760.4, 760),
      (0, 1), (-3, 1), (5000, 1000), (NodePriority(.nan), 1), (NodePriority(.infinity), 1000),
    ]
    for (priority, value) in names { #expect(priority.priority.value == value) }
  }

  @Test func constraintsHoldAtOnceAndCanBeSwitched() throws {
    let (outer, inner) = (ViewNode(), ViewNode(name: "inner"))
    outer.addSubnode(inner)
    outer.size == (200, 100)
    inner.topLeft == outer
    inner.height == 10
    let narrow = inner.width == 50
    let wide = inner.width == 80 ~ 500
    #expect("\(wide)" == "inner.width == 80.0 ~ 500")
    try outer.layout()
    #expect(inner.frame.width == 50)
    narrow.isActive = false
    #expect(!inner.manager.constraints.contains { $0 === narrow })
    try outer.layout()
    #expect(inner.frame.width == 80)
    narrow.isActive = true
    narrow.priority = .weak
    try outer.layout()
    #expect(inner.frame.width == 80)
    wide.priority = 5
    try outer.layout()
    #expect(inner.frame.width == 50)
    // Nothing changed, so nothing is done; a new constant is a change.
    let engines = outer.manager.enginesCreated
    outer.layoutIfNeeded()
    narrow.constant = 60
    outer.layoutIfNeeded()
    #expect(inner.frame.width == 60)
    #expect(outer.manager.enginesCreated == engines)
  }

  @Test func aNodeWithoutConstraintsKeepsItsRectangle() throws {
    let (outer, inner, plain) = (ViewNode(), ViewNode(), ViewNode())
    outer.addSubnode(inner)
    outer.addSubnode(plain)
    outer.frame = Rect(x: 3, y: 4, width: 320, height: 50)
    outer.manager.isHeldByRect = true
    plain.frame = Rect(x: 10, y: 20, width: 30, height: 5)
    inner.xSide == outer.xSide.insets(10)
    inner.top == plain.bottom + 2
    inner.bottom == outer
    try outer.layout()
    #expect(outer.frame == Rect(x: 3, y: 4, width: 320, height: 50))
    #expect(plain.frame == Rect(x: 10, y: 20, width: 30, height: 5))
    #expect(inner.frame == Rect(x: 10, y: 27, width: 300, height: 23))
    outer.frame.width = 400
    plain.manager.isHeldByRect = false
    plain.height == 7
    plain.topLeft == outer
    try outer.layout()
    #expect(inner.frame == Rect(x: 10, y: 9, width: 380, height: 41))
    outer.manager.isHeldByRect = false
    plain.width == 40
    plain.right == outer.right - 20
    try outer.layout()
    #expect(outer.frame.width == 60)
    #expect(inner.frame.width == 40)
  }

  /// A root without its own constraints does not keep its empty rectangle.
  @Test func aRootThatIsOnlyEverSecondFitsItsSubnodes() throws {
    let (outer, inner) = (ViewNode(), ViewNode())
    outer.addSubnode(inner)
    inner.edge == outer.insets((1, 2, 3, 4))
    let width = inner.width == 50
    inner.height == 20
    for points in [50.0, 80, 30] {
      width.constant = points
      try outer.layout()
      #expect(outer.manager.result?.relaxed == [])
      #expect(outer.frame == Rect(x: 0, y: 0, width: points + 6, height: 24))
      #expect(inner.frame == Rect(x: 2, y: 1, width: points, height: 20))
    }
    outer.frame = Rect(x: 5, y: 6, width: 106, height: 44)
    width.isActive = false
    outer.manager.isHeldByRect = true
    inner.manager.constraints.first { $0.attribute == .height }?.isActive = false
    try outer.layout()
    #expect(outer.frame == Rect(x: 5, y: 6, width: 106, height: 44))
    #expect(inner.frame == Rect(x: 2, y: 1, width: 100, height: 40))
  }

  /// Numbers of sides are insets from the same edges of the superitem, as in `==` with a node.
  @Test func numbersOfSidesAreInsets() throws {
    func frame(_ state: (ViewNode) -> Void) throws -> Rect {
      let (outer, inner) = (ViewNode(), ViewNode(name: "inner"))
      outer.addSubnode(inner)
      outer.size == (200, 100)
      state(inner)
      try outer.layout()
      #expect(outer.manager.result?.relaxed == [])
      return inner.frame
    }
    let inset = Rect(x: 10, y: 5, width: 170, height: 88)
    let states: [(ViewNode) -> Void] = [
      {
        $0.xSide == (10, 20); $0.ySide == (5, 7)
      },
      {
        $0.xSide.equalTo((10, 20)); $0.ySide.insets((2, 3)) == (7, 10)
      },
      {
        $0.xSide == (10, 20); $0.top == 5; $0.bottom == 93
      },
      {
        $0.topLeft == (10, 5); $0.bottomRight == (180, 93)
      },
    ]
    for state in states { #expect(try frame(state) == inset) }
    // Right edges from 180 on, as far left as they may be; and up to 180, as far right.
    #expect(
      try frame {
        $0.xSide >= (10, 20); $0.ySide == (5, 7); $0.size == (0, 0) ~ .weak; $0.left == 0 ~ .medium
      } == inset)
    #expect(
      try frame {
        $0.xSide <= (10, 20); $0.ySide == (5, 7); $0.left == 900 ~ .medium; $0.width == 900 ~ .weak
      } == inset)
    let node = ViewNode(name: "node")
    let texts = ((node.xSide == (10, 20)) + (node.ySide >= (-1, 0))).map(\.description)
    #expect(
      texts == [
        "node.left == 10.0", "node.right == superItem.right - 20.0", "node.top >= -1.0",
        "node.bottom >= superItem.bottom",
      ])
    #expect((node.xSide == (1, 2)).map(\.origin) == [.left, .right])
    #expect((node.right == 1).origin == .left && (node.width == 1).origin == nil)
  }

  @Test func contentIsAskedForOnceUntilItChanges() throws {
    let (outer, inner) = (PlainNode(), PlainNode())
    outer.addSubnode(inner)
    inner.layoutSize = Size(width: 70, height: 20)
    inner.topLeft == outer
    outer.size == inner
    try outer.layout()
    #expect(outer.frame == Rect(x: 0, y: 0, width: 70, height: 20))
    for _ in 0..<3 { try outer.layout() }
    #expect(inner.asked == 1 && inner.laidOut == 1)
    inner.layoutSize.width = 90
    try outer.layout()
    #expect(outer.frame.width == 70)
    inner.setNeedsLayout()
    outer.layoutIfNeeded()
    #expect(outer.frame.width == 90)
    #expect(inner.asked == 2 && inner.laidOut == 2 && outer.laidOut == 2)
    #expect(outer.manager.enginesCreated == 1)
  }

  /// If a node is on no constraint's left-hand side, its content also decides whether it is fixed.
  @Test func contentIsAskedForOnceWithoutConstraints() throws {
    let (outer, inner) = (PlainNode(), PlainNode())
    outer.addSubnode(inner)
    inner.layoutSize = Size(width: 70, height: 20)
    outer.size == inner
    outer.topLeft == inner
    for round in 1...3 {
      try outer.layout()
      outer.layoutIfNeeded()
      #expect(inner.asked == round && outer.asked == round)
      #expect(outer.frame.width == inner.layoutSize.width)
      inner.layoutSize.width += 10
      for node in [inner, outer] { node.setNeedsLayout() }
    }
  }

  @Test func aTextIsAsHighAsItsWidthAsks() throws {
    let cell = ViewNode()
    // Letters of 10 × 20 points.
    let title = TextNode("a text of thirty-two characters.") { text, width in
      let letters = min(Double(text.count), (width / 10).rounded(.down))
      return Size(
        width: 10 * letters, height: 20 * (Double(text.count) / max(letters, 1)).rounded(.up))
    }
    cell.addSubnode(title)
    cell.width == 120
    title.edge == cell.insets((8, 10, 8, 10))
    try cell.layout()
    // 10 letters a line, 4 lines.
    #expect(title.frame == Rect(x: 10, y: 8, width: 100, height: 80))
    #expect(cell.frame.height == 96)
    title.text = "short"
    try cell.layout()
    #expect(title.frame == Rect(x: 10, y: 8, width: 100, height: 20))
    #expect(cell.manager.enginesCreated == 1)
  }

  @Test func framesAreStoredAndApplied() throws {
    func cell() -> (ViewNode, ViewNode) {
      let (outer, inner) = (ViewNode(), ViewNode())
      outer.addSubnode(inner)
      outer.size == (90, 30)
      inner.edge == outer.insets((1, 2, 3, 4))
      return (outer, inner)
    }
    let (first, _) = cell()
    try first.layout()
    let (deep, middle, last) = (ViewNode(), ViewNode(), ViewNode())
    deep.addSubnode(middle)
    middle.addSubnode(ViewNode())
    deep.addSubnode(last)
    last.frame.x = 9
    #expect(deep.layoutValues.sublayouts.map(\.sublayouts.count) == [1, 0])
    #expect(deep.layoutValues.sublayouts[1].frame.x == 9)
    let values = first.layoutValues
    #expect(values.sublayouts.map(\.frame) == [Rect(x: 2, y: 1, width: 84, height: 26)])
    let (second, inner) = cell()
    second.disableLayout()
    try second.apply(values)
    second.layoutIfEnabled()
    inner.layoutIfNeeded()
    #expect(second.layoutValues == values)
    #expect(second.manager.result == nil)
    inner.addSubnode(ViewNode())
    inner.frame.x = 77
    #expect(throws: NodeError.otherTree) { try second.apply(values) }
    #expect(inner.frame.x == 77)
    second.disableLayout(false)
    second.layoutIfEnabled()
    #expect(inner.frame.x == 2)
  }
}
