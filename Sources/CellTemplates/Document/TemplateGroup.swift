/// A condition with the constraints that hold while it is true and those that hold while it is not.
public struct TemplateGroup: Hashable, Sendable {
  /// Name for diagnostics: the declared id, else `group N`, counted from 1.
  public var name: String
  /// When `whenTrue` holds.
  public var condition: Condition
  /// Index of the engine group of `constraints`, in `0..<system.groupCount`.
  public var whenTrue: Int
  /// Index of the engine group of `otherwise`; it exists even where it has no constraints.
  public var whenFalse: Int
  /// Line of the group in its document, from 1.
  public var line: Int

  /// Creates a group.
  public init(name: String, condition: Condition, whenTrue: Int, whenFalse: Int, line: Int) {
    self.name = name
    self.condition = condition
    self.whenTrue = whenTrue
    self.whenFalse = whenFalse
    self.line = line
  }
}
