extension GridArrangement {
  /// A row of a grid.
  public struct Row: Hashable, Sendable {
    /// Exact height without paddings, in points; `nil` for the height that fits the views.
    public var height: Double?
    /// Room above the row's views besides the spacing, in points.
    public var topPadding = 0.0
    /// Room below the row's views besides the spacing, in points.
    public var bottomPadding = 0.0
    /// Vertical placement of the row's views.
    public var yPlacement = Placement.inherited
    /// By which baselines the row's views are aligned.
    public var rowAlignment = RowAlignment.inherited
    /// Whether the row is hidden: it has no room, padding and spacing.
    public var isHidden = false

    /// Creates a row that fits its views.
    public init() {}
  }

  /// A column of a grid.
  public struct Column: Hashable, Sendable {
    /// Exact width without paddings, in points; `nil` for the width that fits the views.
    public var width: Double?
    /// Room before the column's views besides the spacing, in points.
    public var leadingPadding = 0.0
    /// Room after the column's views besides the spacing, in points.
    public var trailingPadding = 0.0
    /// Horizontal placement of the column's views.
    public var xPlacement = Placement.inherited
    /// Whether the column is hidden: it has no room, padding and spacing.
    public var isHidden = false

    /// Creates a column that fits its views.
    public init() {}
  }
}
