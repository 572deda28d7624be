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

/// A number of one constraint that the record decides.
public struct BoundQuantity: Hashable, Sendable {
  /// Which number of the constraint it is.
  public enum Role: Hashable, Sendable {
    /// The factor of the second anchor.
    case multiplier
    /// The constant, in points.
    case constant
  }

  /// Index in `system.constraints`; there the number holds a placeholder (multiplier 1, constant 0).
  public var constraint: Int
  /// Which number of the constraint it is.
  public var role: Role
  /// Where the value comes from; when it is missing, the constraint is left out for the record.
  public var number: BoundNumber

  /// Creates a bound quantity.
  public init(constraint: Int, role: Role, number: BoundNumber) {
    self.constraint = constraint
    self.role = role
    self.number = number
  }
}

/// Where a constraint stands in its document, for diagnostics.
public struct ConstraintPlace: Hashable, Sendable {
  /// File as given, or the name of the built-in template.
  public var file: String
  /// Line, from 1.
  public var line: Int
  /// The text as written; one visual format string gives several constraints.
  public var text: String

  /// Creates a place.
  public init(file: String, line: Int, text: String) {
    self.file = file
    self.line = line
    self.text = text
  }

  /// `FILE:LINE`.
  public var location: String { "\(file):\(line)" }
}
