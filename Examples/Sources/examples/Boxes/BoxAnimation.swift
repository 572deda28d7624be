import BoxLayouts
import LayoutPrimitives

/// Two grey squares, one above the other; the red one is in one of them.
private struct Squares {
  var x, lower: Double
  var red: (parent: String, side: Double)

  private func grey(_ name: String, _ side: Double) -> SizeLayout {
    SizeLayout(
      width: side, height: side, alignment: .topLeading, view: ViewDescription(reuseID: name),
      sublayout: red.parent == name
        ? SizeLayout(
          width: red.side, height: red.side, view: ViewDescription(reuseID: "red")) : nil)
  }

  var arrangement: LayoutArrangement {
    InsetLayout(
      insets: Insets(top: 0, leading: x, bottom: 0, trailing: 0),
      sublayout: StackLayout(
        axis: .vertical, spacing: 20, sublayouts: [grey("upper", 100), grey("lower", lower)])
    ).arrangement()
  }
}

extension Example {
  /// The two animations of the article about LayoutKit.
  static let boxAnimation = Example(
    name: "BoxAnimation", about: "a box that shrinks, and a square that changes its parent"
  ) { out in
    let before = SizeLayout(width: 50, height: 50, view: ViewDescription(reuseID: "box"))
    let after = SizeLayout(width: 25, height: 25, view: ViewDescription(reuseID: "box"))
    let shrinking = LayoutAnimation(from: before.arrangement(), to: after.arrangement())
    for (progress, side) in [(0, 50), (0.5, 37.5), (1, 25.0)] {
      for view in shrinking.views(at: progress) {
        out.frame("box at \(progress)", view.frame, is: 0, 0, side, side)
      }
    }
    out.check("the box is one view", shrinking.apply().count == 1)

    out.note("the red square leaves the upper grey one for the lower one")
    let moving = LayoutAnimation(
      from: Squares(x: 0, lower: 100, red: ("upper", 40)).arrangement,
      to: Squares(x: 200, lower: 60, red: ("lower", 50)).arrangement)
    // Computed: from (0 + 30, 30), 40 × 40, to (200 + 5, 120 + 5), 50 × 50.
    for (progress, x, y, side) in [(0, 30, 30, 40), (0.5, 117.5, 77.5, 45), (1, 205, 125, 50.0)] {
      let views = moving.views(at: progress)
      guard let red = views.first(where: { $0.view.reuseID == "red" }), let parent = red.parent
      else { return out.check("the red square is in another view", false) }
      out.frame("red at \(progress)", red.frame, is: x, y, side, side)
      out.check("its parent is the lower square", views[parent].view.reuseID == "lower")
      out.frame(
        "red in its parent", red.frameInParent, is: x - views[parent].frame.x,
        y - views[parent].frame.y, side, side)
    }
    let lower = moving.views(at: 0.5).first { $0.view.reuseID == "lower" }
    if let lower { out.frame("lower at 0.5", lower.frame, is: 100, 120, 80, 80) }
    out.check("three views at the end", moving.apply().count == 3)
  }
}
