import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

@Suite struct SceneMarginTests {
  private func fill(_ view: SceneItem, _ outer: SceneItem) -> [LayoutConstraint] {
    [
      view.leading == outer.leadingMargin, view.trailing == outer.trailingMargin,
      view.top == outer.topMargin, view.bottom == outer.bottomMargin,
    ]
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func marginsTurnWithTheDirectionAndChangeWithoutAnEngine(_ direction: LayoutDirection) throws {
    var scene = LayoutScene(
      direction: direction, margins: Insets(top: 1, leading: 10, bottom: 2, trailing: 30))
    let view = try scene.addItem("view") { $0.fixedHeight = 40 }
    let mark = try scene.addItem("mark") { ($0.fixedWidth, $0.fixedHeight) = (20, 5) }
    try scene.add(fill(view, scene.root))
    try scene.add { root in
      mark.centerX == root.centerXWithinMargins
      mark.centerY == root.centerYWithinMargins
    }
    let isLeft = direction == .leftToRight
    var layout = try scene.layout(width: 100)
    #expect(layout[view] == Rect(x: isLeft ? 10 : 30, y: 1, width: 60, height: 40))
    // The middle of the remaining space: at 40 or 60, and at 1 + 20.
    #expect(layout[mark] == Rect(x: isLeft ? 30 : 50, y: 18.5, width: 20, height: 5))
    try scene.setMargins(scene.root, Insets(all: 5))
    layout = try scene.layout(width: 100)
    #expect(layout[view] == Rect(x: 5, y: 5, width: 90, height: 40))
    #expect(scene.enginesCreated == 1)
  }

  @Test func physicalMarginsDoNotTurn() throws {
    var scene = LayoutScene(
      direction: .rightToLeft, margins: Insets(top: 0, leading: 10, bottom: 0, trailing: 30))
    let view = try scene.addItem("view") { $0.fixedHeight = 40 }
    try scene.add { root in
      view.left == root.leftMargin
      view.right == root.rightMargin
      view.top == root.top
    }
    // Right to left, leading is right.
    #expect(try scene.layout(width: 100)[view] == Rect(x: 30, y: 0, width: 60, height: 40))
  }

  @Test func theRootsMinimumMarginsHoldAsWell() throws {
    var scene = LayoutScene(
      margins: Insets(all: 8),
      minimumMargins: Insets(top: 0, leading: 16, bottom: 0, trailing: 20))
    let view = try scene.addItem("view") { $0.fixedHeight = 10 }
    try scene.add(fill(view, scene.root))
    #expect(try scene.layout(width: 100)[view] == Rect(x: 16, y: 8, width: 64, height: 10))
  }

  @Test func minimumMarginsHoldAgainstSmallerOnes() throws {
    var scene = LayoutScene()
    let card = try scene.addItem("card") {
      $0.margins = Insets(top: 2, leading: 20, bottom: 2, trailing: 0)
      $0.minimumMargins = Insets(top: 0, leading: 16, bottom: 0, trailing: 16)
    }
    let view = try scene.addItem("view", in: card) { $0.fixedHeight = 10 }
    try scene.add(fill(view, card))
    try scene.add { root in
      card.leading == root.leading
      card.trailing == root.trailing
      card.top == root.top
    }
    #expect(try scene.layout(width: 100)[view] == Rect(x: 20, y: 2, width: 64, height: 10))
  }

  /// The cell has margins of 20 on its sides.
  ///
  /// The card is 5 inside it and has margins of 8, so its margins are max(8, 20 - 5) = 15. The view
  /// that is 30 inside keeps its margins of 8.
  @Test func preservedMarginsReachAsFarAsTheSuperviews() throws {
    var scene = LayoutScene(margins: Insets(top: 0, leading: 20, bottom: 0, trailing: 20))
    let card = try scene.addItem("card") { $0.preservesSuperviewMargins = true }
    let view = try scene.addItem("view", in: card) { $0.fixedHeight = 10 }
    try scene.add(fill(view, card))
    let inset = try scene.add(card.leading == scene.root.leading + 5)
    try scene.add { root in
      card.trailing == root.trailing - 30
      card.top == root.top
      card.bottom == root.bottom
    }
    var layout = try scene.layout(width: 200)
    #expect(layout.margins[card.index] == Insets(top: 8, leading: 15, bottom: 8, trailing: 8))
    #expect(layout[view] == Rect(x: 20, y: 8, width: 142, height: 10))
    // The result depends on the bound values, not on the previous layout.
    try scene.setConstant(inset, 15)
    layout = try scene.layout(width: 200)
    #expect(layout.margins[card.index].leading == 8)
    #expect(layout[view].x == 23)
    #expect(scene.enginesCreated == 1)
  }

  /// Two cards in each other, edge to edge, so that the inner one's margin comes from the cell.
  @Test func preservedMarginsAreHandedDown() throws {
    var scene = LayoutScene(margins: Insets(all: 20))
    let outer = try scene.addItem("outer") { $0.preservesSuperviewMargins = true }
    let inner = try scene.addItem("inner", in: outer) { $0.preservesSuperviewMargins = true }
    let view = try scene.addItem("view", in: inner) { $0.fixedHeight = 10 }
    for (child, parent) in [(outer, scene.root), (inner, outer)] {
      try scene.add {
        _ in
        child.leading == parent.leading
        child.trailing == parent.trailing
        child.top == parent.top
        child.bottom == parent.bottom
      }
    }
    try scene.add(fill(view, inner))
    let layout = try scene.layout(width: 100)
    #expect(layout[view] == Rect(x: 20, y: 20, width: 60, height: 10))
    #expect(layout.size.height == 50)
  }

  /// An item whose edge is twice its margin m inside the cell gets a margin of 20 - 2m there.
  ///
  /// So the margins alternate: 0, 20, 0, 20.
  @Test func marginsThatNeverSettleAreAFeedbackLoop() throws {
    var loop = LayoutScene(margins: Insets(all: 20))
    let loose = try loop.addItem("loose") {
      $0.preservesSuperviewMargins = true
      $0.margins = Insets(all: 0)
    }
    try loop.add { root in
      // leading + m == 1.5 × leading, so leading == 2m.
      loose.leadingMargin == 1.5 * loose.leading
      loose.width == 10
      loose.leading >= root.leading
    }
    #expect(throws: SceneError.marginLoop(passes: 100, items: ["loose"])) {
      try loop.layout(width: 100)
    }
  }

  /// A badge whose shadow extends 3 points beyond its alignment rectangle, and 6 below.
  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func constraintsSpeakOfAlignmentRects(_ direction: LayoutDirection) throws {
    var scene = LayoutScene(direction: direction)
    let badge = try scene.addItem("badge", content: .intrinsic) {
      $0.alignmentInsets = Insets(top: 3, leading: 3, bottom: 6, trailing: 4)
    }
    try scene.setIntrinsic(badge, width: 24, height: 24)
    try scene.add { root in
      badge.left == root.left + 10
      badge.top == root.top + 10
      badge.bottom == root.bottom
    }
    let layout = try scene.layout(width: 100)
    #expect(layout.alignmentRects[badge.index] == Rect(x: 10, y: 10, width: 24, height: 24))
    let left = direction == .leftToRight ? 7.0 : 6
    #expect(layout[badge] == Rect(x: left, y: 7, width: 31, height: 33))
    #expect(layout.size.height == 34)
  }
}
