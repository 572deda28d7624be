public import AutoLayout

/// A stack of a template with where its constraints stand in the layout system.
public struct TemplateStack: Hashable, Sendable {
  /// What the stack may impose.
  public var program: StackProgram
  /// Index in `system.constraints` of the program's first constraint; the others follow.
  public var firstConstraint: Int
  /// Engine group of each of the program's constraints; `nil` for those that always hold.
  public var groups: [Int?]

  /// Creates a stack.
  public init(program: StackProgram, firstConstraint: Int, groups: [Int?]) {
    self.program = program
    self.firstConstraint = firstConstraint
    self.groups = groups
  }
}
