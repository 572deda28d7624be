extension SimplexSolver {
  /// Evaluates the variables from what is tight at the optimum, in one canonical order.
  ///
  /// - Returns: Whether the values agree with those of the tableau; they do unless rounding
  ///   errors have built up in it or the numbers themselves are absurd.
  mutating func evaluate() -> Bool {
    evaluator.beginTightSet()
    hasNearlyTightRow = false
    for index in constraints.indices where active[index] {
      if isTight(symbol(index)) { evaluator.insertConstraint(index) }
    }
    for variable in 0..<variableCount {
      if isTight(variable) { evaluator.insertZero(variable) }
    }
    evaluator.evaluate(constraints: constraints, constants: constants, into: &unrounded)
    for variable in 0..<variableCount { results[variable] = ResultGrid.round(unrounded[variable]) }
    for variable in 0..<variableCount {
      let value = tableau.row(of: variable).map { tableau.values[$0] } ?? 0
      // Written so that a value that is no number fails as well.
      guard abs(value - results[variable]) <= 1e-6 * max(1, abs(value)) else { return false }
    }
    return true
  }

  /// Whether a symbol is at zero; notes one that is very near.
  private mutating func isTight(_ symbol: Int) -> Bool {
    guard let row = tableau.row(of: symbol) else { return true }
    let distance = abs(tableau.values[row])
    if distance <= Tolerance.value { return true }
    if distance <= Tolerance.reported { hasNearlyTightRow = true }
    return false
  }

  /// What is wrong with the state of the solver; `nil` when every invariant holds.
  ///
  /// Basic symbols are on the side where their value is, no direction improves any objective, and
  /// positions agree with rows and columns.
  func invariantViolation() -> String? {
    // Beside numbers of a million points and more, the last digits of others are noise.
    let largest = tableau.values.lazy.map { abs($0) }.max() ?? 0
    let noise = Tolerance.reported * max(1, largest * 1e-6)
    for row in 0..<tableau.rows {
      let symbol = Int(tableau.rowSymbols[row])
      guard tableau.row(of: symbol) == row else { return "row \(row) is lost" }
      let value = tableau.values[row]
      guard abs(value) > noise else { continue }
      if sides[symbol].isFixed { return "required residual \(symbol) is \(value)" }
      if Double(rowSides[row]) * value < 0 { return "symbol \(symbol) is on its wrong side" }
    }
    for column in 0..<variableCount {
      let symbol = Int(tableau.columnSymbols[column])
      for sign in [1, -1] where sides[symbol].rule(sign) != .forbidden {
        if let first = firstRate(column, sign), first.rate < 0 {
          return "symbol \(symbol) would improve objective \(first.component)"
        }
      }
    }
    return nil
  }
}
