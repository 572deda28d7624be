import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// Errors of grids, after which the scene is unchanged.
@Suite struct GridErrorTests {
  private func reason(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func cellsAreMergedOnceAndInsideTheGrid() throws {
    var grid = GridArrangement(rowCount: 2, columnCount: 3)
    #expect(
      reason { try grid.mergeCells(rows: 1...2, columns: 0...0) }
        == "rows 1...2 and columns 0...0 are not all in the grid; "
        + "it has 2 rows and 3 columns, counted from 0")
    #expect(reason { try grid.mergeCells(row: -1, columns: 0...1) } != "")
    try grid.mergeCells(row: 0, columns: 0...1)
    #expect(
      reason { try grid.mergeCells(rows: 0...1, columns: 1...1) }
        == "rows 0...1 and columns 1...1 overlap the merged cells of rows 0...0 and columns 0...1; "
        + "a cell can be merged once")
    #expect(grid.merged.count == 1)
    var scene = LayoutScene()
    let view = try scene.addItem("view")
    grid[row: 1, column: 2].content = view
    #expect(
      reason { try grid.mergeCells(row: 1, columns: 1...2) }
        == "the cell in row 1, column 2 has a view; only the top leading one of merged cells may "
        + "have one")
    // One cell cannot be merged.
    try grid.mergeCells(row: 1, columns: 0...0)
    #expect(grid.merged.count == 1)
  }

  @Test func mergedCellsAreParted() throws {
    var grid = GridArrangement(rowCount: 3, columnCount: 3)
    try grid.mergeCells(rows: 0...1, columns: 0...1)
    try grid.mergeCells(row: 2, columns: 1...2)
    grid.unmergeCell(row: 0, column: 2)
    #expect(grid.merged.count == 2)
    grid.unmergeCell(row: 1, column: 1)
    #expect(grid.merged.map(\.rows) == [2...2])
    try grid.mergeCells(row: 0, columns: 1...2)
    // Cells whose row was removed are unmerged by their former position.
    grid.rows.removeLast()
    var scene = LayoutScene()
    let item = try scene.addItem("grid")
    #expect(reason { try scene.addGrid(item, grid) } != "")
    grid.unmergeCell(row: 2, column: 1)
    try scene.addGrid(item, grid)
  }

  @Test func anItemIsAStackOrAGrid() throws {
    var scene = LayoutScene()
    let (grid, stack) = (try scene.addItem("grid"), try scene.addItem("stack"))
    try scene.addGrid(grid, GridArrangement(rowCount: 0, columnCount: 0))
    try scene.addStack(stack, arranging: [], StackArrangement(.horizontal))
    let before = scene.installedConstraints
    #expect(
      reason { try scene.addStack(grid, arranging: [], StackArrangement(.horizontal)) }
        == "'grid' is a grid; an item is a stack or a grid, not both")
    #expect(
      reason { try scene.addGrid(stack, GridArrangement(rowCount: 0, columnCount: 0)) }
        == "'stack' is a stack; an item is a stack or a grid, not both")
    #expect(scene.installedConstraints == before)
  }

  @Test func cellsBeyondTheGridAreEmpty() throws {
    var grid = GridArrangement(rowCount: 1, columnCount: -3)
    #expect(grid.columns.isEmpty)
    var scene = LayoutScene()
    grid[row: 5, column: -1].content = try scene.addItem("view")
    #expect(grid[row: 5, column: -1] == GridArrangement.Cell())
    #expect(grid.contents == [])
  }

  @Test func aCellIsFoundByAViewInIt() throws {
    var scene = LayoutScene()
    let grid = try scene.addItem("grid")
    let box = try scene.addItem("box", in: grid)
    let inner = try scene.addItem("inner", in: box)
    let other = try scene.addItem("other")
    let arrangement = GridArrangement(rows: [[nil], [nil, box]])
    #expect(
      arrangement.cell(of: inner, in: scene)
        == GridArrangement.CellIndex(row: 1, column: 1))
    #expect(arrangement.cell(of: other, in: scene) == nil)
    #expect(arrangement.columns.count == 2)
  }

  @Test func viewsOfOthersAreRefused() throws {
    var fixture = try GridFixture([[.square(10)]])
    let other = try fixture.scene.addItem("other")
    let loose = try fixture.scene.addItem("loose", in: fixture.grid)
    let before = fixture.scene
    #expect(
      reason { try fixture.change { $0[row: 0, column: 0].content = other } }
        == "'other' is no subview of the grid 'grid'")
    #expect(
      reason { try fixture.scene.addGrid(fixture.grid, GridArrangement(rows: [[loose]])) }
        == "'grid' is a grid already; change it with setArrangement")
    let view = try #require(fixture.views[0][0])
    let again = reason {
      try fixture.scene.addStack(
        fixture.grid, arranging: [view], StackArrangement(.horizontal))
    }
    #expect(
      again == "'view 0 0' is arranged already; a view has one place in one stack or grid")
    #expect(reason { try fixture.scene.setRowHidden(fixture.id, 1, true) } != "")
    #expect(reason { try fixture.scene.setColumnHidden(fixture.id, -1, true) } != "")
    #expect(
      fixture.scene.installedConstraints.count == before.installedConstraints.count)
  }

  @Test(arguments: [Double.nan, .infinity, 1e7, -1])
  func absurdNumbersAreRefused(_ number: Double) throws {
    var fixture = try GridFixture([[.square(10)]])
    let isAbsurd = !number.isFinite || number > 1e6
    let changes: [(inout GridArrangement) -> Void] = [
      { $0.rows[0].height = number }, { $0.columns[0].width = number },
      { $0.rowSpacing = number }, { $0.columnSpacing = number },
      { $0.rows[0].topPadding = number }, { $0.columns[0].trailingPadding = number },
    ]
    for index in changes.indices {
      // Sizes are at least 0; paddings and spacings may be negative.
      let isRefused = isAbsurd || index < 2
      #expect((reason { try fixture.change(changes[index]) } != "") == isRefused, "\(index)")
    }
  }

  @Test func limitsAreNamedAndLeaveTheSceneAsItWas() throws {
    var limits = SceneLimits()
    limits.items = 12
    limits.constraints = 30
    #expect(
      reason { _ = try GridFixture([[.square(1), .square(1)]], limits: limits) }
        == "a scene holds at most 30 constraints")
    limits.items = 5
    #expect(
      reason { _ = try GridFixture([[.square(1), .square(1)]], limits: limits) }
        == "a scene holds at most 5 items")
    var scene = LayoutScene()
    let grid = try scene.addItem("grid")
    let many = GridArrangement(rowCount: GridArrangement.trackLimit + 1, columnCount: 1)
    #expect(
      reason { try scene.addGrid(grid, many) }
        == "the grid 'grid' has 501 rows; the most are 500")
    #expect(scene.installedConstraints.isEmpty)
    #expect(try scene.layout(width: 10).frames.count == 2)
  }

  @Test func aGridBeyondWhatIsPreparedIsLaidOutAsWell() throws {
    let sizes: [[Size?]] = [[.square(4), .square(4)], [.square(4)]]
    var fixture = try GridFixture(sizes) { $0.preparedCells = 2 }
    let layout = try fixture.scene.layout(width: 300)
    #expect(layout[fixture.grid].height == 14)
    try fixture.scene.setRowHidden(fixture.id, 0, true)
    #expect(try fixture.scene.layout(width: 300)[fixture.grid].height == 4)
  }
}
