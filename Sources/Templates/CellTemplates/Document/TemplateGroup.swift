/// A condition, with the constraints that hold while it is true and those that hold while it is
/// false.
public struct TemplateGroup: Hashable, Sendable {
  /// Name for diagnostics: the declared id, otherwise `group N`, counted from 1.
  public var name: String
  /// The condition that selects between `whenTrue` and `whenFalse`.
  public var condition: Condition
  /// Index of the engine group of the key `constraints`, in `0..<system.groupCount`.
  public var whenTrue: Int
  /// Index of the engine group of the key `otherwise`, which exists even without constraints.
  public var whenFalse: Int
  /// Line of the group in its document, from 1.
  public var line: Int
}
