// reason: a value of options, changed before it is passed to a scene.
/// The arrangement of views in the rows and columns of a grid view, as in `NSGridView`.
///
/// Source: WWDC 2016, session 236, "What's New in Auto Layout", and `NSGridView`'s interface.
public struct GridArrangement: Hashable, Sendable {
  /// Maximum number of rows, and of columns.
  public static let trackLimit = 500

  /// The rows, from the top.
  public var rows: [Row] = []
  /// The columns, from the leading edge.
  public var columns: [Column] = []
  /// Distance between neighboring shown rows, in points.
  public var rowSpacing = 6.0
  /// Distance between neighboring shown columns, in points.
  public var columnSpacing = 6.0
  /// Horizontal placement, unless the cell or column overrides it; `inherited` counts as `leading`.
  public var xPlacement = Placement.leading
  /// Vertical placement, unless the cell or row overrides it; `inherited` counts as `top`.
  public var yPlacement = Placement.top
  /// Alignment by baselines, unless the cell or row overrides it; `inherited` counts as `none`.
  public var rowAlignment = RowAlignment.none
  /// Maximum number of cells for which the constraints for all sets of hidden rows, columns and
  /// views are added beforehand.
  ///
  /// With more cells, hiding a row, column or view for the first time adds constraints and so
  /// creates a new engine. Changing the number of rows, columns or views also creates one.
  public var preparedCells = 64
  /// The merged cells, in the order of merging.
  public private(set) var merged: [MergedCells] = []

  /// The cells that have a view or settings.
  private var cells: [CellIndex: Cell] = [:]

  /// Creates a grid of empty cells.
  public init(rowCount: Int, columnCount: Int) {
    rows = [Row](repeating: Row(), count: max(rowCount, 0))
    columns = [Column](repeating: Column(), count: max(columnCount, 0))
  }

  /// Creates a grid from the views of each row, with as many columns as the longest row has views.
  ///
  /// - Parameter rows: The views, row by row; `nil` for an empty cell.
  public init(rows: [[SceneItem?]]) {
    self.init(rowCount: rows.count, columnCount: rows.map(\.count).max() ?? 0)
    for (row, views) in rows.enumerated() {
      for (column, view) in views.enumerated() {
        guard let view else { continue }
        cells[CellIndex(row: row, column: column)] = Cell(view)
      }
    }
  }

  /// The cell at a position; outside the grid, an empty cell, and setting it has no effect.
  public subscript(_ index: CellIndex) -> Cell {
    get { cells[index] ?? Cell() }
    set {
      guard isInside(index) else { return }
      cells[index] = newValue == Cell() ? nil : newValue
    }
  }

  /// The cell in a row and a column; outside the grid, an empty cell, and setting it has no effect.
  public subscript(row row: Int, column column: Int) -> Cell {
    get { self[CellIndex(row: row, column: column)] }
    set { self[CellIndex(row: row, column: column)] = newValue }
  }

  private func isInside(_ index: CellIndex) -> Bool {
    rows.indices.contains(index.row) && columns.indices.contains(index.column)
  }

  /// Merges cells: the view of the top leading cell is laid out in the area of all these cells.
  ///
  /// - Parameters:
  ///   - rows: The rows of the range.
  ///   - columns: The columns of the range.
  /// - Throws: `GridError` if the range exceeds the grid, overlaps merged cells, or has a view in a
  ///   cell other than its top leading cell.
  public mutating func mergeCells(
    rows: ClosedRange<Int>, columns: ClosedRange<Int>
  ) throws(GridError) {
    let merge = MergedCells(rows: rows, columns: columns)
    guard isInside(merge.head),
      isInside(CellIndex(row: rows.upperBound, column: columns.upperBound))
    else {
      throw GridError(
        "rows \(rows) and columns \(columns) are not all in the grid; "
          + "it has \(self.rows.count) rows and \(self.columns.count) columns, counted from 0")
    }
    if let other = merged.first(where: {
      $0.rows.overlaps(rows) && $0.columns.overlaps(columns)
    }) {
      throw GridError(
        "rows \(rows) and columns \(columns) overlap the merged cells of rows \(other.rows) "
          + "and columns \(other.columns); a cell can be merged once")
    }
    for (index, cell) in cells.sorted(by: { $0.key < $1.key })
    where merge.contains(index) && index != merge.head && cell.content != nil {
      throw GridError(
        "the cell in row \(index.row), column \(index.column) has a view; only the top leading "
          + "one of merged cells may have one")
    }
    guard rows.count > 1 || columns.count > 1 else { return }
    merged.append(merge)
  }

