/// A named number of a template, which the environment may decide.
public struct TemplateConstant: Hashable, Sendable {
  /// A value with when it counts.
  public struct Case: Hashable, Sendable {
    /// Asks the environment only.
    public var condition: Condition
    /// The value while the condition is true.
    public var value: Double

    /// Creates a case.
    public init(condition: Condition, value: Double) {
      self.condition = condition
      self.value = value
    }
  }

  /// Its name.
  public var name: String
  /// The value where no case counts.
  public var standard: Double
  /// The cases in document order; the first that is true counts.
  public var cases: [Case]
  /// Line in its document, from 1.
  public var line: Int

  /// Creates a constant.
  public init(name: String, standard: Double, cases: [Case] = [], line: Int = 0) {
    self.name = name
    self.standard = standard
    self.cases = cases
    self.line = line
  }

  /// The value in an environment.
  func value(in context: ConditionContext) -> Double {
    cases.first { $0.condition.holds(in: context) }?.value ?? standard
  }
}

/// A number of one constraint that a constant gives, and with it the environment.
public struct NamedQuantity: Hashable, Sendable {
  /// Index in `system.constraints`; there the number holds a placeholder.
  public var constraint: Int
  /// Which number of the constraint it is.
  public var role: BoundQuantity.Role
  /// Index in `CellTemplate.constants`.
  public var constant: Int
  /// Whether the value is taken negative.
  public var isNegated: Bool

  /// Creates a named quantity.
  public init(constraint: Int, role: BoundQuantity.Role, constant: Int, isNegated: Bool) {
    self.constraint = constraint
    self.role = role
    self.constant = constant
    self.isNegated = isNegated
  }
}
