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
