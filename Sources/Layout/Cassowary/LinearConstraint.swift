/// One term of a linear expression: `coefficient * variable`.
public struct Term: Hashable, Sendable {
  /// Index of the variable in its solver.
  public var variable: Int
  /// Factor of the variable.
  public var coefficient: Double

  /// Creates the term `coefficient * variable`.
  public init(_ variable: Int, _ coefficient: Double) {
    self.variable = variable
    self.coefficient = coefficient
  }
}

/// How a linear expression compares with a constant.
public enum LinearRelation: Hashable, Sendable {
  /// The expression equals the constant.
  case equal
  /// The expression is greater than or equal to the constant.
  case greaterOrEqual
  /// The expression is less than or equal to the constant.
  case lessOrEqual
}

/// Whether a constraint is required or preferred, and at which priority.
public enum Strength: Hashable, Sendable {
  /// Required: satisfied exactly, unless it contradicts other required constraints and is relaxed;
  /// see `SimplexSolver.solve()`.
  case required
  /// Preferred, with a priority in 1...999; errors of larger priorities are minimized first.
  case preferred(Int)
}

/// A linear constraint `Σ coefficient · variable RELATION constant`, with a strength.
public struct LinearConstraint: Hashable, Sendable {
  /// The terms of the left-hand side; a variable occurs in at most one term.
  public var terms: [Term]
  /// How the left-hand side compares with `constant`.
  public var relation: LinearRelation
  /// The right-hand side.
  public var constant: Double
  /// The strength of the constraint: required, or preferred at a priority.
  public var strength: Strength

  /// Creates a constraint.
  public init(
    _ terms: [Term], _ relation: LinearRelation, _ constant: Double,
    strength: Strength = .required
  ) {
    self.terms = terms
    self.relation = relation
    self.constant = constant
    self.strength = strength
  }
}

/// The values that a variable may have.
public enum VariableDomain: Hashable, Sendable {
  /// Every real number is allowed.
  case free
  /// Only zero and positive numbers are allowed.
  case nonNegative
}
