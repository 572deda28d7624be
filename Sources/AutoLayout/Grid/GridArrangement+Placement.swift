extension GridArrangement {
  /// Where a view lies in its cell along one axis.
  public enum Placement: String, Hashable, Sendable, CaseIterable {
    /// As the row (vertically) or the column (horizontally) says, else as the grid does.
    case inherited
    /// The grid adds no constraint along the axis, and the view takes no part in the track's size.
    case none
    /// At the leading edge, or at the top.
    case leading
    /// At the trailing edge, or at the bottom.
    case trailing
    /// In the middle of the cell.
    case center
    /// From edge to edge.
    case fill

    /// The same as `leading`, for the vertical axis.
    public static let top = Placement.leading
    /// The same as `trailing`, for the vertical axis.
    public static let bottom = Placement.trailing
  }

  /// By which baselines the views of a row are aligned with each other.
  public enum RowAlignment: String, Hashable, Sendable, CaseIterable {
    /// As the row says, else as the grid does.
    case inherited
    /// By none: each view is placed alone.
    case none
    /// First baselines lie on one line.
    case firstBaseline
    /// Last baselines lie on one line.
    case lastBaseline
  }
}
