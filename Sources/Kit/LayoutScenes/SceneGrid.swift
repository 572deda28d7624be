public import AutoLayout
import LayoutPrimitives

/// A grid view of a scene, and the ids of its active constraints.
struct SceneGrid: Sendable {
  let item: SceneItem
  /// The grid's guides; there may be more guides than the arrangement requires.
  var guides: [SceneItem]
  /// The `ConstraintID.serial` of all constraints of the grid.
  let serial: Int
  var arrangement: GridArrangement
  /// Whether inactive constraints stay in the scene, switched off, so that hiding and showing only
  /// switches constraints.
  var isPrepared: Bool
  /// The ids of the grid's constraints that are switched on.
  var holding: [ConstraintID] = []

  /// The constraints that are active for the current visibility, in document order.
  func wanted(_ tree: SceneTree) -> [NumberedConstraint] {
    var constraints = constraints(tree)
    return constraints.placed(
      GridVisibility(
        rows: arrangement.rows.map { GridPresence(!$0.isHidden) },
        columns: arrangement.columns.map { GridPresence(!$0.isHidden) },
        views: constraints.views.map { GridPresence(!tree[$0].traits.isHidden) })
    )
  }

  /// The constraints that are active for at least one visibility, in document order.
  func possible(_ tree: SceneTree) -> [NumberedConstraint] {
    var constraints = constraints(tree)
    return constraints.placed(
      GridVisibility(
        rows: arrangement.rows.map { _ in .sometimes },
        columns: arrangement.columns.map { _ in .sometimes },
        views: constraints.views.map { _ in .sometimes })
    )
  }

  /// For each view, the guides that take its content's width and height instead of the view.
  func contentItems(
    _ tree: SceneTree
  ) -> [(view: SceneItem, width: SceneItem?, height: SceneItem?)] {
    let constraints = constraints(tree)
    return zip(constraints.views, constraints.contentItems).map { ($0, $1.width, $1.height) }
  }

  /// Creates the generator of the grid's constraints.
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
  /// A hidden row or column has no length, padding or spacing. Hiding and showing only switches
  /// constraints if the grid has at most `GridArrangement.preparedCells` cells.
  ///
  /// The priorities of the grid's content hugging decide whether the grid becomes larger than its
  /// rows and columns require: only stronger constraints stretch it. The rows and columns without
  /// an exact size then share the extra space equally.
  ///
  /// - Parameters:
  ///   - item: The item that becomes the grid.
  ///   - arrangement: The rows, columns and cells. Each view must be a subview of the grid, in one
  ///     cell, and in no other stack or grid.
  /// - Throws: `SceneError` for views that cannot be arranged, for invalid numbers, or if a limit
  ///   would be exceeded.
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
    // If all constraints together exceed the limit, nothing is added.
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
  /// New spacings, paddings and sizes only change constants. Hiding and showing rows and columns
  /// only switches constraints. New rows, columns, placements and merged cells may create a new
  /// engine.
  ///
  /// - Throws: `SceneError` for an unknown grid, views that cannot be arranged or invalid numbers,
  ///   or if a limit would be exceeded.
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
    // Constraints of another shape have other numbers, so the constraints of the old shape are not
    // reusable.
    if !former.hasShape(of: arrangement) || more > 0 { changed.isPrepared = false }
    try checkRoom(
      for: changed.wanted(tree).map { ConstraintID(serial: changed.serial, number: $0.number) },
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

  /// Hides or shows a row of a grid, given by its index from 0.
  ///
  /// - Throws: `SceneError` for an unknown grid or row, or if a limit would be exceeded.
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

  /// Hides or shows a column of a grid, given by its index from 0.
  ///
  /// - Throws: `SceneError` for an unknown grid or column, or if a limit would be exceeded.
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

  /// Changes the priorities of an item's content hugging; if they differ, the next layout uses a
  /// new engine.
  ///
  /// - Throws: `SceneError` for an unknown item, or if a limit would be exceeded.
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
  /// Throws for a grid with invalid numbers, too many rows or columns, or views that it cannot
  /// arrange.
  ///
  /// A grid cannot arrange a view of another superview, or a view that is in two cells or in
  /// another stack or grid.
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

  /// Throws if merged cells extend beyond the grid, or if a cell other than the top leading one has
  /// a view.
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
  /// The position of the cell that contains a view or one of its ancestors; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - view: The view to look for.
  ///   - scene: The scene of the views.
  public func cell(of view: SceneItem, in scene: LayoutScene) -> CellIndex? {
    let cellIndices = cellIndices
    var current: SceneItem? = view
    while let item = current {
      if let index = cellIndices[item] { return index }
      current = scene.superview(of: item)
    }
    return nil
  }
}
