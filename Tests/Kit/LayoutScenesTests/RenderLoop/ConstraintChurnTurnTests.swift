import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// The talk's social cell in a render loop: each turn reports the effect of `updateConstraints` on
/// the constraints.
@Suite struct ConstraintChurnTurnTests {
  private struct Cell {
    var loop: RenderLoop
    let cell, avatar, photo: SceneItem

    init() throws {
      var scene = LayoutScene(root: "list")
      cell = try scene.addItem("cell")
      avatar = try scene.addItem("avatar", in: cell)
      photo = try scene.addItem("photo", in: cell)
      let cell = cell
      try scene.add { list in
        cell.leading == list.leading
        cell.trailing == list.trailing
        cell.top == list.top
        cell.bottom == list.bottom
      }
      loop = RenderLoop(scene, width: 320)
    }
  }

  private static func constraints(_ cell: Cell, hasPhoto: Bool) -> [LayoutConstraint] {
    let (photo, avatar, root) = (cell.photo, cell.avatar, cell.cell)
    return [
      avatar.leading == root.leading, avatar.top == root.top, avatar.width == 40,
      avatar.height == 40, photo.leading == avatar.leading, photo.width == 100,
      photo.top == avatar.bottom, photo.bottom == root.bottom, photo.height == (hasPhoto ? 60 : 0),
    ]
  }

  @Test func constraintsThatAreTakenDownInEveryUpdateAreChurn() throws {
    var cell = try Cell()
    var views = ScriptedViews()
    var installed: [ConstraintID] = []
    var hasPhoto = true
    let item = cell.cell
    let made = [true, false].map { Self.constraints(cell, hasPhoto: $0) }
    views.onUpdate(item) { loop throws(SceneError) in
      try loop.scene.remove(installed)
      installed = try loop.scene.add(made[hasPhoto ? 0 : 1])
    }
    let first = try cell.loop.turn(&views)
    #expect(first.churn.total.added == 9 && first.churn.total.removed == 0)
    for _ in 0..<3 {
      hasPhoto.toggle()
      cell.loop.setNeedsUpdateConstraints(item)
      let turn = try cell.loop.turn(&views)
      // Only the photo's height changed, but all were removed and added again.
      #expect(turn.churn.total.removed == 9 && turn.churn.total.readded == 9)
      #expect(turn.churn.churningViews == ["avatar", "photo"])
      #expect(turn.churn.bySuperview.map(\.superview) == ["cell"])
      #expect(turn.solves == 1)
      #expect(turn.changed == [cell.loop.scene.root, item, cell.photo])
    }
    #expect(try cell.loop.turn(&views).churn == ConstraintChurn())
  }

  @Test func constraintsThatAreMadeOnceAreNone() throws {
    var cell = try Cell()
    var views = ScriptedViews()
    var groups: [GroupID] = []
    var hasPhoto = true
    let (item, photo) = (cell.cell, cell.photo)
    let common = Array(Self.constraints(cell, hasPhoto: true).dropLast())
    views.onUpdate(item) { loop throws(SceneError) in
      if groups.isEmpty {
        try loop.scene.add(common)
        groups = [
          try loop.scene.addGroup([photo.height == 60]),
          try loop.scene.addGroup([photo.height == 0]),
        ]
      }
      try loop.scene.setActive(groups[0], hasPhoto)
      try loop.scene.setActive(groups[1], !hasPhoto)
    }
    try cell.loop.turn(&views)
    for _ in 0..<3 {
      hasPhoto.toggle()
      cell.loop.setNeedsUpdateConstraints(item)
      let turn = try cell.loop.turn(&views)
      #expect(turn.churn.total.isChurnFree && turn.churn.total.switched == 2)
      #expect(turn.changed == [cell.loop.scene.root, item, photo])
      #expect(cell.loop.frame(of: photo).height == (hasPhoto ? 60 : 0))
    }
    #expect(cell.loop.scene.enginesCreated == 1)
  }

  /// Hiding and showing only switches; the stack moves the next views, and its guides are not
  /// views.
  @Test func hidingAViewOfAStackVisitsWhatMoves() throws {
    var scene = LayoutScene()
    let stack = try scene.addItem("stack")
    var arranged: [SceneItem] = []
    for number in 0..<4 {
      arranged.append(
        try scene.addItem("v\(number)", in: stack) { ($0.fixedWidth, $0.fixedHeight) = (10, 10) })
    }
    try scene.add { root in
      stack.leading == root.leading
      stack.top == root.top
      stack.width == 100
      stack.height == 10
    }
    try scene.addStack(
      stack, arranging: arranged,
      StackArrangement(.horizontal, distribution: .equalSpacing, alignment: .top))
    var loop = RenderLoop(scene, width: 100, height: 100)
    var views = ScriptedViews()
    #expect(try loop.turn(&views).updated == arranged + [stack, scene.root])
    #expect(arranged.map { loop.frame(of: $0).x } == [0, 30, 60, 90])
    try loop.scene.setHidden(arranged[1], true)
    let turn = try loop.turn(&views)
    #expect(turn.churn.total.isChurnFree && turn.churn.total.switched > 0)
    #expect(turn.solves == 1 && turn.updated == [])
    #expect(arranged.map { loop.frame(of: $0).x }[2] == 45)
    #expect(turn.laidOut.first == stack && !turn.laidOut.contains(arranged[2]))
    #expect(turn.displayed.contains(arranged[2]) && !turn.displayed.contains(arranged[3]))
    #expect(loop.scene.enginesCreated == 1)
  }

  /// A view may count its own part, too: `bind` works within a phase.
  @Test func aBindingWithinAPhaseCountsItsPartAndTheTurnAll() throws {
    var cell = try Cell()
    var views = ScriptedViews()
    try cell.loop.turn(&views)
    let (item, avatar) = (cell.cell, cell.avatar)
    var part = ConstraintChurn()
    views.onUpdate(item) { loop throws(SceneError) in
      try loop.scene.add(avatar.width == 1)
      part = try loop.scene.bind { scene throws(SceneError) in
        _ = try scene.add(avatar.height == 1)
      }
    }
    try cell.loop.scene.add(avatar.leading == item.leading)
    cell.loop.setNeedsUpdateConstraints(item)
    let turn = try cell.loop.turn(&views)
    #expect(part.total.added == 1)
    #expect(turn.churn.total.added == 3)
  }
}
