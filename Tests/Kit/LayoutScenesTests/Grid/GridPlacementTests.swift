import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// Positions of views in their cells; the tested cell is 50 × 50, the view in it 10 × 20.
@Suite struct GridPlacementTests {
  typealias Placement = GridArrangement.Placement

  private static let sizes: [[Size?]] = [
    [Size(width: 10, height: 20), .square(50)], [.square(50), nil],
  ]

  /// Start and length of a view of a length in 50 points.
  private static func span(_ placement: Placement, _ length: Double) -> (Double, Double) {
    switch placement {
    case .leading, .inherited, .none: (0, length)
    case .trailing: (50 - length, length)
    case .center: (25 - length / 2, length)
    case .fill: (0, 50)
    }
  }

  @Test(
    arguments: [Placement.leading, .trailing, .center, .fill],
    [Placement.top, .bottom, .center, .fill])
  func aViewIsWhereItsPlacementsSay(_ x: Placement, _ y: Placement) throws {
    var fixture = try GridFixture(Self.sizes) {
      $0[row: 0, column: 0].xPlacement = x
      $0[row: 0, column: 0].yPlacement = y
    }
    let layout = try fixture.scene.layout(width: 300)
    let (horizontal, vertical) = (Self.span(x, 10), Self.span(y, 20))
    #expect(
      fixture.frame(layout, 0, 0)
        == Rect(x: horizontal.0, y: vertical.0, width: horizontal.1, height: vertical.1))
    #expect(layout[fixture.grid] == Rect(x: 0, y: 0, width: 106, height: 106))
    #expect(layout.relaxed == [] && layout.ambiguous == nil)
  }

  /// The nearest of cell, row or column, and grid that is not inherited.
  @Test(arguments: [
    (Placement.inherited, Placement.inherited, Placement.trailing, Placement.trailing),
    (.inherited, .center, .trailing, .center), (.leading, .center, .trailing, .leading),
    (.inherited, .inherited, .inherited, .leading), (.center, .inherited, .fill, .center),
  ]) func placementIsInherited(
    cell: Placement, track: Placement, grid: Placement, expected: Placement
  ) throws {
    var fixture = try GridFixture(Self.sizes) {
      $0.xPlacement = grid
      $0.yPlacement = grid
      $0.columns[0].xPlacement = track
      $0.rows[0].yPlacement = track
      $0[row: 0, column: 0].xPlacement = cell
      $0[row: 0, column: 0].yPlacement = cell
    }
    let frame = fixture.frame(try fixture.scene.layout(width: 300), 0, 0)
    #expect((frame.x, frame.width) == Self.span(expected, 10))
    #expect((frame.y, frame.height) == Self.span(expected, 20))
  }

  @Test func withoutPlacementAViewAsksForNoRoom() throws {
    var fixture = try GridFixture([[.square(90), .square(10)]]) {
      $0[row: 0, column: 0].xPlacement = GridArrangement.Placement.none
      $0[row: 0, column: 0].yPlacement = GridArrangement.Placement.none
    }
    let view = try #require(fixture.views[0][0])
    try fixture.scene.add { root in
      view.leading == root.leading + 100
      view.top == root.top + 200
    }
    let layout = try fixture.scene.layout(width: 300)
    #expect(layout[fixture.grid] == Rect(x: 0, y: 0, width: 16, height: 10))
    #expect(layout[view] == Rect(x: 100, y: 200, width: 90, height: 90))
  }

  /// Baselines 14 of 20 and 30 of 40: the first view is 16 lower, both are 40 high, in 60.
  @Test(
    "Row alignment goes before placement: the first cell places the group",
    arguments: [
      (Placement.top, 0.0), (.center, 10), (.bottom, 20), (.fill, 0),
    ])
  func theFirstCellPlacesTheAlignedGroup(_ placement: Placement, _ top: Double) throws {
    var scene = LayoutScene()
    let grid = try scene.addItem("grid")
    let one = try scene.addItem("one", in: grid, content: .text)
    let two = try scene.addItem("two", in: grid, content: .text)
    let tall = try scene.addItem("tall", in: grid, content: .intrinsic)
    try scene.setIntrinsic(tall, width: 5, height: 60)
    var sizing = ControlSizing()
    sizing.set(one, 30, 20, baseline: 14)
    sizing.set(two, 30, 40, baseline: 30)
    var arrangement = GridArrangement(rows: [[one, two, tall]])
    arrangement.rows[0].rowAlignment = .firstBaseline
    arrangement[row: 0, column: 0].yPlacement = placement
    arrangement[row: 0, column: 1].yPlacement = .bottom
    arrangement[row: 0, column: 2].rowAlignment = .none
    try scene.addGrid(grid, arrangement)
    try scene.add { root in
      grid.leading == root.leading
      grid.top == root.top
    }
    let layout = try scene.layout(width: 300, sizing: &sizing)
    #expect(layout[one].y == top + 16)
    #expect(layout[two].y == top)
    #expect(layout[tall].height == 60)
    #expect(layout[grid].height == 60)
    // If the first cell is hidden, the next visible one decides: at the bottom.
    try scene.setHidden(one, true)
    #expect(try scene.layout(width: 300, sizing: &sizing)[two].y == 20)
  }
}
