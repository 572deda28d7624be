import LayoutScenes
import AutoLayout
import LayoutPrimitives

/// The preferences of WWDC 2016, session 236, in a window that would like to be 500 × 300 points;
/// the grid is 20 points inside it.
private struct VoiceOverPreferences {
  var scene = LayoutScene(root: "screen")
  var texts = BlockTexts([:])
  let window, grid: SceneItem
  let translation, popup, contracted, eightDot, status, general, textStyle, alert: SceneItem
  let id: GridID

  init() throws {
    let (window, grid) = (try scene.addItem("window"), try scene.addItem("grid"))
    (self.window, self.grid) = (window, grid)
    // Labels of size 12, the popup of size 20, checkboxes of size 16.
    var views: [SceneItem] = []
    for (name, size) in [
      ("Translation:", 12.0), ("Nemeth code (US)", 20), ("Show contracted", 16),
      ("Show eight-dot", 16), ("Status cells:", 12), ("Show general display", 16),
      ("Show text style", 16), ("Show alert messages", 16),
    ] {
      let view = try scene.addItem(name, in: grid, content: .text)
      texts.texts[view] = BlockText(letters: name.count, size: size)
      views.append(view)
    }
    (translation, popup, contracted, eightDot) = (views[0], views[1], views[2], views[3])
    (status, general, textStyle, alert) = (views[4], views[5], views[6], views[7])
    try scene.add { screen in
      window.leading == screen.leading
      window.top == screen.top
      window.width == 500 ~ 500
      window.height == 300 ~ 500
      grid.leading == window.leading + 20
      grid.top == window.top + 20
      grid.trailing == window.trailing - 20
      grid.bottom == window.bottom - 20
    }
    // The code is grid-shaped itself.
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

  mutating func change(_ changes: (inout GridArrangement) throws -> Void) throws {
    guard var arrangement = scene.arrangement(of: id) else { return }
    try changes(&arrangement)
    try scene.setArrangement(id, arrangement)
  }

  /// Checks the window's size and the frames of some views, of which the sizes never change.
  mutating func show(
    _ out: inout Transcript, window width: Double, _ height: Double,
    _ places: [(view: SceneItem, x: Double, y: Double)]
  ) throws {
    let layout = try scene.layout(width: 600, sizing: &texts)
    out.frame("window", layout[window], is: 0, 0, width, height)
    for place in places {
      guard let size = texts.texts[place.view]?.extent(width: .infinity) else { continue }
      out.frame(
        scene.name(of: place.view), layout[place.view], is: place.x, place.y, size.width,
        size.height)
    }
  }
}

extension Example {
  /// A grid, a bit at a time, until it is the design.
  static let voiceOverGrid = Example(
    name: "VoiceOverGrid", about: "WWDC 2016's preferences in a grid view, step by step"
  ) { out in
    var it = try VoiceOverPreferences()
    let (translation, popup, contracted) = (it.translation, it.popup, it.contracted)
    let (status, general, textStyle, alert) = (it.status, it.general, it.textStyle, it.alert)

    // Columns of 152 (the alert) and 160 fit 318 with the spacing of 6; the grid's 460 leave 71 for
    // each. Rows of 25 and five times 20 fit 155; 260 leave 17.5 for each.
    out.note("1. the constructor alone: the grid is stretched to fill the window")
    try it.show(
      &out, window: 500, 300,
      [
        (translation, 20, 20), (popup, 249, 20), (contracted, 249, 68.5), (general, 249, 155.5),
        (alert, 20, 242.5),
      ])

    out.note("2. more content hugging: the edges of the window are pulled in")
    try it.scene.setHugging(it.grid, ContentPriorities(both: .at(600)))
    try it.show(
      &out, window: 358, 195,
      [
        (translation, 20, 20), (popup, 178, 20), (contracted, 178, 51), (general, 178, 103),
        (alert, 20, 155),
      ])

    out.note("3. column 0 is placed at its trailing edge: both labels hop over")
    try it.change { $0.columns[0].xPlacement = .trailing }
    try it.show(&out, window: 358, 195, [(translation, 100, 20), (status, 94, 103)])

    out.note("4. rows are aligned by their first baselines")
    try it.change { $0.rowAlignment = .firstBaseline }
    // The popup's baseline lies at 20, a checkbox's at 16, a label's at 12.
    try it.show(
      &out, window: 358, 195,
      [(translation, 100, 28), (popup, 178, 20), (status, 94, 107), (general, 178, 103)])

    out.note("5. padding for the rows of the popup and the status label, found by their cells")
    let scene = it.scene
    try it.change { grid in
      guard let first = grid.cell(of: popup, in: scene),
        let second = grid.cell(of: status, in: scene)
      else { return }
      grid.rows[first.row].topPadding = 5
      grid.rows[first.row].bottomPadding = 5
      grid.rows[second.row].topPadding = 6
    }
    try it.show(
      &out, window: 358, 211,
      [(popup, 178, 25), (translation, 100, 33), (contracted, 178, 61), (general, 178, 119)])

    out.note("6. the first two cells of the last row are merged: they inherit from column 0")
    try it.change { try $0.mergeCells(row: 5, columns: 0...1) }
    // The alert widens column 0 no more, which is 78 now: 78 + 6 + 160 = 244.
    try it.show(
      &out, window: 284, 211,
      [(translation, 26, 33), (status, 20, 123), (popup, 104, 25), (alert, 112, 171)])

    out.note("7. no placement, and a constraint of its own: centered on the columns' boundary")
    try it.change { grid in
      guard let cell = grid.cell(of: alert, in: scene) else { return }
      grid[cell].xPlacement = .none
      grid[cell].customPlacementConstraints = [alert.centerX == textStyle.leading]
    }
    try it.show(&out, window: 284, 211, [(textStyle, 104, 145), (alert, 28, 171)])

    out.note("a hidden row leaves no gap, and comes back where it was")
    try it.scene.setRowHidden(it.id, 5, true)
    try it.show(&out, window: 284, 185, [(textStyle, 104, 145)])
    try it.scene.setRowHidden(it.id, 5, false)
    try it.show(&out, window: 284, 211, [(alert, 28, 171)])
  }
}
