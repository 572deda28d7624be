extension GridArrangement {
  /// The place of a cell in a grid.
  public struct CellIndex: Hashable, Sendable, Comparable {
    /// Index of the row, from the top.
    public var row: Int
    /// Index of the column, from the leading edge.
    public var column: Int

    /// Creates the place of a cell.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }

    /// Whether the left cell comes first in reading order.
    public static func < (left: CellIndex, right: CellIndex) -> Bool {
      (left.row, left.column) < (right.row, right.column)
    }
  }

  /// A cell of a grid, which places one view.
  public struct Cell: Hashable, Sendable {
    /// The view in the cell; `nil` for none.
    public var content: SceneItem?
    /// Horizontal placement of the view.
    public var xPlacement = Placement.inherited
    /// Vertical placement of the view.
    public var yPlacement = Placement.inherited
    /// By which baseline the view is aligned with others of its row; views of several rows are not
    /// aligned.
    public var rowAlignment = RowAlignment.inherited
    /// Constraints that hold while the cell is visible: one of its rows and one of its columns is
    /// shown, and the view is not hidden.
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

    /// The cell whose view and placement the merged cell has: the top leading one.
    public var head: CellIndex { CellIndex(row: rows.lowerBound, column: columns.lowerBound) }

    /// Whether a cell is part of the merged cell.
    public func contains(_ cell: CellIndex) -> Bool {
      rows.contains(cell.row) && columns.contains(cell.column)
    }
  }
}
