extension ConstraintSolver {
  /// Begins to suggest values for a variable, at first its value at the last `solve()`.
  ///
  /// - Parameters:
  ///   - variable: A variable of the solver.
  ///   - priority: 1...999, how much the suggestion counts; 1000 = required.
  /// - Throws: `ConstraintSolverError` when it is refused; the solver is then as it was.
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

  /// Suggests a value, in points; `solve()` answers as near to it as the constraints allow.
  ///
  /// - Throws: `ConstraintSolverError` when the value is no finite number, is required and
  ///   contradicts others, or the edit has ended; the solver is then as it was.
  public mutating func suggest(
    _ edit: EditVariable, _ value: Double
  ) throws(ConstraintSolverError) {
    try setConstant(edit.constraint, value)
  }

  /// Ends suggesting; the variable goes where the other constraints put it.
  ///
  /// - Throws: `ConstraintSolverError.unknownConstraint` if it has ended before.
  public mutating func endEdit(_ edit: EditVariable) throws(ConstraintSolverError) {
    try remove(edit.constraint)
  }
}
