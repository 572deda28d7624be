import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// Guides, copies and late items of a render loop.
@Suite struct RenderLoopValueTests {
  @Test func aGuideIsNeverMarked() throws {
    var scene = LayoutScene()
    let guide = try scene.addGuide("guide")
    var loop = RenderLoop(scene, width: 100, height: 50)
    var views = ScriptedViews()
    try loop.turn(&views)
    #expect(!loop.needsTurn)
    loop.setNeedsDisplay(guide)
    loop.setNeedsLayout(guide)
    loop.setNeedsUpdateConstraints(guide)
    #expect(!loop.needsTurn)
    try loop.setFrame(Rect(x: 1, y: 2, width: 3, height: 4), of: guide)
    let turn = try loop.turn(&views)
    #expect(!loop.needsTurn)
    #expect(loop.frame(of: guide) == Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(turn.changed == [])
  }

  @Test(arguments: [RenderPhase.updateConstraints, .layout, .display])
  func aCopyTakenInAPhaseRunsAfterTheCall(_ phase: RenderPhase) throws {
    final class Box { var copy: RenderLoop? }
    var scene = LayoutScene()
    let view = try scene.addItem("view")
    var loop = RenderLoop(scene, width: 100, height: 50)
    let box = Box()
    var views = ScriptedViews()
    let keep: ScriptedViews.Action = { (loop) throws(SceneError) in
      // The call is running, so the copy is in the phase as the loop is.
      var copy = loop
      var none = ScriptedViews()
      #expect(throws: RenderLoopError.nested(phase, view: "view")) { try copy.turn(&none) }
      box.copy = loop
    }
    switch phase {
    case .updateConstraints: views.onUpdate(view, keep)
    case .layout: views.onLayout(view, keep)
    case .display: views.onDisplay(view, keep)
    }
    try loop.turn(&views)
    views.forget(view)
    var copy = try #require(box.copy)
    try copy.turn(&views)
    #expect(!copy.needsTurn)
    #expect(copy.layout == loop.layout)
  }

  @Test func aFailedCallLeavesNoPhaseBehind() throws {
    var scene = LayoutScene()
    let view = try scene.addItem("view")
    var loop = RenderLoop(scene, width: 100, height: 50)
    var views = ScriptedViews()
    views.onLayout(view) { (_) throws(SceneError) in throw .unknownGroup }
    #expect(throws: RenderLoopError.scene(.unknownGroup)) { try loop.turn(&views) }
    views.forget(view)
    try loop.turn(&views)
    #expect(!loop.needsTurn)
  }

  /// Each view adds the next one in its phase, and marks it at once.
  @Test func viewsAddedInAPhaseAreVisitedInOrder() throws {
    var loop = RenderLoop(LayoutScene(), width: 100, height: 50)
    var views = ScriptedViews()
    views.onUpdate(loop.scene.root) { (loop) throws(SceneError) in
      guard loop.scene.item(named: "guide") == nil else { return }
      let guide = try loop.scene.addGuide("guide")
      let outer = try loop.scene.addItem("outer", in: guide)
      loop.setNeedsLayout(outer)
      let inner = try loop.scene.addItem("inner", in: outer)
      loop.setNeedsLayout(inner)
    }
    let turn = try loop.turn(&views)
    let outer = try #require(loop.scene.item(named: "outer"))
    let inner = try #require(loop.scene.item(named: "inner"))
    #expect(turn.updated == [loop.scene.root, inner, outer])
    #expect(turn.displayed == [loop.scene.root, outer, inner])
    #expect(!loop.needsTurn)
  }

  /// Placing each of many new views by hand is one look at its own constraints.
  @Test func manyViewsArePlacedByHandOneByOne() throws {
    let limit = 1_900
    var loop = RenderLoop(LayoutScene(), width: 100, height: 50)
    let start = ContinuousClock.now
    for number in 0..<limit {
      let view = try loop.scene.addItem("view \(number)")
      try loop.setFrame(Rect(x: 0, y: Double(number), width: 10, height: 1), of: view)
    }
    // A scan of all constraints for each view takes tens of times as long.
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(loop.scene.installedConstraints.count == 4 * limit)
    #expect(loop.frame(of: try #require(loop.scene.item(named: "view 7"))).y == 7)
  }

  @Test func aRemovedConstraintTiesNoMore() throws {
    var scene = LayoutScene()
    let view = try scene.addItem("view")
    let ids = try scene.add { root in
      view.leading == root.leading
      view.top == root.top
      view.width == 10
      view.height == 10
    }
    var loop = RenderLoop(scene, width: 100, height: 50)
    let frame = Rect(x: 5, y: 5, width: 20, height: 20)
    try loop.setFrame(frame, of: view)
    #expect(loop.scene.installedConstraints.count == 4)
    try loop.scene.remove(ids)
    try loop.setFrame(frame, of: view)
    #expect(loop.scene.installedConstraints.count == 4)
    var views = ScriptedViews()
    try loop.turn(&views)
    #expect(loop.frame(of: view) == frame)
  }
}
