import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// Right to left: leading and trailing are mirrored, with their constants; left and right are not.
@Suite struct SceneDirectionTests {
  private func x(
    _ direction: LayoutDirection,
    _ constraint: (SceneItem, SceneItem, SceneItem) -> LayoutConstraint
  ) throws -> Double {
    var scene = LayoutScene(direction: direction)
    let mark = try scene.addItem("mark") { $0.fixedWidth = 40 }
    let view = try scene.addItem("view") { $0.fixedWidth = 20 }
    try scene.add(mark.left == scene.root.left + 100)
    try scene.add(constraint(view, mark, scene.root))
    return try scene.layout(width: 300)[view].x
  }

  /// The mark lies from 100 to 140 of 300 points; the view is 20 wide.
  @Test func edgesTurnByTheirFamily() throws {
    let cases: [(Double, Double, (SceneItem, SceneItem, SceneItem) -> LayoutConstraint)] = [
      (12, 268, { view, _, root in view.leading == root.leading + 12 }),
      (268, 12, { view, _, root in view.trailing == root.trailing - 12 }),
      (152, 68, { view, mark, _ in view.leading == mark.trailing + 12 }),
      (152, 152, { view, mark, _ in view.left == mark.right + 12 }),
      (268, 268, { view, _, root in view.right == root.right - 12 }),
      // A centre with a centre or a physical edge: constants run to the right.
      (115, 115, { view, mark, _ in view.centerX == mark.centerX + 5 }),
      (95, 95, { view, mark, _ in view.centerX == mark.left + 5 }),
      // A centre with a leading edge: constants run towards trailing.
      (95, 125, { view, mark, _ in view.centerX == mark.leading + 5 }),
    ]
    for (number, (leftToRight, rightToLeft, constraint)) in cases.enumerated() {
      #expect(try x(.leftToRight, constraint) == leftToRight, "case \(number)")
      #expect(try x(.rightToLeft, constraint) == rightToLeft, "case \(number)")
    }
  }

  @Test func turningBackAndForthKeepsOneEngineADirection() throws {
    var scene = LayoutScene()
    let view = try scene.addItem("view") { $0.fixedWidth = 20 }
    let gap = try scene.add(view.leading == scene.root.leading + 10)
    for (direction, constant, x) in [
      (LayoutDirection.leftToRight, 10.0, 10.0), (.rightToLeft, 10, 70), (.leftToRight, 15, 15),
      (.rightToLeft, 15, 65),
    ] {
      scene.direction = direction
      try scene.setConstant(gap, constant)
      #expect(try scene.layout(width: 100)[view].x == x)
    }
    #expect(scene.enginesCreated == 2)
  }
}
