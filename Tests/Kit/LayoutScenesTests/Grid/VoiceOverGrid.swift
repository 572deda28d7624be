import LayoutScenes
import AutoLayout
import LayoutPrimitives

/// The preferences of WWDC 2016, session 236: six rows of labels and controls in a window.
///
/// The window prefers 500 × 300 at priority 500; the grid is 20 points inside it.
struct VoiceOverGrid {
  var scene: LayoutScene
  var sizing = ControlSizing()
  let window, grid: SceneItem
  let translation, popup, contracted, eightDot, status, general, textStyle, alert: SceneItem
  let id: GridID

  init(direction: LayoutDirection = .leftToRight) throws {
    scene = LayoutScene(direction: direction)
    let window = try scene.addItem("window")
    let grid = try scene.addItem("grid", in: window)
    self.window = window
    self.grid = grid
    let controls = [
      ("Translation:", 110.0, 17.0, 13.0), ("popup", 160, 26, 18),
      ("Show contracted", 150, 18, 14), ("Show eight-dot", 130, 18, 14),
      ("Status cells:", 90, 17, 13), ("Show general display", 200, 18, 14),
      ("Show text style", 100, 18, 14), ("Show alert messages", 180, 18, 14),
    ]
    var items: [SceneItem] = []
    for (name, width, height, baseline) in controls {
      let item = try scene.addItem(name, in: grid, content: .text)
      sizing.set(item, width, height, baseline: baseline)
      items.append(item)
    }
    (translation, popup, contracted, eightDot) = (items[0], items[1], items[2], items[3])
    (status, general, textStyle, alert) = (items[4], items[5], items[6], items[7])
    try scene.add { root in
      window.leading == root.leading
      window.top == root.top
      window.width == 500 ~ 500
      window.height == 300 ~ 500
      grid.leading == window.leading + 20
      grid.top == window.top + 20
      grid.trailing == window.trailing - 20
      grid.bottom == window.bottom - 20
    }
    id = try scene.addGrid(
      grid,
      GridArrangement(rows: [
        [translation, popup],
        [nil, contracted],
        [nil, eightDot],
        [status, general],
        [nil, textStyle],
        [alert],
      ]))
  }

  /// Changes the grid's arrangement.
  mutating func change(_ changes: (inout GridArrangement) throws -> Void) throws {
    guard var arrangement = scene.arrangement(of: id) else { return }
    try changes(&arrangement)
    try scene.setArrangement(id, arrangement)
  }

  /// Applies the talk's steps up to one; steps count from 1, which is the constructor alone.
  mutating func advance(to step: Int) throws {
    if step >= 2 { try scene.setHugging(grid, ContentPriorities(both: .at(600))) }
    if step >= 3 { try change { $0.columns[0].xPlacement = .trailing } }
    if step >= 4 { try change { $0.rowAlignment = .firstBaseline } }
    if step >= 5 { try pad() }
    if step >= 6 { try change { try $0.mergeCells(row: 5, columns: 0...1) } }
    if step >= 7 { try centerAlert() }
  }

  /// Pads the rows of the popup and of the status label, which are found by their views.
  private mutating func pad() throws {
    let (scene, popup, status) = (scene, popup, status)
    try change { grid in
      if let cell = grid.cell(of: popup, in: scene) {
        grid.rows[cell.row].topPadding = 5
        grid.rows[cell.row].bottomPadding = 5
      }
      if let cell = grid.cell(of: status, in: scene) { grid.rows[cell.row].topPadding = 6 }
    }
  }

  /// Centers the last checkbox on the leading edge of the one above it.
  private mutating func centerAlert() throws {
    let (scene, alert, textStyle) = (scene, alert, textStyle)
    try change { grid in
      guard let cell = grid.cell(of: alert, in: scene) else { return }
      grid[cell].xPlacement = .none
      grid[cell].customPlacementConstraints = [alert.centerX == textStyle.leading]
    }
  }

  mutating func layout() throws -> SceneLayout { try scene.layout(width: 600, sizing: &sizing) }
}
