import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// Hiding in grids and stacks beyond the prepared number does not add more and more constraints.
@Suite struct GridRoomTests {
  private let rows = 5

  private func fixture(constraints: Int = 20_000) throws -> GridFixture {
    var limits = SceneLimits()
    limits.constraints = constraints
    return try GridFixture(
      [[Size?]](repeating: [.square(10)], count: rows), limits: limits
    ) { $0.preparedCells = 0 }
  }

  @Test func eachPairOfShownRowsIsForgottenAgain() throws {
    let all = try fixture().scene.installedConstraints.count
    // The limit allows the constraints of a few hidden rows, not the gaps of all pairs.
    var grid = try fixture(constraints: all + 8)
    for first in 0..<rows {
      for last in first..<rows {
        var arrangement = try #require(grid.scene.arrangement(of: grid.id))
        for row in first...last { arrangement.rows[row].isHidden = true }
        try grid.scene.setArrangement(grid.id, arrangement)
        let shown = Double(rows - (last - first + 1))
        if last - first == 1 {
          let layout = try grid.scene.layout(width: 100)
          #expect(layout[grid.grid].height == shown * 16 - 6)
        }
        for row in first...last { arrangement.rows[row].isHidden = false }
        try grid.scene.setArrangement(grid.id, arrangement)
      }
    }
    #expect(grid.scene.installedConstraints.count == all)
  }

  @Test func hidingTheSameAgainUsesTheSameEngine() throws {
    var grid = try fixture()
    var engines = 0
    for round in 0..<2 {
      for isHidden in [true, false] {
        for row in 1...3 { try grid.scene.setRowHidden(grid.id, row, isHidden) }
        _ = try grid.scene.layout(width: 100)
      }
      if round == 0 { engines = grid.scene.enginesCreated }
    }
    #expect(grid.scene.enginesCreated == engines)
  }

  @Test func aGridOfAnotherShapeKeepsNothingOfTheFormerOne() throws {
    var scene = LayoutScene()
    let item = try scene.addItem("grid")
    var views: [SceneItem] = []
    for number in 0..<6 {
      views.append(try scene.addItem("view \(number)", in: item, content: .intrinsic))
    }
    let wide = GridArrangement(rows: [views.map { $0 }])
    let tall = GridArrangement(rows: views.map { [$0] })
    let id = try scene.addGrid(item, wide)
    var counts: Set<Int> = []
    for _ in 0..<4 {
      try scene.setArrangement(id, tall)
      try scene.setArrangement(id, wide)
      counts.insert(scene.installedConstraints.count)
    }
    #expect(counts.count == 1)
  }

  @Test func aLongStackForgetsItsPairsToo() throws {
    var scene = LayoutScene()
    let stack = try scene.addItem("stack")
    var views: [SceneItem] = []
    for number in 0..<10 {
      let view = try scene.addItem("view \(number)", in: stack, content: .intrinsic)
      try scene.setIntrinsic(view, .square(10))
      views.append(view)
    }
    try scene.addStack(stack, arranging: views, StackArrangement(.vertical, spacing: 2))
    let all = scene.installedConstraints.count
    for first in 0..<8 {
      for last in first..<8 {
        for view in views[first...last] { try scene.setHidden(view, true) }
        for view in views[first...last] { try scene.setHidden(view, false) }
      }
    }
    #expect(scene.installedConstraints.count == all)
  }
}
