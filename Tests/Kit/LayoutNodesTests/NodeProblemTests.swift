import LayoutScenes
import AutoLayout
import LayoutNodes
import LayoutPrimitives
import Testing

/// The reports of mistakes in a notation without errors.
@Suite("Mistakes in trees of nodes")
struct NodeProblemTests {
  private func pair() -> (ViewNode, ViewNode) {
    let (outer, inner) = (ViewNode(name: "outer"), ViewNode(name: "inner"))
    outer.addSubnode(inner)
    outer.size == (200, 100)
    inner.topLeft == outer
    inner.height == 10
    return (outer, inner)
  }

  @Test func badNumbersAreToldAndTheRestIsLaidOut() throws {
    let (outer, inner) = pair()
    let width = inner.width == 50
    let bad = inner.left == .nan
    #expect(throws: NodeError.self) { try outer.layout() }
    #expect(inner.frame == Rect(x: 0, y: 0, width: 50, height: 10))
    bad.isActive = false
    try outer.layout()
    for value in [Double.nan, .infinity, 1e7] {
      width.constant = value
      outer.layoutIfEnabled()
      #expect(outer.manager.problems.count == 1)
      #expect(inner.frame.width == 50)
    }
    width.constant = 60
    try outer.layout()
    #expect(inner.frame.width == 60)
    inner.width / 0 == 4
    #expect(throws: NodeError.self) { try outer.layout() }
  }

  @Test func badRectanglesAndContentsAreTold() throws {
    let (outer, inner) = pair()
    inner.width == 50
    let plain = ViewNode(name: "plain")
    outer.addSubnode(plain)
    plain.frame.x = .nan
    #expect(throws: NodeError.self) { try outer.layout() }
    plain.frame.x = 4
    try outer.layout()
    for size in [Double.nan, -3, .infinity, 1e9] {
      let text = TextNode("x", name: "text") { _, _ in Size(width: size, height: size) }
      outer.addSubnode(text)
      outer.layoutIfEnabled()
      #expect(!outer.manager.problems.isEmpty)
      #expect(outer.manager.problems.allSatisfy { "\($0)".contains("text") })
      #expect(text.frame.width.isFinite)
      text.removeFromSupernode()
      let node = PlainNode()
      node.layoutSize = Size(width: size, height: size)
      node.width >= 1 ~ .weak
      #expect(throws: NodeError.self) { try node.layout() }
    }
  }

  @Test func nodesOfDifferentTreesCannotBeTied() throws {
    let (outer, inner) = pair()
    let other = ViewNode(name: "other")
    let tie = inner.width == other.width
    #expect(throws: NodeError.unrelated("inner.width == other.width")) { try outer.layout() }
    other.width == 70
    outer.addSubnode(other)
    try outer.layout()
    #expect(inner.frame.width == 70)
    // A removed node loses its constraints with others.
    other.removeFromSupernode()
    try outer.layout()
    #expect(!tie.isActive)
    #expect(other.superItem == nil)
  }

  @Test func namesMayBeTheSame() throws {
    let outer = ViewNode(name: "origin")
    for name in ["A 3", "A", "A", "A 3 3", "A 3", "", "", "origin"] {
      let node = ViewNode(name: name)
      outer.addSubnode(node)
      node.topLeft == outer
      node.size == (10, 10)
    }
    try outer.layout()
    #expect(outer.subnodes.map(\.frame.width) == Array(repeating: 10, count: 8))
  }

  @Test func aNodeThatIsGoneTakesItsConstraintsWithIt() throws {
    let outer = PlainNode()
    let inner = PlainNode()
    outer.addSubnode(inner)
    outer.size == (10, 10)
    do {
      let lost = PlainNode()
      inner.width == lost.width
    }
    try outer.layout()
    #expect(inner.manager.constraints.isEmpty)
  }

  @Test func contradictionsAreNamed() throws {
    let (outer, inner) = pair()
    inner.width == 50
    inner.width == 60
    try outer.layout()
    let relaxed = try #require(outer.manager.result?.relaxed)
    #expect(relaxed.count == 1)
    #expect(relaxed.allSatisfy { $0.hasPrefix("inner.width == ") })
  }

  @Test func circlesAndTwinsAreTold() throws {
    let (a, b) = (PlainNode(), PlainNode())
    a.addSubnode(b)
    b.addSubnode(a)
    a.size == (10, 10)
    b.layoutIfEnabled()
    #expect(throws: NodeError.repeated("PlainNode")) { try a.layout() }
    #expect(a.layoutValues.sublayouts == [LayoutValues(frame: b.frame)])
    let (outer, inner) = (PlainNode(), PlainNode())
    outer.addSubnode(inner)
    outer.addSubnode(inner)
    inner.size == (10, 10)
    #expect(throws: NodeError.repeated("PlainNode")) { try outer.layout() }
    let (view, node) = pair()
    node.addSubnode(view)
    node.addSubnode(node)
    #expect(node.subnodes.isEmpty && view.supernode == nil)
    view.addSubnode(node)
    #expect(view.subnodes.count == 1)
  }

  @Test func aLayoutWithinALayoutDoesNothing() throws {
    final class Restless: ViewNode {
      var count = 0
      override func layoutSubItems() {
        count += 1
        setNeedsLayout()
        layoutIfEnabled()
      }
      override func updateConstraint() { layoutIfEnabled() }
    }
    let node = Restless()
    node.size == (10, 10)
    for round in 1...3 {
      try node.layout()
      #expect(node.count == round)
    }
  }

  @Test func limitsAreKept() throws {
    let (outer, inner) = pair()
    outer.manager.limits.items = 2
    #expect(throws: NodeError.scene(.tooMany("items", limit: 2))) { try outer.layout() }
    outer.manager.limits.items = 3
    outer.manager.limits.constraints = 10
    try outer.layout()
    for number in 0..<10 { inner.width >= Double(number) }
    outer.layoutIfEnabled()
    #expect(
      outer.manager.problems.allSatisfy { $0 == .scene(.tooMany("constraints", limit: 10)) })
    #expect(outer.manager.problems.count == 9)
  }

  @Test func layoutsDoNotDependOnWhatWasBefore() throws {
    let (outer, inner) = pair()
    inner.width == 50 ~ 300
    inner.width == 60 ~ 300
    try outer.layout()
    let before = outer.layoutValues
    let extra = ViewNode()
    inner.addSubnode(extra)
    let tie = extra.width == inner
    try outer.layout()
    tie.isActive = false
    extra.removeFromSupernode()
    try outer.layout()
    #expect(outer.layoutValues == before)
  }
}
