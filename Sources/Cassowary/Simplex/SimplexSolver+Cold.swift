extension SimplexSolver {
  /// Solves from nothing, so that the tableau holds the optimum and no trace of earlier solves.
  mutating func solveAfresh() throws(SolverError) {
    isWarm = false
    isSolved = false
    try refuseAbsurdConstants()
    try solveWithTableau()
  }

  /// Solves from nothing: accepts the required constraints one by one, then optimises.
  mutating func solveFromNothing() {
    tableau.reset(constraints)
    for index in constraints.indices { sides[symbol(index)] = .unrestricted }
    for row in 0..<tableau.rows {
      rowSides[row] = 0
      rowIsFixed[row] = false
    }
    tableau.evaluate(constants: constants)
    components = []
    gradients = []
    solution.relaxed = []
    for phase in [true, false] {
      for index in constraints.indices
      where active[index] && constraints[index].strength == .required
        && unrelaxable[index] == phase
      {
        accept(index)
      }
    }
    for index in solution.relaxed {
      apply(
        .residual(constraints[index].relation, error: .cost(level: 0)), to: symbol(index))
    }
    for index in constraints.indices where active[index] {
      if case .preferred = constraints[index].strength {
        apply(rules(of: index), to: symbol(index))
      }
    }
    for row in 0..<tableau.rows {
      let symbol = Int(tableau.rowSymbols[row])
      apply(sides[symbol], to: symbol)
    }
    rebuildOrder()
    optimise()
  }

  /// Accepts one required constraint, or notes that it contradicts those accepted before.
  private mutating func accept(_ index: Int) {
    apply(rules(of: index), to: symbol(index))
    guard !restoreFeasibility() else { return }
    apply(.unrestricted, to: symbol(index))
    solution.relaxed.append(index)
    _ = restoreFeasibility()
  }
}
