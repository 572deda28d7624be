/// A condition with the constraints that hold while it is true and those that hold while it is not.
public struct TemplateGroup: Hashable, Sendable {
  /// Name for diagnostics: the declared id, else `group N`, counted from 1.
  public var name: String
  /// When `whenTrue` holds.
  public var condition: Condition
  /// Index of the engine group of `constraints`, in `0..<system.groupCount`.
  public var whenTrue: Int
  /// Index of the engine group of `otherwise`, which exists even without constraints.
  public var whenFalse: Int
  /// Line of the group in its document, from 1.
  public var line: Int
}
