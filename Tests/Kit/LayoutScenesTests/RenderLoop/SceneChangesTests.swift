import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// `SceneLayout.changed`: the items that a layout moved, compared with the previous layout.
@Suite struct SceneChangesTests {
  /// Two rows of a view each, the second below the first, whose height is 20; the second has an
  /// inner view.
  private struct Rows {
    var scene = LayoutScene(root: "list")
    let first, second, inner: SceneItem
    let height: ConstraintID

    init() throws {
      first = try scene.addItem("first")
      second = try scene.addItem("second")
      inner = try scene.addItem("inner", in: second)
      let (first, second, inner) = (first, second, inner)
      try scene.add { list in
        first.leading == list.leading
        first.trailing == list.trailing
        first.top == list.top
        second.leading == list.leading
        second.trailing == list.trailing
        second.top == first.bottom
        second.bottom == list.bottom
        second.height == 30
        inner.leading == second.leading + 5
        inner.top == second.top + 5
        inner.width == 10
        inner.height == 10
      }
      height = try scene.add(first.height == 20)
    }
  }

  @Test func theFirstLayoutMovesAllAndTheNextNothing() throws {
    var rows = try Rows()
    #expect(
      try rows.scene.layout(width: 100).changed
        == [rows.scene.root, rows.first, rows.second, rows.inner])
    #expect(try rows.scene.layout(width: 100).changed == [])
  }

  @Test func equalLayoutsAreEqualWhateverWasBefore() throws {
    var rows = try Rows()
    let first = try rows.scene.layout(width: 100)
    let second = try rows.scene.layout(width: 100)
    #expect(first.changed != second.changed)
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    let wider = try rows.scene.layout(width: 101)
    #expect(wider != first)
  }

  @Test func aViewThatMovesAlongWithItsSuperviewIsNotAmongThem() throws {
    var rows = try Rows()
    _ = try rows.scene.layout(width: 100)
    try rows.scene.setConstant(rows.height, 25)
    let layout = try rows.scene.layout(width: 100)
    #expect(layout.changed == [rows.scene.root, rows.first, rows.second])
    // It did move in the coordinates of the root.
    #expect(layout[rows.inner] == Rect(x: 5, y: 30, width: 10, height: 10))
  }

  @Test func aFittingSizePlacesNothing() throws {
    var rows = try Rows()
    _ = try rows.scene.layout(width: 100)
    _ = try rows.scene.systemLayoutSizeFitting(.compressed)
    #expect(try rows.scene.layout(width: 100).changed == [])
  }

  @Test func whateverEngineAnswers() throws {
    var rows = try Rows()
    _ = try rows.scene.layout(width: 100)
    rows.scene.direction = .rightToLeft
    #expect(try rows.scene.layout(width: 100).changed == [rows.inner])
    #expect(rows.scene.enginesCreated == 2)
    let late = try rows.scene.addItem("late")
    try rows.scene.add { list in
      late.leading == list.leading
      late.top == list.top
      late.width == 0
      late.height == 0
    }
    #expect(try rows.scene.layout(width: 100).changed == [late])
  }

  /// Insets off the engine's grid are rounded at other positions; that is not a movement.
  @Test func roundingIsNoMovement() throws {
    var scene = LayoutScene()
    let outer = try scene.addItem("outer")
    let inner = try scene.addItem("inner", in: outer) { $0.alignmentInsets = Insets(all: 0.1) }
    let top = try scene.add(outer.top == scene.root.top + 1.0 / 3)
    try scene.add { root in
      outer.leading == root.leading
      outer.width == 50.7
      outer.height == 20.3
      inner.leading == outer.leading
      inner.top == outer.top
      inner.width == 10
      inner.height == 10
    }
    _ = try scene.layout(width: 100, height: 100)
    for number in 1...50 {
      try scene.setConstant(top, Double(number) * 0.7)
      #expect(try scene.layout(width: 100, height: 100).changed == [outer])
    }
  }
}
