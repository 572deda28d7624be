import LayoutScenes
import AutoLayout
import LayoutPrimitives
import TestSupport
import Testing

/// After every turn the views have the frames of the scene, and only the necessary views were
/// visited.
@Suite struct RenderLoopPropertyTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func onlyWhatHasToBeIsVisited(seed: UInt64) throws {
    var random = TestRandom(seed: seed)
    func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    var scene = LayoutScene()
    var views = [scene.root]
    var constants: [ConstraintID] = []
    func grow(_ scene: inout LayoutScene) throws {
      let parent = views[pick(views.count)]
      let view = try scene.addItem("v\(views.count)", in: parent)
      constants += try scene.add([
        view.left == parent.left + 3, view.top == parent.top + 4, view.width == 50,
        view.height == 0.5 * parent.height + 20,
      ])
      views.append(view)
    }
    for _ in 0..<12 { try grow(&scene) }
    var loop = RenderLoop(scene, width: 300, height: 200)
    var script = ScriptedViews()
    try loop.turn(&script)
    for step in 0..<300 {
      var marked: [RenderPhase: Set<SceneItem>] = [:]
      for _ in 0...pick(3) {
        let view = views[pick(views.count)]
        switch pick(6) {
        case 0:
          loop.setNeedsUpdateConstraints(view)
          marked[.updateConstraints, default: []].insert(view)
        case 1:
          loop.setNeedsLayout(view)
          marked[.layout, default: []].insert(view)
        case 2:
          loop.setNeedsDisplay(view)
          marked[.display, default: []].insert(view)
        case 3: loop.width = Double(200 + pick(3))
        case 4 where views.count < 30:
          try grow(&loop.scene)
          for phase in RenderPhase.allCases {
            marked[phase, default: []].insert(views.last ?? view)
          }
        default: try loop.scene.setConstant(constants[pick(constants.count)], Double(pick(40)))
        }
      }
      let before = Dictionary(uniqueKeysWithValues: views.map { ($0, loop.frame(of: $0)) })
      let turn = try loop.turn(&script)
      let layout = try #require(loop.layout)
      #expect(turn.solves <= 1 && !loop.needsTurn)

      var changed: Set<SceneItem> = []
      var laidOut = marked[.layout] ?? []
      for view in views {
        let (frame, old) = (loop.frame(of: view), before[view])
        let superview = loop.scene.superview(of: view)
        let origin = superview.map { layout[$0] }
        #expect(frame.x == layout[view].x - (origin?.x ?? 0), "step \(step)")
        #expect(frame.y == layout[view].y - (origin?.y ?? 0), "step \(step)")
        #expect(frame.width == layout[view].width && frame.height == layout[view].height)
        guard frame != old else { continue }
        changed.insert(view)
        if let superview { laidOut.insert(superview) }
        if frame.width != old?.width || frame.height != old?.height { laidOut.insert(view) }
      }
      #expect(Set(turn.changed) == changed, "step \(step)")
      // Each once: a superview always comes before its subviews.
      #expect(turn.laidOut.count == laidOut.count && Set(turn.laidOut) == laidOut, "step \(step)")
      #expect(Set(turn.displayed) == changed.union(marked[.display] ?? []))
      #expect(Set(turn.updated) == marked[.updateConstraints] ?? [])
    }
  }
}
