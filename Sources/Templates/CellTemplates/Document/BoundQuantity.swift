/// A number in a constraint that comes from the record.
public struct BoundQuantity: Hashable, Sendable {
  /// The parts of a constraint that can be set.
  public enum Role: Hashable, Sendable {
    /// The factor of the second anchor.
    case multiplier
    /// The constant, in points.
    case constant
  }

  /// Index in `system.constraints`.
  ///
  /// The constraint there has a placeholder: multiplier 1 or constant 0.
  public var constraint: Int
  /// The part of the constraint that it sets: the multiplier or the constant.
  public var role: Role
  /// The value.
  ///
  /// When a record lacks it, the constraint is left out.
  public var number: BoundNumber
}