  /// Merges cells of one row.
  ///
  /// - Throws: The errors of `mergeCells(rows:columns:)`.
  public mutating func mergeCells(row: Int, columns: ClosedRange<Int>) throws(GridError) {
    try mergeCells(rows: row...row, columns: columns)
  }

  /// Separates the merged cells that a cell is part of; has no effect for a cell that is not
  /// merged.
  ///
  /// The row and column may be ones that were removed from the grid after the merge.
  public mutating func unmergeCell(row: Int, column: Int) {
    merged.removeAll { $0.contains(CellIndex(row: row, column: column)) }
  }

  /// The index of each view's cell.
  package var cellIndices: [SceneItem: CellIndex] {
    Dictionary(
      cells.compactMap { index, cell in cell.content.map { ($0, index) } }, uniquingKeysWith: min)
  }

  /// The views in the cells, in reading order.
  public var contents: [SceneItem] {
    cells.sorted { $0.key < $1.key }.compactMap(\.value.content)
  }

  /// The merged cells that a cell is part of; `nil` for a cell that is not merged.
  public func mergedCells(at index: CellIndex) -> MergedCells? {
    merged.first { $0.contains(index) }
  }

  /// Whether another arrangement has the same number of rows, of columns and of views.
  package func hasShape(of other: GridArrangement) -> Bool {
    rows.count == other.rows.count && columns.count == other.columns.count
      && placed.count == other.placed.count
  }

  /// The views with their ranges and resolved placements, in reading order.
  package var placed: [GridContent] {
    var result: [GridContent] = []
    for (index, cell) in cells.sorted(by: { $0.key < $1.key }) where isInside(index) {
      guard let item = cell.content else { continue }
      let merge = mergedCells(at: index)
      guard merge == nil || merge?.head == index else { continue }
      let spansRows = (merge?.rows.count ?? 1) > 1
      result.append(
        GridContent(
          item: item, rows: merge?.rows ?? index.row...index.row,
          columns: merge?.columns ?? index.column...index.column,
          x: Self.first([cell.xPlacement, columns[index.column].xPlacement, xPlacement]),
          y: Self.first([cell.yPlacement, rows[index.row].yPlacement, yPlacement]),
          alignment: spansRows
            ? .none
            : Self.first([cell.rowAlignment, rows[index.row].rowAlignment, rowAlignment]),
          custom: cell.customPlacementConstraints))
    }
    return result
  }

  /// The first placement other than `inherited`; `leading` if there is none.
  private static func first(_ placements: [Placement]) -> Placement {
    placements.first { $0 != .inherited } ?? .leading
  }

  /// The first alignment other than `inherited`; `none` if there is none.
  private static func first(_ alignments: [RowAlignment]) -> RowAlignment {
    alignments.first { $0 != .inherited } ?? .none
  }
}

extension GridArrangement {
  /// The position of a cell in a grid.
  public struct CellIndex: Hashable, Sendable, Comparable {
    /// Index of the row, from the top.
    public var row: Int
    /// Index of the column, from the leading edge.
    public var column: Int

    /// Creates the position of a cell.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }

    /// Whether the left cell comes first in reading order.
    public static func < (left: CellIndex, right: CellIndex) -> Bool {
      (left.row, left.column) < (right.row, right.column)
    }
  }

  /// A cell of a grid: the view in it, and how the view is placed.
  public struct Cell: Hashable, Sendable {
    /// The view in the cell; `nil` for none.
    public var content: SceneItem?
    /// Horizontal placement of the view.
    public var xPlacement = Placement.inherited
    /// Vertical placement of the view.
    public var yPlacement = Placement.inherited
    /// The baseline by which the view is aligned with other views of its row; ignored for a view
    /// that spans several rows.
    public var rowAlignment = RowAlignment.inherited
    /// Constraints that are active while the cell is visible.
    ///
    /// A cell is visible if at least one of its rows and one of its columns is shown and its view
    /// is not hidden.
    public var customPlacementConstraints: [LayoutConstraint] = []

