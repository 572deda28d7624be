/// The items and constraints of a template, in document order.
public struct LayoutSystem: Hashable, Sendable {
  /// The items; item 0 is the root, a parent comes before its children, order is document order.
  public var items: [LayoutItem]
  /// The template's constraints, in document order.
  public var constraints: [LayoutConstraint]
  /// For each constraint the index of its group; `nil` where it has none; shape as `constraints`.
  public var groups: [Int?]
  /// How many groups there are.
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
