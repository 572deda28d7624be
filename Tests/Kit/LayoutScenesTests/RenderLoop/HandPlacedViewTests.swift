import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// `RenderLoop.setFrame`: views that `layoutSubviews` places.
@Suite struct HandPlacedViewTests {
  private static let label = Rect(x: 5, y: 5, width: 10, height: 10)

  /// A box that its superview places by hand, with a label that constraints keep 5 points inside.
  private struct Box {
    var loop: RenderLoop
    var views = ScriptedViews()
    let root, box, label: SceneItem

    init(insets: Insets = Insets(all: 0), direction: LayoutDirection = .leftToRight) throws {
      var scene = LayoutScene(direction: direction)
      root = scene.root
      box = try scene.addItem("box") { $0.alignmentInsets = insets }
      label = try scene.addItem("label", in: box)
      let (box, label) = (box, label)
      try scene.add { _ in
        label.left == box.left + 5
        label.right == box.right - 5
        label.top == box.top + 5
        label.bottom == box.bottom - 5
      }
      loop = RenderLoop(scene, width: 300, height: 300)
    }
  }

  @Test func constraintsInAViewPlacedByHandFollowIt() throws {
    var box = try Box()
    let (item, label) = (box.box, box.label)
    box.views.onLayout(box.root) { loop throws(SceneError) in
      let width = loop.frame(of: loop.scene.root).width / 3
      try loop.setFrame(Rect(x: 20, y: 30, width: width, height: 40), of: item)
    }
    let turn = try box.loop.turn(&box.views)
    // The root places the box, and the box places its label; nothing is placed twice, although the
    // scene is solved again for the box.
    #expect(turn.laidOut == [box.root, item, label])
    #expect(turn.solves == 2)
    #expect(box.loop.frame(of: item) == Rect(x: 20, y: 30, width: 100, height: 40))
    #expect(box.loop.frame(of: label) == Rect(x: 5, y: 5, width: 90, height: 30))
    #expect(box.loop.layout?[label] == Rect(x: 25, y: 35, width: 90, height: 30))

    box.loop.width = 360
    let wider = try box.loop.turn(&box.views)
    #expect(wider.laidOut == [box.root, item, label])
    #expect(box.loop.frame(of: label).width == 110)
    #expect(box.loop.scene.enginesCreated == 2)
    #expect(try box.loop.turn(&box.views).visits == [])
  }

  /// Thirds are not on the engine's grid, nor are the insets.
  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func frameAndAlignmentRectangleDifferByTheInsets(_ direction: LayoutDirection) throws {
    var box = try Box(
      insets: Insets(top: 0.1, leading: 1.0 / 3, bottom: 2, trailing: 7), direction: direction)
    let item = box.box
    let frame = Rect(x: 100.0 / 3, y: 0.7, width: 200.0 / 3, height: 50)
    box.views.onLayout(box.root) { loop throws(SceneError) in try loop.setFrame(frame, of: item) }
    #expect(try box.loop.turn(&box.views).laidOut == [box.root, item, box.label])
    let solved = try #require(box.loop.layout?[item])
    for (one, other) in [
      (solved.x, frame.x), (solved.y, frame.y), (solved.width, frame.width),
      (solved.height, frame.height),
    ] {
      #expect(abs(one - other) < 1e-7)
    }
    #expect(box.loop.frame(of: item) == frame)
  }

  @Test func anotherSizeMarksTheViewAndItsSuperviewAnotherPlaceNeither() throws {
    var box = try Box()
    try box.loop.setFrame(Rect(x: 0, y: 0, width: 20, height: 20), of: box.box)
    #expect(try box.loop.turn(&box.views).solves == 1)
    try box.loop.setFrame(Rect(x: 50, y: 0, width: 20, height: 20), of: box.box)
    let moved = try box.loop.turn(&box.views)
    #expect(moved.laidOut == [] && moved.displayed == [box.box] && moved.changed == [box.box])
    try box.loop.setFrame(Rect(x: 50, y: 0, width: 30, height: 20), of: box.box)
    #expect(box.loop.needs(.layout, box.root) && box.loop.needs(.layout, box.box))
    #expect(try box.loop.turn(&box.views).laidOut == [box.root, box.box, box.label])
    #expect(box.loop.frame(of: box.label) == Rect(x: 5, y: 5, width: 20, height: 10))
  }

  @Test func constraintsHaveTheLastWordOnTheViewsThatTheyPlace() throws {
    var box = try Box()
    try box.loop.placeByHand(box.box, Rect(x: 0, y: 0, width: 20, height: 20))
    try box.loop.turn(&box.views)
    try box.loop.setFrame(Rect(x: 1, y: 1, width: 2, height: 2), of: box.label)
    #expect(box.loop.frame(of: box.label) == Rect(x: 1, y: 1, width: 2, height: 2))
    let turn = try box.loop.turn(&box.views)
    #expect(turn.laidOut == [box.box, box.label])
    #expect(box.loop.frame(of: box.label) == Self.label)
  }

  @Test func aViewThatOthersAreTiedToIsPlacedByHandOnRequest() throws {
    var scene = LayoutScene()
    let (box, badge) = (try scene.addItem("box"), try scene.addItem("badge"))
    try scene.add { _ in
      badge.left == box.right
      badge.top == box.top
      badge.width == 10
      badge.height == 10
    }
    var loop = RenderLoop(scene, width: 100, height: 100)
    var views = ScriptedViews()
    try loop.placeByHand(box, Rect(x: 10, y: 20, width: 30, height: 5))
    try loop.turn(&views)
    #expect(loop.frame(of: badge) == Rect(x: 40, y: 20, width: 10, height: 10))
    // A second request and setFrame change the same four constraints.
    try loop.placeByHand(box, Rect(x: 10, y: 20, width: 40, height: 5))
    try loop.setFrame(Rect(x: 10, y: 21, width: 40, height: 5), of: box)
    #expect(loop.scene.installedConstraints.count == 8)
    try loop.turn(&views)
    #expect(loop.frame(of: badge) == Rect(x: 50, y: 21, width: 10, height: 10))
    #expect(throws: SceneError.unknownItem(0)) {
      try loop.placeByHand(loop.scene.root, Rect(x: 0, y: 0, width: 1, height: 1))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -1, 1e7])
  func absurdFramesChangeNothing(_ number: Double) throws {
    var box = try Box()
    try box.loop.setFrame(Rect(x: 0, y: 0, width: 20, height: 20), of: box.box)
    try box.loop.turn(&box.views)
    for view in [box.box, box.label, box.root] {
      let known = box.loop.frame(of: view)
      #expect(throws: SceneError.self) {
        try box.loop.setFrame(Rect(x: 0, y: 0, width: number, height: 20), of: view)
      }
      #expect(box.loop.frame(of: view) == known)
    }
    #expect(!box.loop.needsTurn)
  }
}