    /// Creates a cell with a view, or an empty one.
    public init(_ content: SceneItem? = nil) { self.content = content }
  }

  /// Cells that are laid out as one.
  public struct MergedCells: Hashable, Sendable {
    /// The rows that the merged cell spans.
    public let rows: ClosedRange<Int>
    /// The columns that the merged cell spans.
    public let columns: ClosedRange<Int>

    /// The top leading cell, which supplies the view and placement of the merged cell.
    public var head: CellIndex { CellIndex(row: rows.lowerBound, column: columns.lowerBound) }

    /// Whether a cell is part of the merged cell.
    public func contains(_ cell: CellIndex) -> Bool {
      rows.contains(cell.row) && columns.contains(cell.column)
    }
  }
}

extension GridArrangement {
  /// The height, paddings and placements of a row of a grid.
  public struct Row: Hashable, Sendable {
    /// Fixed height of the row, excluding paddings, in points; `nil` for the smallest height that
    /// fits the views.
    public var height: Double?
    /// Padding above the row's views, added to the spacing, in points.
    public var topPadding = 0.0
    /// Padding below the row's views, added to the spacing, in points.
    public var bottomPadding = 0.0
    /// Vertical placement of the row's views.
    public var yPlacement = Placement.inherited
    /// The baselines by which the row's views are aligned.
    public var rowAlignment = RowAlignment.inherited
    /// Whether the row is hidden; a hidden row has no height, padding or spacing.
    public var isHidden = false

    /// Creates a row that fits its views.
    public init() {}
  }

  /// The width, paddings and placement of a column of a grid.
  public struct Column: Hashable, Sendable {
    /// Exact width of the column without paddings, in points; `nil` for the smallest width that
    /// fits the views.
    public var width: Double?
    /// Padding before the column's views, added to the spacing, in points.
    public var leadingPadding = 0.0
    /// Padding after the column's views, added to the spacing, in points.
    public var trailingPadding = 0.0
    /// Horizontal placement of the column's views.
    public var xPlacement = Placement.inherited
    /// Whether the column is hidden; a hidden column has no width, padding or spacing.
    public var isHidden = false

    /// Creates a column that fits its views.
    public init() {}
  }
}

extension GridArrangement {
  /// The placement of a view in its cell along one axis.
  public enum Placement: String, Hashable, Sendable, CaseIterable {
    /// The placement set for the row (vertically) or the column (horizontally); if that is also
    /// inherited, the placement set for the grid.
    case inherited
    /// No constraint along the axis; the view does not affect the track's size.
    case none
    /// At the leading edge (horizontally), or at the top (vertically).
    case leading
    /// At the trailing edge (horizontally), or at the bottom (vertically).
    case trailing
    /// In the middle of the cell.
    case center
    /// From edge to edge of the cell.
    case fill

    /// The same as `leading`, for the vertical axis.
    public static let top = Placement.leading
    /// The same as `trailing`, for the vertical axis.
    public static let bottom = Placement.trailing
  }

  /// The baselines by which the views of a row are aligned with each other.
  public enum RowAlignment: String, Hashable, Sendable, CaseIterable {
    /// The alignment set for the row; if that is also inherited, the alignment set for the grid.
    case inherited
    /// No baseline alignment; each view is placed separately.
    case none
    /// The first baselines are on one line.
    case firstBaseline
    /// The last baselines are on one line.
    case lastBaseline
  }
}

/// A view of a grid with the tracks that it spans and its resolved placement.
package struct GridContent: Hashable, Sendable {
  let item: SceneItem
  let rows: ClosedRange<Int>
  let columns: ClosedRange<Int>
  let x: GridArrangement.Placement
  let y: GridArrangement.Placement
  let alignment: GridArrangement.RowAlignment
  package let custom: [LayoutConstraint]
}

/// The error of a merge that is not possible.
public struct GridError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason in one sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}
