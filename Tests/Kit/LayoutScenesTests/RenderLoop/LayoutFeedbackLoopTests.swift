import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// The layout feedback loop debugger: turns that do not end are stopped and explained.
@Suite struct LayoutFeedbackLoopTests {
  /// A window that contains a view, which contains two more.
  private struct Window {
    var loop: RenderLoop
    var views = ScriptedViews()
    let window, transition, shadow, content, badge: SceneItem

    /// - Parameter threshold: The loop's threshold before it is clamped.
    init(threshold: Int = 100) throws {
      var scene = LayoutScene(root: "window")
      window = scene.root
      transition = try scene.addItem("transition")
      shadow = try scene.addItem("shadow", in: transition)
      content = try scene.addItem("content", in: shadow)
      badge = try scene.addItem("badge", in: content)
      let transition = transition
      try scene.add { window in
        transition.leading == window.leading
        transition.trailing == window.trailing
        transition.top == window.top
        transition.bottom == window.bottom
      }
      loop = RenderLoop(
        scene, width: 320, height: 480, feedbackLoopThreshold: threshold)
      try loop.placeByHand(badge, Rect(x: 0, y: 0, width: 10, height: 10))
      try loop.placeByHand(content, Rect(x: 0, y: 0, width: 100, height: 100))
      try loop.placeByHand(shadow, Rect(x: 0, y: 0, width: 100, height: 100))
    }

    /// Runs a turn that must end in a feedback loop.
    mutating func feedbackLoop() throws -> LayoutFeedbackLoop {
      do throws(RenderLoopError) { try loop.turn(&views) } catch {
        guard case .feedbackLoop(let found) = error else { throw error }
        return found
      }
      throw SceneError.unknownName("a feedback loop")
    }
  }

