extension ConstraintSolver {
  /// Begins an edit of a variable; the first suggested value is that of the last `solve()`.
  ///
  /// - Parameters:
  ///   - variable: The index of a variable of the solver.
  ///   - priority: The priority of the suggested value, 1...999, or 1000 for required.
  /// - Throws: `ConstraintSolverError` where the edit is refused; the solver is then unchanged.
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

  /// Suggests a value for an edited variable, in points; `solve()` brings the variable as near to
  /// it as its priority allows.
  ///
  /// - Throws: `ConstraintSolverError` where the value is not finite, is required and contradicts
  ///   others, or the edit has ended; the solver is then unchanged.
  public mutating func suggest(
    _ edit: EditVariable, _ value: Double
  ) throws(ConstraintSolverError) {
    try setConstant(edit.constraint, value)
  }

  /// Ends an edit: the variable has no suggested value any more.
  ///
  /// - Throws: `ConstraintSolverError.unknownConstraint` where the edit has ended before.
  public mutating func endEdit(_ edit: EditVariable) throws(ConstraintSolverError) {
    try remove(edit.constraint)
  }
}
