public import AutoLayout

/// A stack of a template, with the indices of its constraints in the layout system.
public struct TemplateStack: Hashable, Sendable {
  /// The constraints that the stack may impose.
  public var program: StackProgram
  /// Index in `system.constraints` of the program's first constraint.
  ///
  /// The others follow it.
  public var firstConstraint: Int
  /// Engine group of each of the program's constraints, or `nil` for those that always hold.
  public var groups: [Int?]
}
