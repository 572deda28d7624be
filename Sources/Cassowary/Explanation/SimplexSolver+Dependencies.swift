extension SimplexSolver {
  /// Lists the constraints on whose constants the value of a variable depends at the present
  /// optimum.
  ///
  /// Works on a copy; who asks of many variables makes one `SolutionDependencies`.
  ///
  /// - Parameter variable: A variable of the solver.
  /// - Returns: Active constraints in document order; none when the variable rests at zero for
  ///   want of any, or when there is no answer.
  public func constraintsAffecting(_ variable: Int) -> [Int] {
    SolutionDependencies(self)?.constraintsAffecting([Term(variable, 1)]) ?? []
  }
}
