/// One objective of the lexicographic order.
enum OrderComponent: Hashable, Sendable {
  /// The sum of the errors of a level; the row of `gradients`.
  case sum(gradient: Int, level: Int)
  /// The error of one constraint, which decides what the sums of all levels leave open.
  case single(constraint: Int)
  /// The distance of a variable from zero, which settles what is still free.
  case freedom(variable: Int)
}

extension SimplexSolver {
  /// Lists the objectives in their order and computes the gradients of the levels' sums.
  ///
  /// The sums of all levels come before any single error: a weaker priority decides what the sums of
  /// the stricter ones leave open, document order only what no priority decides.
  ///
  /// Called whenever a cost begins or ends, never while only constants change.
  mutating func rebuildOrder() {
    var members: [Int: [Int]] = [:]
    for index in constraints.indices {
      let sides = sides[symbol(index)]
      if let level = sides.negative.level ?? sides.positive.level {
        members[level, default: []].append(index)
      }
    }
    levels = members.keys.sorted()
    components.removeAll(keepingCapacity: true)
    for (gradient, level) in levels.enumerated() {
      components.append(.sum(gradient: gradient, level: level))
    }
    for level in levels {
      let constraints = members[level] ?? []
      if constraints.count > 1 {
        components.append(contentsOf: constraints.map { .single(constraint: $0) })
      }
    }
    components.append(contentsOf: freedomOrder.map { .freedom(variable: $0) })
    gradients = ContiguousArray(repeating: 0, count: levels.count * variableCount)
    for row in 0..<tableau.rows { addGradient(of: row, times: 1) }
    weakDirectionsAreCurrent = false
  }

  /// Adds a basic symbol's share to the gradient of the level in which its side pays.
  mutating func addGradient(of row: Int, times factor: Double) {
    let side = Int(rowSides[row])
    guard side != 0,
      let level = sides[Int(tableau.rowSymbols[row])].rule(side).level,
      let gradient = levels.firstIndex(of: level)
    else { return }
    let columns = variableCount
    let weight = factor * Double(side)
    for column in 0..<columns {
      gradients[gradient * columns + column] += weight * tableau.entries[row * columns + column]
    }
  }

  /// The rate at which one objective grows when a column's symbol leaves zero.
  ///
  /// - Parameters:
  ///   - component: The objective.
  ///   - column: The column of a non-basic symbol.
  ///   - sign: The side to which the symbol moves, -1 or +1.
  func rate(_ component: OrderComponent, _ column: Int, _ sign: Int) -> Double {
    let symbol = Int(tableau.columnSymbols[column])
    switch component {
    case .sum(let gradient, let level):
      let own = sides[symbol].rule(sign).level == level ? 1.0 : 0
      return Double(sign) * gradients[gradient * variableCount + column] + own
    case .single(let constraint):
      let error = self.symbol(constraint)
      if error == symbol { return sides[symbol].rule(sign).level == nil ? 0 : 1 }
      guard let row = tableau.row(of: error), rowSides[row] != 0,
        sides[error].rule(Int(rowSides[row])).level != nil
      else { return 0 }
      return Double(sign * Int(rowSides[row])) * tableau.entry(row, column)
    case .freedom(let variable):
      if variable == symbol { return 1 }
      guard let row = tableau.row(of: variable) else { return 0 }
      return Double(sign * Int(rowSides[row])) * tableau.entry(row, column)
    }
  }

  /// The first objective that a move changes, with its rate; `nil` when it changes none.
  func firstRate(_ column: Int, _ sign: Int) -> (component: Int, rate: Double)? {
    for index in components.indices {
      let rate = rate(components[index], column, sign)
      if abs(rate) > Tolerance.coefficient { return (index, rate) }
    }
    return nil
  }
}
