import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// Views that fill their cells in grids larger than their contents.
struct FilledGridTests {
  /// A grid as wide as the scene, of views with contents 10, 20 and 30 points wide and 5 high.
  private struct Filled {
    var scene = LayoutScene()
    let grid: SceneItem
    let id: GridID
    let views: [SceneItem]

    init(_ content: LayoutItem.Content = .intrinsic, merging: ClosedRange<Int>? = nil) throws {
      grid = try scene.addItem("grid")
      var views: [SceneItem] = []
      for number in 0..<3 {
        views.append(try scene.addItem("view \(number)", in: grid, content: content))
      }
      self.views = views
      var arrangement = GridArrangement(rows: [views])
      arrangement.columnSpacing = 0
      arrangement.xPlacement = .fill
      if let merging {
        let below = try scene.addItem("below", in: grid, content: .intrinsic)
        try scene.setIntrinsic(below, width: 50, height: 5)
        arrangement.rows.append(GridArrangement.Row())
        arrangement[row: 1, column: merging.lowerBound].content = below
        try arrangement.mergeCells(row: 1, columns: merging)
      }
      id = try scene.addGrid(grid, arrangement)
      let grid = grid
      try scene.add { root in
        grid.leading == root.leading
        grid.trailing == root.trailing
        grid.top == root.top
      }
      for (number, view) in views.enumerated() where content == .intrinsic {
        try scene.setIntrinsic(view, width: Double(10 + 10 * number), height: 5)
      }
    }

    mutating func widths(_ width: Double) throws -> [Double] {
      let layout = try scene.layout(width: width)
      return views.map { layout[$0].width }
    }
  }

  @Test func columnsShareTheSpareRoomEquallyBesidesWhatTheirContentsNeed() throws {
    var filled = try Filled()
    #expect(try filled.widths(60) == [10, 20, 30])
    // 30 points more: 10 for each.
    #expect(try filled.widths(90) == [20, 30, 40])
  }

  @Test func aFirstContentSizeCountsAlthoughTheGridWasThereBefore() throws {
    var filled = try Filled(.none)
    for (number, view) in filled.views.enumerated() {
      try filled.scene.setIntrinsic(view, width: Double(10 + 10 * number), height: 5)
    }
    #expect(try filled.widths(90) == [20, 30, 40])
  }

  @Test func anotherPlacementGivesTheViewItsOwnWidthAgain() throws {
    var filled = try Filled()
    _ = try filled.widths(90)
    var arrangement = try #require(filled.scene.arrangement(of: filled.id))
    arrangement.columns[1].xPlacement = .leading
    try filled.scene.setArrangement(filled.id, arrangement)
    #expect(try filled.widths(90) == [20, 20, 40])
    arrangement.columns[1].xPlacement = .fill
    try filled.scene.setArrangement(filled.id, arrangement)
    #expect(try filled.widths(90) == [20, 30, 40])
  }

  @Test func aMergedViewThatFillsWidensItsColumnsBeforeTheSpareRoomIsShared() throws {
    // The view below needs 50 points of columns with 10 and 20: 10 more for each of them.
    var filled = try Filled(merging: 0...1)
    #expect(try filled.widths(80) == [20, 30, 30])
    // 30 points more: 10 for each column.
    #expect(try filled.widths(110) == [30, 40, 40])
  }

  @Test func newSpacingMakesNoNewEngine() throws {
    var filled = try Filled()
    _ = try filled.widths(90)
    let engines = filled.scene.enginesCreated
    var arrangement = try #require(filled.scene.arrangement(of: filled.id))
    arrangement.columnSpacing = 3
    try filled.scene.setArrangement(filled.id, arrangement)
    // 90 − 6 − 60 leaves 24: 8 for each column.
    #expect(try filled.widths(90) == [18, 28, 38])
    #expect(filled.scene.enginesCreated == engines)
  }

  @Test func aTextThatFillsIsMeasuredAtTheWidthThatItHasAtLast() throws {
    var scene = LayoutScene()
    let grid = try scene.addItem("grid")
    let text = try scene.addItem("text", in: grid, content: .text)
    let box = try scene.addItem("box", in: grid, content: .intrinsic)
    try scene.setIntrinsic(box, width: 40, height: 10)
    var arrangement = GridArrangement(rows: [[text, box]])
    arrangement.columnSpacing = 0
    arrangement.xPlacement = .fill
    try scene.addGrid(grid, arrangement)
    try scene.add { root in
      grid.leading == root.leading
      grid.trailing == root.trailing
      grid.top == root.top
      root.bottom == grid.bottom
    }
    var sizing = ControlSizing()
    sizing.set(text, 60, 20, baseline: 15)
    let layout = try scene.layout(width: 140, sizing: &sizing)
    // 140 − 60 − 40 leaves 40: 20 for each column.
    #expect(layout[text] == Rect(x: 0, y: 0, width: 80, height: 20))
    #expect(layout[box].width == 60)
    #expect(layout.size.height == 20)
  }
}
