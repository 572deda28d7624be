import AutoLayout
import LayoutPrimitives
import Testing

@testable import LayoutScenes

/// The debugger's record is bounded, and contains the cycle.
@Suite struct FeedbackLoopRecorderTests {
  /// A recorder with a threshold of 0 that has recorded passes of layout.
  private func recorder(_ passes: [[Int]]) -> FeedbackLoopRecorder {
    var recorder = FeedbackLoopRecorder(threshold: 0)
    recorder.visit(.layout, passes[0][0])
    for pass in passes {
      let isComplete = recorder.beginPass(.layout)
      #expect(!isComplete)
      for view in pass { recorder.visit(.layout, view) }
    }
    return recorder
  }

  @Test func theShortestCycleThatRepeatsEndsWithTheTopLevelView() {
    #expect(recorder([[1, 2], [1, 2], [1, 2]]).cycle(endingWith: 1) == [2, 1])
    // Two alternating rounds.
    #expect(
      recorder([[1, 2], [1, 3], [1, 2], [1, 3], [1, 2]]).cycle(endingWith: 1) == [2, 1, 3, 1])
    // Rounds that never repeat: the last complete one.
    #expect(recorder([[1, 2], [1, 3], [1, 4], [1]]).cycle(endingWith: 1) == [4, 1])
    // One visit of the top-level view.
    #expect(recorder([[2, 3], [2], [1], [2]]).cycle(endingWith: 1) == [2, 3, 2, 1])
    #expect(recorder([[1]]).cycle(endingWith: 7) == [1])
  }

  @Test func recordingEndsAfterSixteenPasses() {
    var recorder = recorder([[Int]](repeating: [1], count: 16))
    #expect(recorder.visits.count == 16)
    let isComplete = recorder.beginPass(.layout)
    #expect(isComplete)
  }

  @Test func nothingIsRecordedBelowTheThreshold() {
    var recorder = FeedbackLoopRecorder(threshold: 50)
    for _ in 0..<50 {
      let isComplete = recorder.beginPass(.layout)
      #expect(!isComplete)
      recorder.visit(.layout, 1)
    }
    #expect(recorder.suspect == nil && !recorder.isRecording && recorder.visits.isEmpty)
  }

  @Test func aTallyKeepsSoManyDistinctThings() {
    var tally = Tally<Int>(limit: 3)
    for number in [1, 2, 1, 3, 4, 4, 3, 1] { tally.add(number) }
    #expect(tally.things == [1, 2, 3])
    #expect(tally.things.map(tally.count) == [3, 1, 2])
    #expect(tally.count(4) == 0)
  }

  @Test func framesThatNeverRepeatAreBounded() throws {
    var scene = LayoutScene()
    let view = try scene.addItem("view")
    let root = scene.root
    var loop = RenderLoop(scene, width: 100, height: 100, feedbackLoopThreshold: 50)
    var views = ScriptedViews()
    var length = 0.0
    views.onLayout(root) { loop throws(SceneError) in
      loop.setNeedsLayout(root)
      for _ in 0..<100 {
        length += 1
        try loop.setFrame(Rect(x: 0, y: 0, width: length, height: 1), of: view)
      }
    }
    var found: LayoutFeedbackLoop?
    do throws(RenderLoopError) { try loop.turn(&views) } catch {
      if case .feedbackLoop(let loop) = error { found = loop }
    }
    #expect(found?.geometryChanges.count == FeedbackLoopRecorder.recordedEvents)
    #expect(found?.repeatedChanges == [])
  }

  @Test func theConstraintsOfSixteenViewsAreExplained() throws {
    var scene = LayoutScene()
    let root = scene.root
    var moving: [ConstraintID] = []
    for number in 0..<20 {
      let view = try scene.addItem("v\(number)")
      moving.append(try scene.add(view.left == root.left))
      try scene.add([view.top == root.top, view.width == 1, view.height == 1])
    }
    var loop = RenderLoop(scene, width: 100, height: 100, feedbackLoopThreshold: 50)
    var views = ScriptedViews()
    var offset = 0.0
    views.onLayout(root) { loop throws(SceneError) in
      offset = offset == 0 ? 5 : 0
      for id in moving { try loop.scene.setConstant(id, offset) }
    }
    var found: LayoutFeedbackLoop?
    do throws(RenderLoopError) { try loop.turn(&views) } catch {
      if case .feedbackLoop(let loop) = error { found = loop }
    }
    let feedback = try #require(found)
    #expect(Set(feedback.repeatedChanges.map(\.view)).count == 20)
    #expect(Set(feedback.constraints.map { $0.items[0] }).subtracting([0]).count == 16)
  }

  // MARK: The tree of views

  @Test func guidesAreNoViewsAndViewsInThemBelongToTheNextAncestor() throws {
    var scene = LayoutScene()
    let guide = try scene.addGuide("guide")
    let view = try scene.addItem("view", in: guide)
    try scene.add { root in
      guide.left == root.left + 10
      guide.top == root.top + 10
      guide.width == 50
      guide.height == 50
      view.left == guide.left + 1
      view.top == guide.top + 1
      view.width == 5
      view.height == 5
    }
    var loop = RenderLoop(scene, width: 100, height: 100)
    var views = ScriptedViews()
    let turn = try loop.turn(&views)
    #expect(turn.laidOut == [scene.root, view] && turn.updated == [view, scene.root])
    #expect(loop.frame(of: view) == Rect(x: 11, y: 11, width: 5, height: 5))
    #expect(loop.frame(of: guide) == Rect(x: 10, y: 10, width: 50, height: 50))
    loop.setNeedsLayout(guide)
    #expect(!loop.needsTurn)
    // A guide is placed by constraints only, and moves no view that is constrained to other items.
    #expect(!loop.needs(.layout, guide))
  }

  /// That is against the rules, but no reason to stop the program.
  @Test func aSceneThatIsReplacedDoesNotTrap() throws {
    var scene = LayoutScene()
    var last = scene.root
    for number in 0..<10 { last = try scene.addItem("\(number)", in: last) }
    var loop = RenderLoop(scene, width: 100, height: 100)
    var views = ScriptedViews()
    views.onLayout(scene.root) { loop throws(SceneError) in loop.scene = LayoutScene() }
    try loop.turn(&views)
    #expect(loop.layout?.frames.count == 1)
    loop.setNeedsLayout(last)
    try loop.turn(&views)
  }
}
