public import AutoLayout
import LayoutPrimitives

/// A grid view of a scene, and the ids of its constraints that hold.
struct SceneGrid: Sendable {
  let item: SceneItem
  /// The grid's guides; there may be more than its arrangement needs.
  var guides: [SceneItem]
  /// The `ConstraintID.serial` that all constraints of the grid share.
  let serial: Int
  var arrangement: GridArrangement
  /// Whether constraints that do not hold remain in the scene, switched off, for later hiding and
  /// showing.
  var isPrepared: Bool
  /// The ids of the grid's constraints that hold at present.
  var holding: [ConstraintID] = []

  /// The constraints that hold for the present visibility, in document order.
  func wanted(_ tree: SceneTree) -> [PlacedConstraint] {
    var constraints = constraints(tree)
    return constraints.placed(
      GridVisibility(
        rows: arrangement.rows.map { GridPresence(!$0.isHidden) },
        columns: arrangement.columns.map { GridPresence(!$0.isHidden) },
        views: constraints.views.map { GridPresence(!tree[$0].traits.isHidden) })
    )
  }

  /// The constraints that may hold, for any visibility, in document order.
  func possible(_ tree: SceneTree) -> [PlacedConstraint] {
    var constraints = constraints(tree)
    return constraints.placed(
      GridVisibility(
        rows: arrangement.rows.map { _ in .sometimes },
        columns: arrangement.columns.map { _ in .sometimes },
        views: constraints.views.map { _ in .sometimes })
    )
  }

  /// For each view, the guides whose extents its content determines instead of the view's.
  func contentItems(
    _ tree: SceneTree
  ) -> [(view: SceneItem, width: SceneItem?, height: SceneItem?)] {
    let constraints = constraints(tree)
    return zip(constraints.views, constraints.contentItems).map { ($0, $1.width, $1.height) }
  }

  /// Makes the generator of the grid's constraints.
  private func constraints(_ tree: SceneTree) -> GridConstraints {
    GridConstraints(
      grid: item, guides: guides, arrangement, hugging: tree[item].traits.hugging,
      hasContent: { tree[$0].content != .none }
    ) { tree[$0].traits.compression }
  }
}

extension LayoutScene {
  /// Adds the constraints of a grid view, last in document order.
  ///
  /// Hidden rows and columns have no length, padding and spacing. Hiding and showing only switches
  /// constraints, unless there are more cells than `GridArrangement.preparedCells`.
  ///
  /// The grid's content hugging decides what happens if the grid could be larger than its tracks:
  /// weaker constraints do not stretch it, stronger ones do. The rows and columns without an
  /// explicit size then share the extra space equally.
  ///
  /// - Parameters:
  ///   - item: The item that becomes the grid.
  ///   - arrangement: The rows, columns and cells; each view a subview of the grid, in one cell,
  ///     and in no other stack or grid.
  /// - Throws: `SceneError` for views that cannot be arranged, invalid numbers, or at a limit.
  @discardableResult
  public mutating func addGrid(
    _ item: SceneItem, _ arrangement: GridArrangement
  ) throws(SceneError) -> GridID {
    try tree.check(item)
    guard !grids.contains(where: { $0.item == item }) else {
      throw .grid("'\(name(of: item))' is a grid already; change it with setArrangement")
    }
    guard !isStack(item) else {
      throw .grid("'\(name(of: item))' is a stack; an item is a stack or a grid, not both")
    }
    try tree.check(arrangement, of: item, nil)
    let count = GridConstraints.guides(arrangement)
    try tree.checkRoom(for: count)
    let grid = SceneGrid(
      item: item, guides: (0..<count).map { SceneItem(tree.items.count + $0) },
      serial: nextSerial(), arrangement: arrangement,
      isPrepared: arrangement.rows.count * arrangement.columns.count
        <= arrangement.preparedCells)
    // If the limit does not allow all constraints, nothing is added.
    let prepared = grid.isPrepared ? grid.possible(tree) : grid.wanted(tree)
    try table.checkRoom(for: prepared.count)
    try addGuides(grid.guides, of: item)
    let index = append(grid, prepared)
    try refreshGrid(index)
    return GridID(index: index)
  }

  /// The rows, columns and cells of a grid; `nil` for a grid of another scene.
  public func arrangement(of grid: GridID) -> GridArrangement? {
    grids.indices.contains(grid.index) ? grids[grid.index].arrangement : nil
  }

  /// Changes how a grid arranges its views.
  ///
  /// New spacings, paddings and sizes only change constants, and other hidden rows and columns
  /// switch constraints. New rows, columns, placements and merged cells may create a new engine.
  ///
  /// - Throws: `SceneError` for an unknown grid, views that cannot be arranged, invalid numbers, or
  ///   at a limit.
  public mutating func setArrangement(
    _ grid: GridID, _ arrangement: GridArrangement
  ) throws(SceneError) {
    guard grids.indices.contains(grid.index) else { throw Self.unknownGrid }
    var changed = grids[grid.index]
    guard changed.arrangement != arrangement else { return }
    try tree.check(arrangement, of: changed.item, grid.index)
    let former = changed.arrangement
    changed.arrangement = arrangement
    let more = max(GridConstraints.guides(arrangement) - changed.guides.count, 0)
    try tree.checkRoom(for: more)
    let guides = (0..<more).map { SceneItem(tree.items.count + $0) }
    changed.guides += guides
    // Constraints of another shape have other numbers, so those of the old shape are not reusable.
    if !former.hasShape(of: arrangement) || more > 0 { changed.isPrepared = false }
    try checkRoom(
      for: changed.wanted(tree).map { ConstraintID(serial: changed.serial, place: $0.place) },
      serial: changed.serial, keepingOthers: changed.isPrepared)
    try addGuides(guides, of: changed.item)
    replace(grid.index, by: changed)
    try refreshGrid(grid.index)
  }