  @Test func aSubviewThatCallsSetNeedsLayoutOnItsSuperviewIsCaught() throws {
    var window = try Window()
    let shadow = window.shadow
    let line = #line + 2
    window.views.onLayout(window.content) { loop throws(SceneError) in
      loop.setNeedsLayout(shadow)
      loop.setNeedsLayout(shadow)
    }
    // The superview marks the subview, as a superview does whose subviews may have changed.
    let content = window.content
    window.views.onLayout(shadow) { loop throws(SceneError) in loop.setNeedsLayout(content) }
    let found = try window.feedbackLoop()
    #expect(found.phase == .layout)
    #expect(found.threshold == 100)
    #expect(found.topLevelView == "shadow")
    #expect(found.order == ["content", "shadow"])
    #expect(found.subtree.map(\.name) == ["shadow", "content", "badge"])
    #expect(found.subtree.map(\.positions) == [[2], [1], []])
    #expect(found.subtree.map(\.depth) == [0, 1, 2])
    #expect(found.calls.map(\.cause) == [.call, .call])
    let callers = found.calls.compactMap(\.during)
    #expect(callers.map(\.view) == ["content", "content"])
    #expect(callers.allSatisfy { $0.phase == .layout })
    #expect(
      found.calls.map(\.location)
        == [line, line + 1].map { "LayoutScenesTests/LayoutFeedbackLoopTests.swift:\($0)" })
    #expect(found.calls.map(\.count) == [16, 16])
    #expect(found.geometryChanges.isEmpty && found.ambiguities.isEmpty)
  }

  /// The talk's first example: a view changes the bounds of its superview, which their superview
  /// sets to other values.
  @Test func twoViewsThatFightOverTheBoundsOfTheOneBetween() throws {
    var window = try Window()
    let (shadow, content) = (window.shadow, window.content)
    let line = #line + 2
    window.views.onLayout(window.transition) { loop throws(SceneError) in
      try loop.setFrame(Rect(x: 0, y: 0, width: 320, height: 480), of: shadow)
    }
    window.views.onLayout(shadow) { loop throws(SceneError) in
      let size = loop.frame(of: shadow)
      try loop.setFrame(Rect(x: 0, y: 0, width: size.width, height: 50), of: content)
    }
    window.views.onLayout(content) { loop throws(SceneError) in
      try loop.setFrame(Rect(x: 0, y: 0, width: 300, height: 480), of: shadow)
      // As its autoresizing mask does.
      try loop.setFrame(Rect(x: 0, y: 0, width: 300, height: 50), of: content)
    }
    let found = try window.feedbackLoop()
    // The window is laid out once, so the top-level view is the one that is laid out every time.
    #expect(found.topLevelView == "transition")
    #expect(found.order == ["shadow", "content", "transition"])
    #expect(found.calls.map(\.view) == ["transition"])
    #expect(found.calls.map(\.cause) == [.sizeOfSubview("shadow")])
    #expect(found.calls.map(\.during?.view) == ["content"])
    let location = "LayoutScenesTests/LayoutFeedbackLoopTests.swift:"
    #expect(found.calls.map(\.location) == ["\(location)\(line + 7)"])

    let large = Rect(x: 0, y: 0, width: 320, height: 480)
    let small = Rect(x: 0, y: 0, width: 300, height: 480)
    let fight = found.repeatedChanges.filter { $0.view == "shadow" }
    #expect(fight.map(\.new) == [large, small] && fight.map(\.old) == [small, large])
    #expect(fight.map(\.during?.view) == ["transition", "content"])
    #expect(fight.map(\.location) == ["\(location)\(line)", "\(location)\(line + 7)"])
    #expect(fight.map(\.count) == [16, 16])

    let log = found.description
    for part in [
      "top-level view: 'transition'",
      "  transition (0 0; 320 480) #3\n    shadow (0 0; 300 480) #1\n",
      "views visited in order: shadow, content, transition",
      "shadow: (0 0; 320 480) -> (0 0; 300 480) during layoutSubviews of 'content'",
      "the size of its subview 'shadow' was set during layoutSubviews of 'content', by LayoutScenesTests/",
    ] {
      #expect(log.contains(part), "\(log)")
    }
    #expect(!log.contains("ambiguous"))
  }

  /// The talk's log: ten views, other two, the same ten again, and the top-level view last.
  @Test func innocentViewsThatAreLaidOutTwiceInACycleHaveTwoPlaces() throws {
    var window = try Window()
    let (transition, shadow, content, badge) = (
      window.transition, window.shadow, window.content, window.badge
    )
    var round = 0
    window.views.onLayout(transition) { loop throws(SceneError) in loop.setNeedsLayout(shadow) }
    window.views.onLayout(shadow) { loop throws(SceneError) in loop.setNeedsLayout(content) }
    window.views.onLayout(content) { loop throws(SceneError) in loop.setNeedsLayout(badge) }
    window.views.onLayout(badge) { loop throws(SceneError) in
      round += 1
      // Every other time it is the view at the top that is laid out again.
      loop.setNeedsLayout(round % 2 == 0 ? transition : content)
    }
    let found = try window.feedbackLoop()
    #expect(found.order == ["shadow", "content", "badge", "content", "badge", "transition"])
    #expect(found.subtree.map(\.positions) == [[6], [1], [2, 4], [3, 5]])
  }

  /// The talk's second example: no constraint decides the position of the whole, and an update of
  /// constraints moves it to and fro.
  @Test func anAmbiguousLayoutIsSuspected() throws {
    var scene = LayoutScene(root: "window")
    let representation = try scene.addItem("representation")
    let sibling = try scene.addItem("sibling")
    let container = try scene.addItem("container", in: representation)
    let label = try scene.addItem("label", in: container)
    let action = try scene.addItem("action", in: representation)
    try scene.add { _ in
      representation.leading == sibling.leading
      label.leading >= container.leading + 8
      label.trailing <= container.trailing - 8
      action.centerX == container.centerX
      action.width == 40
    }
    let odd = try scene.add(action.leading == representation.leading - 120)
    var loop = RenderLoop(scene, width: 320, height: 480)
    var views = ScriptedViews()
    views.onLayout(representation) { loop throws(SceneError) in
      loop.setNeedsUpdateConstraints(representation)
    }
    views.onUpdate(representation) { loop throws(SceneError) in
      let constant = loop.scene.constraint(odd)?.constant
      try loop.scene.setConstant(odd, constant == -120 ? -160 : -120)
    }
    var found: LayoutFeedbackLoop?
    do throws(RenderLoopError) { try loop.turn(&views) } catch {
      if case .feedbackLoop(let loop) = error { found = loop }
    }
    let feedback = try #require(found)
    #expect(feedback.phase == .layout)
    #expect(feedback.topLevelView == "representation")
    #expect(!feedback.ambiguities.isEmpty)
    #expect(feedback.subtree.contains { $0.isAmbiguous })
    #expect(
      feedback.calls.map(\.cause).contains(.constraintsOfSubview("action")), "\(feedback.calls)")
    let moves = feedback.repeatedChanges.filter { $0.view == "action" }
    #expect(moves.map(\.new.x).sorted() == [-160, -120])
    #expect(moves.allSatisfy { $0.location == nil && $0.during?.view == "representation" })
    let log = feedback.description
    #expect(log.contains("\nambiguous layout is suspected: "), "\(log)")
    #expect(log.contains("AMBIGUOUS LAYOUT"), "\(log)")
    // The talk's list: the padding, the alignment of the centers and the odd placement.
    #expect(
      feedback.constraints.map(\.equation) == [
        "label.leading >= container.leading + 8", "label.trailing <= container.trailing - 8",
        "action.centerX == container.centerX", "action.width == 40",
        "action.leading == representation.leading - 160",
      ])
    // The solver moved the views, but an update of constraints made it.
    #expect(feedback.calls.map(\.during?.view) == ["representation", "representation"])
    #expect(feedback.calls.map(\.during?.phase) == [.updateConstraints, .updateConstraints])
  }

  // MARK: Threshold

  @Test(arguments: [(1, 50), (50, 50), (100, 100), (1000, 1000), (5000, 1000), (Int.min, 50)])
  func theThresholdIsClamped(_ asked: Int, _ expected: Int) throws {
    let window = try Window(threshold: asked)
    #expect(window.loop.feedbackLoopThreshold == expected)
  }

  /// - Parameter layouts: Number of layouts after which the view is content.
  @Test(arguments: [(50, true), (51, true), (60, true), (70, false), (1000, false)])
  func aTurnThatSettlesIsNoLoop(_ layouts: Int, _ settles: Bool) throws {
    var window = try Window(threshold: 50)
    let content = window.content
    var count = 0
    window.views.onLayout(content) { loop throws(SceneError) in
      count += 1
      if count < layouts { loop.setNeedsLayout(content) }
    }
    if settles {
      #expect(try window.loop.turn(&window.views).laidOut.count { $0 == content } == layouts)
    } else {
      #expect(try window.feedbackLoop().view == "content")
      // The threshold, the one beyond it, and the recorded passes.
      #expect(count == 50 + 1 + 16)
    }
  }

  @Test func afterALoopTheCauseCanBeRemoved() throws {
    var window = try Window(threshold: 50)
    let content = window.content
    window.views.onLayout(content) { loop throws(SceneError) in loop.setNeedsLayout(content) }
    _ = try window.feedbackLoop()
    #expect(window.loop.needs(.layout, content))
    window.views.forget(content)
    #expect(try window.loop.turn(&window.views).laidOut == [content])
    #expect(!window.loop.needsTurn)
  }

  // MARK: Updates of constraints

  @Test func anUpdateOfConstraintsThatMarksItselfIsALoopToo() throws {
    var window = try Window(threshold: 50)
    let content = window.content
    window.views.onUpdate(content) { loop throws(SceneError) in
      loop.setNeedsUpdateConstraints(content)
    }
    let found = try window.feedbackLoop()
    #expect(found.phase == .updateConstraints)
    #expect(found.topLevelView == "content" && found.order == ["content"])
    #expect(found.calls.map(\.during?.phase) == [.updateConstraints])
    #expect(found.description.hasPrefix("layout feedback loop: updateConstraints of 'content' ran"))
  }

  @Test func anEndlessUpdateWithinALayoutLoopIsFound() throws {
    var window = try Window(threshold: 50)
    let (content, badge) = (window.content, window.badge)
    var layouts = 0
    window.views.onLayout(content) { loop throws(SceneError) in
      layouts += 1
      loop.setNeedsLayout(content)
      // While the loop of layouts is being recorded.
      if layouts == 55 { loop.setNeedsUpdateConstraints(badge) }
    }
    window.views.onUpdate(badge) { loop throws(SceneError) in
      if layouts > 0 { loop.setNeedsUpdateConstraints(badge) }
    }
    let found = try window.feedbackLoop()
    #expect(found.phase == .updateConstraints && found.view == "badge")
    #expect(layouts == 55)
  }

  /// Updates that end are not a loop, however often layout requests them.
  @Test func updatesAreCountedFromLayoutToLayout() throws {
    var window = try Window(threshold: 50)
    let (content, badge) = (window.content, window.badge)
    window.views.onLayout(content) { loop throws(SceneError) in
      loop.setNeedsUpdateConstraints(badge)
      loop.setNeedsLayout(content)
    }
    let found = try window.feedbackLoop()
    #expect(found.phase == .layout && found.view == "content")
  }
}
