/// A named number of a template, which may depend on the environment.
public struct TemplateConstant: Hashable, Sendable {
  /// A value with the condition under which it applies.
  public struct Case: Hashable, Sendable {
    /// A condition on the environment or the state.
    public var condition: Condition
    /// The value while the condition is true.
    public var value: Double
  }

  /// The constant's name.
  public var name: String
  /// The value when no case applies.
  public var standard: Double
  /// The cases in document order.
  ///
  /// The first whose condition is true applies.
  public var cases: [Case] = []
  /// Line of the constant in its document, from 1.
  public var line = 0

  func value(in context: ConditionContext) -> Double {
    cases.first { $0.condition.holds(in: context) }?.value ?? standard
  }
}

/// A number in a constraint that comes from a constant which depends on the environment.
public struct NamedQuantity: Hashable, Sendable {
  /// Index in `system.constraints`.
  ///
  /// The constraint there has a placeholder for the number.
  public var constraint: Int
  /// The part of the constraint that it sets: the multiplier or the constant.
  public var role: BoundQuantity.Role
  /// Index in `CellTemplate.constants`.
  public var constant: Int
  /// Whether the value is negated.
  public var isNegated: Bool
}