  /// Adds guides of a grid at their assigned indices.
  private mutating func addGuides(
    _ guides: [SceneItem], of grid: SceneItem
  ) throws(SceneError) {
    let first = grids.first { $0.item == grid }?.guides.count ?? 0
    for number in guides.indices {
      _ = try addOwnGuide("\(name(of: grid)) guide \(first + number + 1)", in: grid)
    }
  }

  /// Hides or shows a row of a grid.
  ///
  /// - Throws: `SceneError` for an unknown grid or row, or at a limit.
  public mutating func setRowHidden(
    _ grid: GridID, _ row: Int, _ isHidden: Bool
  ) throws(SceneError) {
    guard var arrangement = arrangement(of: grid) else { throw Self.unknownGrid }
    guard arrangement.rows.indices.contains(row) else {
      throw .grid("row \(row) is not in the grid; it has \(arrangement.rows.count), from 0")
    }
    arrangement.rows[row].isHidden = isHidden
    try setArrangement(grid, arrangement)
  }

  /// Hides or shows a column of a grid.
  ///
  /// - Throws: `SceneError` for an unknown grid or column, or at a limit.
  public mutating func setColumnHidden(
    _ grid: GridID, _ column: Int, _ isHidden: Bool
  ) throws(SceneError) {
    guard var arrangement = arrangement(of: grid) else { throw Self.unknownGrid }
    guard arrangement.columns.indices.contains(column) else {
      throw .grid(
        "column \(column) is not in the grid; it has \(arrangement.columns.count), from 0")
    }
    arrangement.columns[column].isHidden = isHidden
    try setArrangement(grid, arrangement)
  }

  /// Changes the priorities of an item's content hugging; this creates a new engine.
  ///
  /// - Throws: `SceneError` for an unknown item, or at a limit.
  public mutating func setHugging(
    _ item: SceneItem, _ hugging: ContentPriorities
  ) throws(SceneError) {
    guard try changeHugging(item, hugging) else { return }
    if let grid = grids.firstIndex(where: { $0.item == item }) { try refreshGrid(grid) }
  }

  private static var unknownGrid: SceneError {
    .grid("the grid is none of this scene; use what its addGrid returned")
  }
}

extension SceneTree {
  /// Throws for a grid with invalid numbers, too many tracks, or views that it cannot arrange: those
  /// of other superviews, or in two cells or another stack or grid.
  ///
  /// - Parameters:
  ///   - arrangement: The rows, columns and cells.
  ///   - grid: The grid's item.
  ///   - index: Index of the grid in the scene; `nil` for a new one.
  func check(
    _ arrangement: GridArrangement, of grid: SceneItem, _ index: Int?
  ) throws(SceneError) {
    let name = self[grid].name
    for (count, tracks) in [
      (arrangement.rows.count, "rows"), (arrangement.columns.count, "columns"),
    ] where count > GridArrangement.trackLimit {
      throw .grid(
        "the grid '\(name)' has \(count) \(tracks); the most are \(GridArrangement.trackLimit)")
    }
    try check(arrangement.rowSpacing, "the row spacing of '\(name)'")
    try check(arrangement.columnSpacing, "the column spacing of '\(name)'")
    for (number, row) in arrangement.rows.enumerated() {
      try check(row.topPadding, "the top padding of row \(number) of '\(name)'")
      try check(row.bottomPadding, "the bottom padding of row \(number) of '\(name)'")
      if let height = row.height {
        try checkExtent(height, "the height of row \(number) of '\(name)'")
      }
    }
    for (number, column) in arrangement.columns.enumerated() {
      try check(column.leadingPadding, "the leading padding of column \(number) of '\(name)'")
      try check(column.trailingPadding, "the trailing padding of column \(number) of '\(name)'")
      if let width = column.width {
        try checkExtent(width, "the width of column \(number) of '\(name)'")
      }
    }
    try checkMerged(arrangement, name)
    var seen: Set<SceneItem> = []
    for view in arrangement.contents {
      try check(view)
      guard self[view].parent == grid.index else {
        throw .grid("'\(self[view].name)' is no subview of the grid '\(name)'")
      }
      guard self[view].stack == nil, self[view].grid == nil || self[view].grid == index,
        seen.insert(view).inserted
      else {
        throw .grid(
          "'\(self[view].name)' is arranged already; a view has one place in one stack or grid")
      }
    }
    for content in arrangement.placed { for custom in content.custom { try check(custom) } }
  }

  /// Throws if merged cells are no longer all in the grid, or if a cell other than the top leading
  /// one has a view.
  private func checkMerged(_ arrangement: GridArrangement, _ name: String) throws(SceneError) {
    for merge in arrangement.merged {
      guard arrangement.rows.indices.contains(merge.rows.upperBound),
        arrangement.columns.indices.contains(merge.columns.upperBound)
      else {
        throw .grid(
          "the grid '\(name)' merges rows \(merge.rows) and columns \(merge.columns), which are "
            + "not all in it")
      }
    }
    guard arrangement.placed.count == arrangement.contents.count else {
      throw .grid(
        "a view of the grid '\(name)' is in no cell that is laid out: its row or column was "
          + "removed, or its cell is merged with another one before it")
    }
  }
}

extension GridArrangement {
  /// The position of the cell that contains a view, or an ancestor of it; `nil` if none does.
  ///
  /// - Parameters:
  ///   - view: The view to look for.
  ///   - scene: The scene of the views.
  public func cell(of view: SceneItem, in scene: LayoutScene) -> CellIndex? {
    let places = places
    var current: SceneItem? = view
    while let item = current {
      if let place = places[item] { return place }
      current = scene.superview(of: item)
    }
    return nil
  }
}
