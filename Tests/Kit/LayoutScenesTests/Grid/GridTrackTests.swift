import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// Sizes of rows and columns, merged cells and hidden parts; spacings are 6.
@Suite struct GridTrackTests {
  private static let three: [[Size?]] = [
    [.square(10), .square(20), .square(30)], [.square(12), .square(14), .square(16)],
  ]

  @Test func explicitSizesAreExact() throws {
    var fixture = try GridFixture(Self.three) {
      $0.columns[1].width = 15
      $0.rows[0].height = 50
    }
    let layout = try fixture.scene.layout(width: 300)
    // 12 + 6 + 15 + 6 + 30, and 50 + 6 + 16; the view of 20 is compressed to 15.
    #expect(layout[fixture.grid] == Rect(x: 0, y: 0, width: 69, height: 72))
    #expect(fixture.frame(layout, 0, 1) == Rect(x: 18, y: 0, width: 15, height: 20))
    #expect(fixture.frame(layout, 1, 2) == Rect(x: 39, y: 56, width: 16, height: 16))
  }

  @Test func spareRoomIsForTracksWithoutAnExplicitSize() throws {
    var fixture = try GridFixture(Self.three) { $0.columns[1].width = 20 }
    let grid = fixture.grid
    try fixture.scene.add { root in grid.trailing == root.trailing }
    // 12 + 20 + 30 + 12 = 74; of 100 each open column has 13 more.
    let layout = try fixture.scene.layout(width: 100)
    #expect([0, 1, 2].map { fixture.frame(layout, 0, $0).x } == [0, 31, 57])
    try fixture.change { for index in 0..<3 { $0.columns[index].width = 20 } }
    // With explicit columns only, the remaining width is behind them.
    let fixed = try fixture.scene.layout(width: 100)
    #expect([0, 1, 2].map { fixture.frame(fixed, 0, $0).x } == [0, 26, 52])
    #expect(fixed[grid].width == 100)
    #expect(fixed.relaxed == [] && fixed.ambiguous == nil)
  }

  /// A pull of 500 to 100 points against hugging: the columns require 74 points.
  @Test(arguments: [(250, 100.0), (499, 100), (501, 74), (750, 74), (1000, 74)])
  func huggingDecidesAgainstWeakerConstraints(_ hugging: Int, _ width: Double) throws {
    var fixture = try GridFixture(Self.three) {
      $0.columns[1].width = 20
    } configure: {
      $0.hugging = ContentPriorities(both: Priority(hugging) ?? .required)
    }
    let grid = fixture.grid
    try fixture.scene.add { _ in grid.width == 100 ~ 500 }
    #expect(try fixture.scene.layout(width: 300)[grid].width == width)
  }

  @Test func aMergedViewWidensItsColumnsAlike() throws {
    let sizes: [[Size?]] = [[.square(10), .square(20), .square(5)], [.square(50), nil, nil]]
    var fixture = try GridFixture(sizes) { try $0.mergeCells(row: 1, columns: 0...1) }
    let layout = try fixture.scene.layout(width: 300)
    // 50 - 10 - 6 - 20 = 14 more, 7 for each of both.
    #expect([0, 1, 2].map { fixture.frame(layout, 0, $0).x } == [0, 23, 56])
    #expect(layout[fixture.grid] == Rect(x: 0, y: 0, width: 61, height: 76))
    #expect(fixture.frame(layout, 1, 0) == Rect(x: 0, y: 26, width: 50, height: 50))
  }

  @Test func aMergedViewIsCenteredInItsWholeRange() throws {
    let sizes: [[Size?]] = [[.square(10), .square(20)], [.square(30), nil], [nil, nil]]
    var fixture = try GridFixture(sizes) {
      try $0.mergeCells(rows: 1...2, columns: 0...1)
      $0[row: 1, column: 0].xPlacement = .center
      $0[row: 1, column: 0].yPlacement = .fill
    }
    let layout = try fixture.scene.layout(width: 300)
    #expect(fixture.frame(layout, 1, 0) == Rect(x: 3, y: 26, width: 30, height: 30))
    // Of the 30 points 12 are for each row, beside the spacing.
    #expect(layout[fixture.grid] == Rect(x: 0, y: 0, width: 36, height: 56))
  }

  @Test func hiddenTracksLeaveNoRoomPaddingAndSpacing() throws {
    var fixture = try GridFixture(Self.three) {
      $0.columns[1].leadingPadding = 3
      $0.columns[1].trailingPadding = 4
      $0.rows[0].topPadding = 9
    }
    let shown = try fixture.scene.layout(width: 300)
    #expect(shown[fixture.grid] == Rect(x: 0, y: 0, width: 81, height: 61))
    try fixture.scene.setColumnHidden(fixture.id, 1, true)
    let layout = try fixture.scene.layout(width: 300)
    // 12 + 6 + 30
    #expect(layout[fixture.grid].width == 48)
    #expect(fixture.frame(layout, 0, 1) == Rect(x: 12, y: 9, width: 0, height: 0))
    try fixture.scene.setRowHidden(fixture.id, 0, true)
    // 12 + 6 + 16; a hidden row's views widen nothing.
    #expect(
      try fixture.scene.layout(width: 300)[fixture.grid]
        == Rect(x: 0, y: 0, width: 34, height: 16))
    for column in [0, 2] { try fixture.scene.setColumnHidden(fixture.id, column, true) }
    try fixture.scene.setRowHidden(fixture.id, 1, true)
    #expect(
      try fixture.scene.layout(width: 300)[fixture.grid] == Rect(x: 0, y: 0, width: 0, height: 0))
    for column in 0..<3 { try fixture.scene.setColumnHidden(fixture.id, column, false) }
    for row in 0..<2 { try fixture.scene.setRowHidden(fixture.id, row, false) }
    #expect(try fixture.scene.layout(width: 300).frames == shown.frames)
    #expect(fixture.scene.enginesCreated == 1)
  }

  @Test func hidingOnlySwitches() throws {
    var fixture = try GridFixture(Self.three)
    _ = try fixture.scene.layout(width: 300)
    let id = fixture.id
    let churn = try fixture.scene.bind { scene throws(SceneError) in
      try scene.setRowHidden(id, 0, true)
    }
    #expect(churn.total.isChurnFree)
    #expect(churn.total.switched > 0)
  }

  @Test func aMergedCellHasTheTracksThatAreShown() throws {
    let sizes: [[Size?]] = [
      [.square(10), .square(20), .square(30)], [.square(5), nil, nil],
    ]
    var fixture = try GridFixture(sizes) {
      try $0.mergeCells(row: 1, columns: 0...2)
      $0[row: 1, column: 0].xPlacement = .fill
    }
    // The whole range, without the first, without the last, and none of it.
    let widths: [([Int], Double)] = [
      ([], 72), ([0], 56), ([2], 36), ([0, 2], 20), ([0, 1, 2], 0),
    ]
    for (hidden, width) in widths {
      for column in 0..<3 {
        try fixture.scene.setColumnHidden(fixture.id, column, hidden.contains(column))
      }
      let layout = try fixture.scene.layout(width: 300)
      #expect(fixture.frame(layout, 1, 0).width == width, "\(hidden)")
      #expect(fixture.frame(layout, 1, 0).x == 0)
      #expect(layout.relaxed == [] && layout.ambiguous == nil)
    }
  }
}
