import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

@Suite struct TypedAnchorTests {
  let scene: LayoutScene
  let a: SceneItem
  let b: SceneItem

  init() throws {
    var scene = LayoutScene()
    a = try scene.addItem("a")
    b = try scene.addItem("b")
    self.scene = scene
  }

  private func plain(
    _ first: (SceneItem, Attribute), _ relation: Relation, _ second: (SceneItem, Attribute)? = nil,
    times multiplier: Double = 1, plus constant: Double = 0, at priority: Int = 1000,
    named name: String = ""
  ) -> LayoutConstraint {
    LayoutConstraint(
      name: name, first: first.0.anchor(first.1), relation: relation, multiplier: multiplier,
      second: second.map { $0.0.anchor($0.1) }, constant: constant,
      priority: Priority(priority) ?? .required)
  }

  @Test func aConstraintIsAValueAndReadsLikeOne() {
    #expect(
      (a.leading == b.trailing + 12 ~ 750)
        == plain((a, .leading), .equal, (b, .trailing), plus: 12, at: 750))
    #expect(
      (a.height == 0.5625 * a.width ~ 999)
        == plain((a, .height), .equal, (a, .width), times: 0.5625, at: 999))
    #expect((a.top >= 8 + b.bottom) == plain((a, .top), .greaterOrEqual, (b, .bottom), plus: 8))
    #expect((a.height == 24) == plain((a, .height), .equal, plus: 24))
    #expect((a.width >= 24) == plain((a, .width), .greaterOrEqual, plus: 24))
    #expect(
      (a.width <= b.width * 2 - 4)
        == plain((a, .width), .lessOrEqual, (b, .width), times: 2, plus: -4))
    #expect(
      (a.leading == b.trailing + 12).named("gap")
        == plain((a, .leading), .equal, (b, .trailing), plus: 12, named: "gap"))
    #expect((a.width == b.width / 4) == plain((a, .width), .equal, (b, .width), times: 0.25))
    #expect(
      (a.width == (b.width + 8) * 0.5)
        == plain((a, .width), .equal, (b, .width), times: 0.5, plus: 4))
    #expect((a.top == b.top ~ .fitting) == plain((a, .top), .equal, (b, .top), at: 50))
  }

  @Test func aCentreMeetsEdgesOfBothFamilies() {
    #expect((a.centerX == b.leading) == plain((a, .centerX), .equal, (b, .leading)))
    #expect((a.centerX == b.left) == plain((a, .centerX), .equal, (b, .left)))
    #expect((a.trailing == b.centerX) == plain((a, .trailing), .equal, (b, .centerX)))
    #expect((a.right == b.centerX) == plain((a, .right), .equal, (b, .centerX)))
    #expect((a.centerX == b.centerX) == plain((a, .centerX), .equal, (b, .centerX)))
  }

  @Test func everyAttributeHasItsAnchor() {
    let anchors: [Anchor] = [
      a.left.anchor, a.right.anchor, a.top.anchor, a.bottom.anchor, a.leading.anchor,
      a.trailing.anchor, a.width.anchor, a.height.anchor, a.centerX.anchor, a.centerY.anchor,
      a.firstBaseline.anchor, a.lastBaseline.anchor, a.leftMargin.anchor, a.rightMargin.anchor,
      a.topMargin.anchor, a.bottomMargin.anchor, a.leadingMargin.anchor, a.trailingMargin.anchor,
      a.centerXWithinMargins.anchor, a.centerYWithinMargins.anchor,
    ]
    #expect(anchors == Attribute.allCases.map(a.anchor))
  }

  @Test func aBuilderTakesBranchesAndLoops() throws {
    var scene = scene
    let wide = true
    let ids = try scene.add { _ in
      a.leading == b.leading
      if wide { a.width == 10 } else { a.width == 5 }
      for constant in [1.0, 2] { a.top >= b.top + constant }
      if !wide { a.height == 1 }
    }
    #expect(ids.count == 4)
    #expect(
      scene.installedConstraints == [
        a.leading == b.leading, a.width == 10, a.top >= b.top + 1, a.top >= b.top + 2,
      ])
  }
}
