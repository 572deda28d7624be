import LayoutScenes
import AutoLayout
import LayoutPrimitives

/// A grid of views with sizes at the root's top leading corner, as small as it can be.
struct GridFixture {
  var scene: LayoutScene
  let grid: SceneItem
  /// The views, row by row; shape `[sizes]`.
  let views: [[SceneItem?]]
  let id: GridID

  /// A grid of views with intrinsic sizes; `nil` for an empty cell.
  init(
    _ sizes: [[Size?]], direction: LayoutDirection = .leftToRight,
    limits: SceneLimits = SceneLimits(),
    arrange: (inout GridArrangement) throws -> Void = { _ in },
    configure: (inout ItemTraits) -> Void = { _ in }
  ) throws {
    scene = LayoutScene(direction: direction, limits: limits)
    let grid = try scene.addItem("grid", configure: configure)
    self.grid = grid
    var views: [[SceneItem?]] = []
    for (row, line) in sizes.enumerated() {
      var items: [SceneItem?] = []
      for (column, size) in line.enumerated() {
        guard let size else {
          items.append(nil)
          continue
        }
        let view = try scene.addItem("view \(row) \(column)", in: grid, content: .intrinsic)
        try scene.setIntrinsic(view, size)
        items.append(view)
      }
      views.append(items)
    }
    self.views = views
    var arrangement = GridArrangement(rows: views)
    try arrange(&arrangement)
    id = try scene.addGrid(grid, arrangement)
    try scene.add { root in
      grid.leading == root.leading
      grid.top == root.top
    }
  }

  /// The frame of the view in a cell; the grid's own if there is none.
  func frame(_ layout: SceneLayout, _ row: Int, _ column: Int) -> Rect {
    layout[views[row][column] ?? grid]
  }

  /// Changes the arrangement.
  mutating func change(_ changes: (inout GridArrangement) throws -> Void) throws {
    guard var arrangement = scene.arrangement(of: id) else { return }
    try changes(&arrangement)
    try scene.setArrangement(id, arrangement)
  }
}

extension Size {
  /// A square.
  static func square(_ side: Double) -> Size { Size(width: side, height: side) }
}
