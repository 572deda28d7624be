import LayoutScenes
import AutoLayout
import LayoutPrimitives
import TestSupport
import Testing

/// Earlier hiding does not affect layouts.
@Suite struct GridHistoryTests {
  private func fixture(prepared: Int, _ random: inout TestRandom) throws -> GridFixture {
    let placements: [GridArrangement.Placement] = [.leading, .trailing, .center, .fill]
    let choices = (0..<6).map { _ in placements[random.next(below: 4)] }
    let sizes = (0..<3).map { row in
      (0..<2).map { column -> Size? in
        if row == 1, column == 1 { return nil }
        return Size(
          width: Double(5 + random.next(below: 40)), height: Double(5 + random.next(below: 30)))
      }
    }
    var fixture = try GridFixture(sizes) {
      $0.preparedCells = prepared
      for index in 0..<3 {
        $0.rows[index].yPlacement = choices[3 + index]
        $0.rows[index].bottomPadding = Double(2 * index)
      }
      for index in 0..<2 {
        $0.columns[index].xPlacement = choices[index]
        $0.columns[index].leadingPadding = Double(index)
      }
      $0.rows[2].rowAlignment = .firstBaseline
      try $0.mergeCells(row: 1, columns: 0...1)
    }
    let grid = fixture.grid
    try fixture.scene.add { root in grid.trailing == root.trailing ~ 600 }
    return fixture
  }

  @Test(arguments: [1, 2] as [UInt64], [0, 64])
  func framesDoNotDependOnTheOrderOfHiding(_ seed: UInt64, _ prepared: Int) throws {
    var random = TestRandom(seed: seed)
    var long = try fixture(prepared: prepared, &random)
    for _ in 0..<3 {
      let pattern = random.next(below: 1 << 7)
      var same = TestRandom(seed: seed)
      var fresh = try fixture(prepared: prepared, &same)
      func hide(_ fixture: inout GridFixture, _ index: Int) throws {
        let isHidden = pattern >> index & 1 == 1
        switch index {
        case 0..<3: try fixture.scene.setRowHidden(fixture.id, index, isHidden)
        case 3..<5: try fixture.scene.setColumnHidden(fixture.id, index - 3, isHidden)
        default:
          guard let view = fixture.views[0][index - 5] else { return }
          try fixture.scene.setHidden(view, isHidden)
        }
      }
      for index in (0..<7).reversed() { try hide(&long, index) }
      for index in 0..<7 { try hide(&fresh, index) }
      let (one, other) = (try long.scene.layout(width: 200), try fresh.scene.layout(width: 200))
      #expect(one.frames == other.frames, "\(pattern)")
      #expect(one.relaxed == [])
    }
    if prepared > 0 { #expect(long.scene.enginesCreated == 1) }
  }

  @Test func anotherArrangementIsThatOfAFreshGrid() throws {
    let sizes: [[Size?]] = [[.square(10), .square(20)], [.square(30), .square(5)]]
    var long = try GridFixture(sizes)
    _ = try long.scene.layout(width: 200)
    let changes: [(inout GridArrangement) throws -> Void] = [
      { $0.xPlacement = .center }, { $0.columns[0].width = 50 }, { $0.rowSpacing = 1 },
      { $0.yPlacement = .fill }, { $0.rowAlignment = .lastBaseline },
      { $0.rows[1].topPadding = 4 },
    ]
    for count in changes.indices {
      try long.change(changes[count])
      var fresh = try GridFixture(sizes) { for change in changes[...count] { try change(&$0) } }
      let (one, other) = (try long.scene.layout(width: 200), try fresh.scene.layout(width: 200))
      for row in 0..<2 {
        for column in 0..<2 {
          #expect(
            long.frame(one, row, column) == fresh.frame(other, row, column), "\(count)")
        }
      }
    }
  }
}
