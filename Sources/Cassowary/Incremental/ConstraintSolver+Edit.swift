extension ConstraintSolver {
  /// Begins an edit of a variable; the first suggestion is its value at the last `solve()`.
  ///
  /// - Parameters:
  ///   - variable: A variable of the solver.
  ///   - priority: The priority of the suggestion, 1...999; 1000 = required.
  /// - Throws: `ConstraintSolverError` where it is refused; the solver is then unchanged.
  public mutating func edit(
    _ variable: Int, priority: Int
  ) throws(ConstraintSolverError) -> EditVariable {
    guard values.indices.contains(variable) else { throw .unknownVariable(variable) }
    let constraint = try add(
      LinearConstraint(
        [Term(variable, 1)], .equal, values[variable],
        strength: priority == 1000 ? .required : .preferred(priority)))
    return EditVariable(variable: variable, constraint: constraint)
  }

  /// Suggests a value, in points; `solve()` brings the variable as near to it as possible.
  ///
  /// - Throws: `ConstraintSolverError` where the value is not finite, is required and contradicts
  ///   others, or the edit has ended; the solver is then unchanged.
  public mutating func suggest(
    _ edit: EditVariable, _ value: Double
  ) throws(ConstraintSolverError) {
    try setConstant(edit.constraint, value)
  }

  /// Ends an edit.
  ///
  /// - Throws: `ConstraintSolverError.unknownConstraint` where it has ended before.
  public mutating func endEdit(_ edit: EditVariable) throws(ConstraintSolverError) {
    try remove(edit.constraint)
  }
}
