extension SimplexSolver {
  /// A non-basic symbol and the side to which it moves.
  struct Direction: Hashable, Sendable {
    var column: Int
    var sign: Int
  }

  /// Primal simplex: from a feasible point to the lexicographic optimum.
  ///
  /// Entering and leaving symbols of smallest number (Bland's rule) keep it from cycling.
  ///
  /// - Parameter stopAtStep: Stops after the first step longer than this.
  /// - Returns: Whether it stopped because of a long step.
  @discardableResult
  mutating func optimise(stopAtStep: Double = .infinity) -> Bool {
    while workLeft > 0, let direction = improvingDirection() {
      let step = move(direction)
      if step > stopAtStep { return true }
    }
    return false
  }

  /// The improving direction whose symbol has the smallest number.
  private func improvingDirection() -> Direction? {
    var best: Direction?
    var bestSymbol = Int.max
    for column in 0..<variableCount {
      let symbol = Int(tableau.columnSymbols[column])
      guard symbol < bestSymbol else { continue }
      for sign in [1, -1] where sides[symbol].rule(sign) != .forbidden {
        if let first = firstRate(column, sign), first.rate < 0 {
          best = Direction(column: column, sign: sign)
          bestSymbol = symbol
          break
        }
      }
    }
    return best
  }

  /// Moves along an improving direction to the breakpoint where it stops improving.
  ///
  /// - Returns: The length of the step, infinite where there is no such breakpoint.
  private mutating func move(_ direction: Direction) -> Double {
    while let (row, step) = blockingRow(direction) {
      let symbol = Int(tableau.rowSymbols[row])
      let other = -Int(rowSides[row])
      if other != 0, sides[symbol].rule(other) != .forbidden {
        flip(row)
        if let first = firstRate(direction.column, direction.sign), first.rate < 0 { continue }
        flip(row)
      }
      pivot(row: row, column: direction.column, enteringSign: direction.sign, step: step)
      return step
    }
    // Every objective is a sum of distances, so an improving direction always meets a breakpoint;
    // only noise can bring us here, and the solve is then given up as stalled. The search for a
    // second optimum has no such objective: there it is a way without an end.
    workLeft = 0
    return .infinity
  }

  /// The first breakpoint along a direction; the smallest symbol where several meet.
  func blockingRow(_ direction: Direction) -> (row: Int, step: Double)? {
    var best: (row: Int, step: Double)?
    for row in 0..<tableau.rows {
      let rate = Double(direction.sign) * tableau.entry(row, direction.column)
      guard abs(rate) > Tolerance.coefficient else { continue }
      let symbol = Int(tableau.rowSymbols[row])
      let step: Double
      if rowIsFixed[row] {
        step = 0
      } else {
        let side = Double(rowSides[row])
        guard side * rate < 0 else { continue }
        step = max(0, side * tableau.values[row]) / abs(rate)
      }
      guard let found = best else {
        best = (row, step)
        continue
      }
      if step < found.step - Tolerance.value
        || (step <= found.step + Tolerance.value && symbol < Int(tableau.rowSymbols[found.row]))
      {
        best = (row, step)
      }
    }
    return best
  }

  /// Puts a basic symbol on its other side.
  mutating func flip(_ row: Int) {
    workLeft -= 1
    addGradient(of: row, times: -1)
    rowSides[row] = -rowSides[row]
    addGradient(of: row, times: 1)
    weakDirectionsAreCurrent = false
  }

  /// Exchanges a basic symbol, which goes to zero, with a non-basic one, which leaves it.
  ///
  /// - Parameter step: Distance by which the entering symbol moves, `>= 0`.
  mutating func pivot(row: Int, column: Int, enteringSign: Int, step: Double) {
    statistics.pivots += 1
    workLeft -= 1
    weakDirectionsAreCurrent = false
    let entering = Int(tableau.columnSymbols[column])
    let move = Double(enteringSign) * step
    for other in 0..<tableau.rows {
      tableau.values[other] += tableau.entry(other, column) * move
    }
    addGradient(of: row, times: -1)
    tableau.values[row] = move
    let rules = sides[entering]
    rowIsFixed[row] = rules.isFixed
    rowSides[row] = rules.isFixed || !rules.hasBreakpoint ? 0 : Int8(enteringSign)
    tableau.pivot(row: row, column: column, objectives: &gradients)
    addGradient(of: row, times: 1)
  }
}
