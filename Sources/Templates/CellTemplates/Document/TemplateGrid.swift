public import AutoLayout

/// A grid of a template, with the indices of its constraints in the layout system.
public struct TemplateGrid: Hashable, Sendable {
  /// The constraints that the grid may impose.
  public var program: GridProgram
  /// Index in `system.constraints` of the program's first constraint.
  ///
  /// The others follow it.
  public var firstConstraint: Int
  /// Engine group of each of the program's constraints, or `nil` for those that always hold.
  public var groups: [Int?]
  /// Engine group of the constraints that each view's cell declares, or `nil` where they always
  /// hold or there are none; shape `[program.views]`.
  public var cellGroups: [Int?]
  /// How each row is hidden, from the top.
  public var rows: [Track]
  /// How each column is hidden, from the leading edge.
  public var columns: [Track]

  /// How a row or column is hidden.
  public enum Track: Hashable, Sendable {
    /// It is always shown.
    case shown
    /// It is always hidden.
    case hidden
    /// It is hidden while the guide with this index in the template's views is.
    case guide(Int)
  }

  /// Whether a condition switches any of the grid's constraints.
  var isSwitched: Bool { (groups + cellGroups).contains { $0 != nil } }
}
