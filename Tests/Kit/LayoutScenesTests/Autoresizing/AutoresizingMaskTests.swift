import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// A view at 20 of 60 points in a superview of 100, so that 20 remain behind it; laid out at 200.
@Suite struct AutoresizingMaskTests {
  private static let cases: [(mask: AutoresizingMask, origin: Double, length: Double)] = [
    ([], 20, 60),
    ([.flexibleWidth], 20, 160),
    ([.flexibleLeftMargin], 120, 60),
    ([.flexibleRightMargin], 20, 60),
    // Both margins measured 20: each takes half of the 100 that are new.
    ([.flexibleLeftMargin, .flexibleRightMargin], 70, 60),
    // 20 : 60, so a quarter and three quarters.
    ([.flexibleLeftMargin, .flexibleWidth], 45, 135),
    ([.flexibleWidth, .flexibleRightMargin], 20, 135),
    // 20 : 60 : 20, everything doubles.
    ([.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin], 40, 120),
  ]

  /// The same bits for the other axis: they are numbered in parallel, three apart.
  private static func vertical(_ mask: AutoresizingMask) -> AutoresizingMask {
    AutoresizingMask(rawValue: mask.rawValue << 3)
  }

  @Test(arguments: Self.cases.indices, [LayoutDirection.leftToRight, .rightToLeft])
  func aViewResizesWithTheRoot(_ index: Int, _ direction: LayoutDirection) throws {
    let (mask, origin, length) = Self.cases[index]
    var scene = LayoutScene(direction: direction)
    let view = try scene.addItem("view")
    try scene.addAutoresizing(
      view, frame: Rect(x: 20, y: 20, width: 60, height: 60),
      mask: mask.union(Self.vertical(mask)), superviewSize: Size(width: 100, height: 100))
    let layout = try scene.layout(width: 200, height: 200)
    #expect(layout[view] == Rect(x: origin, y: origin, width: length, height: length))
    #expect(layout.caveats == [])
  }

  @Test(arguments: Self.cases.indices, [LayoutDirection.leftToRight, .rightToLeft])
  func aViewResizesWithASuperviewThatAutoLayoutPlaces(
    _ index: Int, _ direction: LayoutDirection
  ) throws {
    let (mask, origin, length) = Self.cases[index]
    var scene = LayoutScene(direction: direction)
    let card = try scene.addItem("card")
    let view = try scene.addItem("view", in: card)
    let label = try scene.addItem("label", in: card, content: .intrinsic)
    try scene.setIntrinsic(label, width: 10, height: 5)
    try scene.addAutoresizing(
      view, frame: Rect(x: 20, y: 20, width: 60, height: 60),
      mask: mask.union(Self.vertical(mask)), superviewSize: Size(width: 100, height: 100))
    try scene.add { root in
      card.left == root.left + 7
      card.width == 200
      card.top == root.top + 9
      card.height == 200
      label.left == view.right + 1
      label.top == view.bottom
    }
    let layout = try scene.layout(width: 400, height: 300)
    #expect(layout[view] == Rect(x: 7 + origin, y: 9 + origin, width: length, height: length))
    #expect(layout[label].x == 7 + origin + length + 1)
    #expect(layout.caveats == [])
  }

  /// A view that fills its superview has margins of zero, which share equally if only they are
  /// flexible.
  @Test func marginsOfNothingShareEqually() throws {
    var scene = LayoutScene()
    let view = try scene.addItem("view")
    try scene.addAutoresizing(
      view, frame: Rect(x: 0, y: 0, width: 100, height: 100),
      mask: [.flexibleLeftMargin, .flexibleRightMargin],
      superviewSize: Size(width: 100, height: 100)
    )
    let layout = try scene.layout(width: 160, height: 100)
    #expect(layout[view] == Rect(x: 30, y: 0, width: 100, height: 100))
  }

  @Test func theRootHasNothingToResizeWith() throws {
    var scene = LayoutScene()
    #expect(throws: SceneError.unknownItem(0)) {
      try scene.addAutoresizing(
        scene.root, frame: Rect(x: 0, y: 0, width: 1, height: 1), mask: [],
        superviewSize: Size(width: 1, height: 1))
    }
  }
}
