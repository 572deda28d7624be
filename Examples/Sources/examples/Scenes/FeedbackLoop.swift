import LayoutScenes
import AutoLayout
import LayoutPrimitives

/// Three views, of which the first and the last fight over the bounds of the one between.
private struct Fighters: RenderedViews {
  let transition, shadow, content: SceneItem
  var isRepaired = false

  mutating func layoutSubviews(
    of view: SceneItem, in loop: inout RenderLoop
  ) throws(SceneError) {
    if view == transition {
      try loop.setFrame(Rect(x: 0, y: 0, width: 320, height: 480), of: shadow)
    } else if view == shadow {
      try fill(in: &loop)
    } else if view == content, !isRepaired {
      // Its superview is not in layout, so that one's superview gets another layout, too.
      try loop.setFrame(Rect(x: 0, y: 20, width: 320, height: 460), of: shadow)
      try fill(in: &loop)
    }
  }

  /// Makes the content as large as its superview, as an autoresizing mask does at once.
  private func fill(in loop: inout RenderLoop) throws(SceneError) {
    let bounds = loop.frame(of: shadow)
    try loop.setFrame(
      Rect(x: 0, y: 0, width: bounds.width, height: bounds.height), of: content)
  }
}

extension Example {
  /// Two views that set the frame of the view between them, and the log that finds them.
  static let feedbackLoop = Example(
    name: "FeedbackLoop", about: "WWDC 2016's layout feedback loop, caught and described"
  ) { out in
    var scene = LayoutScene(root: "window")
    let transition = try scene.addItem("transition")
    let shadow = try scene.addItem("shadow", in: transition)
    let content = try scene.addItem("content", in: shadow)
    try scene.add { window in
      transition.left == window.left
      transition.right == window.right
      transition.top == window.top
      transition.bottom == window.bottom
    }
    var loop = RenderLoop(scene, width: 320, height: 480, feedbackLoopThreshold: 100)
    var views = Fighters(transition: transition, shadow: shadow, content: content)
    do {
      try loop.turn(&views)
      out.check("the loop is caught", false)
    } catch {
      guard case RenderLoopError.feedbackLoop(let log) = error else { throw error }
      for line in "\(log)".split(separator: "\n") { out.note("| \(line)") }
      out.check("the top-level view is the transition", log.topLevelView == "transition")
      let fought = log.geometryChanges.filter { $0.view == "shadow" }
      out.check(
        "the transition and the content change the shadow",
        Set(fought.compactMap(\.during?.view)).isSuperset(of: ["transition", "content"]))
    }

    out.note("repaired: the content leaves its superview alone")
    views.isRepaired = true
    let turn = try loop.turn(&views)
    out.frame("shadow ", loop.frame(of: shadow), is: 0, 0, 320, 480)
    out.frame("content", loop.frame(of: content), is: 0, 0, 320, 480)
    out.check("each view is laid out once or twice", turn.laidOut.count <= 8)
  }
}
