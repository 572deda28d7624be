extension LayoutScene {
  /// Adds the constraints of a grid view, last in document order.
  ///
  /// Hidden rows and columns have no room, padding and spacing. Hiding and showing only switches
  /// constraints, unless there are more cells than `GridArrangement.preparedCells`. The grid's
  /// content hugging decides what happens where the grid could be larger than its tracks: weaker
  /// constraints do not stretch it, stronger ones do, and then the rows and columns without an
  /// explicit size share the room equally.
  ///
  /// - Parameters:
  ///   - item: The item that becomes the grid.
  ///   - arrangement: The rows, columns and cells; each view a subview of the grid, in one cell, and
  ///     in no other stack or grid.
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
    // Where there is no room for all constraints, nothing is added.
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
  /// switch constraints. New rows, columns, placements and merged cells may make a new engine.
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
    // Constraints of another shape have other places, so those of the old one are of no more use.
    if !former.hasShape(of: arrangement) || more > 0 { changed.isPrepared = false }
    try checkRoom(
      for: changed.wanted(tree).map { ConstraintID(serial: changed.serial, place: $0.place) },
      serial: changed.serial, keepingOthers: changed.isPrepared)
    try addGuides(guides, of: changed.item)
    replace(grid.index, by: changed)
    try refreshGrid(grid.index)
  }

  /// Adds guides of a grid at the indices that were given to them.
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

  /// Changes the priorities of an item's content hugging; this makes a new engine.
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
