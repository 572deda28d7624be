/// A named number of a template, which may depend on the environment.
public struct TemplateConstant: Hashable, Sendable {
  /// A value with the condition under which it applies.
  public struct Case: Hashable, Sendable {
    /// A condition on the environment only.
    public var condition: Condition
    /// The value while the condition is true.
    public var value: Double
  }

  /// Its name.
  public var name: String
  /// The value where no case applies.
  public var standard: Double
  /// The cases in document order, of which the first that is true applies.
  public var cases: [Case] = []
  /// Line in its document, from 1.
  public var line = 0

  func value(in context: ConditionContext) -> Double {
    cases.first { $0.condition.holds(in: context) }?.value ?? standard
  }
}

/// A number of one constraint that a constant decides.
public struct NamedQuantity: Hashable, Sendable {
  /// Index in `system.constraints`, where the number is a placeholder.
  public var constraint: Int
  /// Which number of the constraint it is.
  public var role: BoundQuantity.Role
  /// Index in `CellTemplate.constants`.
  public var constant: Int
  /// Whether the value is negated.
  public var isNegated: Bool
}
