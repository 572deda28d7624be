extension SimplexSolver {
  /// Lists the constraints on whose constants the value of a variable depends at the present
  /// optimum.
  ///
  /// Where more constraints meet in one point than it takes to fix it, those are named that a
  /// solve from nothing finds tight. Works on a copy: for diagnostics, never for the hot path.
  ///
  /// - Parameter variable: A variable of the solver.
  /// - Returns: Active constraints in document order; none when the variable rests at zero for
  ///   want of any, or when there is no answer.
  public func constraintsAffecting(_ variable: Int) -> [Int] {
    var copy = self
    guard (try? copy.solveAfresh()) != nil, let row = copy.tableau.row(of: variable)
    else { return [] }
    // The value is the sum over the non-basic residuals of entry × constant.
    var found: [Int] = []
    for column in 0..<variableCount {
      let symbol = Int(copy.tableau.columnSymbols[column])
      if symbol >= variableCount,
        abs(copy.tableau.entry(row, column)) > Tolerance.coefficient
      {
        found.append(symbol - variableCount)
      }
    }
    return found.sorted()
  }
}
