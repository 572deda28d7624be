extension SimplexSolver {
  /// Repairs the last optimum after switches and changed constants.
  ///
  /// What loosens the system keeps the last point feasible and is answered by the primal simplex;
  /// what tightens it, and every new constant, keeps the last costs optimal and is answered by
  /// the dual simplex. So neither ever needs a first phase.
  ///
  /// - Returns: `false` when a required constraint contradicts others.
  mutating func repairLastOptimum() -> Bool {
    var tightened: [Int] = []
    var loosened = false
    for index in changedConstraints() where rules(of: index) != sides[symbol(index)] {
      if active[index], constraints[index].strength == .required {
        tightened.append(index)
      } else {
        apply(rules(of: index), to: symbol(index))
        loosened = true
      }
    }
    if loosened {
      rebuildOrder()
      optimise()
    }
    var costEnds = false
    for index in tightened {
      let old = sides[symbol(index)]
      costEnds = costEnds || old.negative.level != nil || old.positive.level != nil
      apply(rules(of: index), to: symbol(index))
    }
    tableau.update(constants: constants)
    guard restoreFeasibility() else { return false }
    if costEnds {
      // A preference became required: its error, now zero, was charged until here.
      rebuildOrder()
      optimise()
    }
    return true
  }

  /// Constraints switched, or of another strength, since the tableau was solved, in their order.
  private func changedConstraints() -> [Int] {
    if activePattern == solvedPattern, restyled.isEmpty { return [] }
    var changed = restyled
    for word in activePattern.indices {
      var bits = activePattern[word] ^ (word < solvedPattern.count ? solvedPattern[word] : 0)
      while bits != 0 {
        changed.append(word << 6 + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
    return changed.sorted()
  }

  /// The symbol of a constraint's residual.
  func symbol(_ constraint: Int) -> Int { variableCount + constraint }

  /// The sides that a constraint's residual has when nothing is relaxed.
  func rules(of index: Int) -> Sides {
    guard active[index] else { return .unrestricted }
    let constraint = constraints[index]
    switch constraint.strength {
    case .required: return .residual(constraint.relation, error: .forbidden)
    case .preferred(let priority):
      return .residual(constraint.relation, error: .cost(level: level(of: priority)))
    }
  }

  /// The level of a priority; level 0 is kept for relaxed constraints.
  func level(of priority: Int) -> Int { 1000 - priority }

  /// Gives a symbol new sides; a basic one keeps its value and takes the side where that is.
  mutating func apply(_ rules: Sides, to symbol: Int) {
    sides[symbol] = rules
    guard let row = tableau.row(of: symbol) else { return }
    rowSides[row] = side(of: rules, at: tableau.values[row])
    rowIsFixed[row] = rules.isFixed
  }

  /// The side on which a basic symbol of a value is put.
  private func side(of rules: Sides, at value: Double) -> Int8 {
    guard rules.hasBreakpoint, !rules.isFixed else { return 0 }
    if rules.negative == .forbidden { return 1 }
    if rules.positive == .forbidden { return -1 }
    return value < 0 ? -1 : 1
  }
}
