import LayoutPrimitives

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

  /// Throws where merged cells are not all in the grid any more, or where another than the top
  /// leading one has a view.
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
