extension SimplexSolver {
  /// Dual simplex: from optimal costs to a feasible point, which is then the optimum.
  ///
  /// - Returns: `false` when a required constraint cannot be met.
  mutating func restoreFeasibility() -> Bool {
    while workLeft > 0, let (row, sign) = violatedRow() {
      let symbol = Int(tableau.rowSymbols[row])
      let mayFlip = rowSides[row] != 0 && sides[symbol].rule(-Int(rowSides[row])) != .forbidden
      if mayFlip, components.isEmpty {
        flip(row)
        continue
      }
      guard let direction = enteringDirection(row, sign) else {
        if mayFlip {
          flip(row)
          continue
        }
        if abs(tableau.values[row]) > Tolerance.reported { return false }
        // Met but for noise: held at its least error.
        tableau.values[row] = 0
        tableau.distrustValues()
        continue
      }
      if mayFlip, flipIsCheaper(row, than: direction) {
        flip(row)
        continue
      }
      let step = abs(tableau.values[row] / tableau.entry(row, direction.column))
      pivot(row: row, column: direction.column, enteringSign: direction.sign, step: step)
      tableau.values[row] = Double(direction.sign) * step
    }
    return true
  }

  /// A basic symbol on the wrong side of zero, and the sign of the move that mends it.
  ///
  /// The worst one while costs order the moves; without costs (when required constraints are
  /// accepted) the one of smallest number, which keeps the search from cycling.
  private func violatedRow() -> (row: Int, sign: Int)? {
    var best: (row: Int, sign: Int)?
    var worst = Tolerance.value
    var smallest = Int.max
    for row in 0..<tableau.rows {
      let value = tableau.values[row]
      guard abs(value) > Tolerance.value, rowIsFixed[row] || Double(rowSides[row]) * value < 0
      else { continue }
      let symbol = Int(tableau.rowSymbols[row])
      if components.isEmpty ? symbol < smallest : abs(value) > worst {
        best = (row, value < 0 ? 1 : -1)
        worst = abs(value)
        smallest = symbol
      }
    }
    return best
  }

  /// The direction that moves a row's symbol towards zero at the smallest cost.
  private func enteringDirection(_ row: Int, _ sign: Int) -> Direction? {
    var best: Direction?
    for column in 0..<variableCount {
      let entry = tableau.entry(row, column)
      guard abs(entry) > Tolerance.coefficient else { continue }
      let direction = Direction(column: column, sign: entry * Double(sign) > 0 ? 1 : -1)
      guard sides[Int(tableau.columnSymbols[column])].rule(direction.sign) != .forbidden
      else { continue }
      guard let known = best else {
        best = direction
        continue
      }
      if isCheaper(direction, than: known, row: row) { best = direction }
    }
    return best
  }

  /// Compares two moves by their costs per unit of a row's change, objective by objective.
  private func isCheaper(_ first: Direction, than second: Direction, row: Int) -> Bool {
    let firstUnit = abs(tableau.entry(row, first.column))
    let secondUnit = abs(tableau.entry(row, second.column))
    for component in components {
      let difference =
        rate(component, first.column, first.sign) / firstUnit
        - rate(component, second.column, second.sign) / secondUnit
      if abs(difference) > Tolerance.coefficient { return difference < 0 }
    }
    return tableau.columnSymbols[first.column] < tableau.columnSymbols[second.column]
  }

  /// Whether letting a symbol pass zero costs less than stopping it there.
  private func flipIsCheaper(_ row: Int, than direction: Direction) -> Bool {
    let symbol = Int(tableau.rowSymbols[row])
    let unit = abs(tableau.entry(row, direction.column))
    for component in components {
      let difference =
        kink(component, symbol) - rate(component, direction.column, direction.sign) / unit
      if abs(difference) > Tolerance.coefficient { return difference < 0 }
    }
    return false
  }

  /// By how much an objective's rate changes when a symbol passes zero.
  private func kink(_ component: OrderComponent, _ symbol: Int) -> Double {
    let sides = sides[symbol]
    switch component {
    case .sum(_, let level):
      return (sides.negative.level == level ? 1 : 0) + (sides.positive.level == level ? 1 : 0)
    case .single(let constraint):
      guard self.symbol(constraint) == symbol else { return 0 }
      return (sides.negative.level == nil ? 0 : 1) + (sides.positive.level == nil ? 0 : 1)
    case .freedom(let variable):
      return variable == symbol ? 2 : 0
    }
  }
}
