/// Which rows, columns and views of a grid are shown.
struct GridVisibility {
  /// Shape `[rows]`.
  var rows: [GridPresence]
  /// Shape `[columns]`.
  var columns: [GridPresence]
  /// Shape `[contents]`.
  var views: [GridPresence]

  /// Whether a view's cell is visible: one of its rows and of its columns, and the view itself.
  func isVisible(_ index: Int, _ content: GridContent) -> GridPresence {
    let row = rows[content.rows].max() ?? .never
    let column = columns[content.columns].max() ?? .never
    return row && column && views[index]
  }
}
