/// A number of one constraint that the record decides.
public struct BoundQuantity: Hashable, Sendable {
  /// Which number of the constraint it is.
  public enum Role: Hashable, Sendable {
    /// The factor of the second anchor.
    case multiplier
    /// The constant, in points.
    case constant
  }

  /// Index in `system.constraints`, where the number is a placeholder (multiplier 1, constant 0).
  public var constraint: Int
  /// Which number of the constraint it is.
  public var role: Role
  /// The value, without which the constraint is left out for the record.
  public var number: BoundNumber
}
