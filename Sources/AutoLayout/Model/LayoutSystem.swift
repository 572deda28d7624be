/// The items and constraints of a template, in document order.
public struct LayoutSystem: Hashable, Sendable {
  /// The items in document order; item 0 is the root, and a parent precedes its children.
  public var items: [LayoutItem]
  /// The template's constraints, in document order.
  public var constraints: [LayoutConstraint]
  /// For each constraint, the index of its group, or `nil` where it is in none; shape
  /// `[constraints]`.
  public var groups: [Int?]
  /// Number of groups.
  public var groupCount: Int

  /// Creates a system.
  public init(
    items: [LayoutItem], constraints: [LayoutConstraint], groups: [Int?], groupCount: Int
  ) {
    self.items = items
    self.constraints = constraints
    self.groups = groups
    self.groupCount = groupCount
  }
}
