/// A choice between constraints of the same priority, decided by document order.
public struct Tie: Hashable, Sendable {
  /// The index of the constraint that document order prefers: its error is minimized before the
  /// errors of its rivals.
  public var constraint: Int
  /// The priority of the tied constraints: 1...999, or 1000 for relaxed required constraints.
  public var priority: Int
  /// Indices of the constraints of the same priority whose errors would be smaller if the error of
  /// `constraint` were larger, in document order.
  public var rivals: [Int]
}

extension SimplexSolver {
  /// Lists the ties that document order decides, with their rivals.
  ///
  /// The solver is copied and solved from scratch, so that the ties do not depend on earlier
  /// solves. The search is intended for diagnostics.
  public func ties() -> [Tie] {
    var copy = self
    guard copy.findsAnswer(afresh: true), !copy.solution.ties.isEmpty else { return [] }
    var rivals: [Int: Set<Int>] = [:]
    for column in 0..<variableCount {
      let symbol = Int(copy.simplex.vertex.tableau.columnSymbols[column])
      for sign in [1, -1] where copy.simplex.vertex.sides[symbol].rule(sign) != .forbidden {
        guard let (winner, losers) = copy.tie(column, sign) else { continue }
        rivals[winner, default: []].formUnion(losers)
      }
    }
    return copy.solution.ties.map { index in
      Tie(
        constraint: index, priority: priority(of: index), rivals: (rivals[index] ?? []).sorted())
    }
  }

  /// Finds the tie that prevents a move of a column's symbol; `sign` is the direction of the move.
  ///
  /// - Returns: The constraint that document order prefers, and its rivals; `nil` if no tie
  ///   prevents the move.
  private func tie(_ column: Int, _ sign: Int) -> (winner: Int, losers: [Int])? {
    var rates: [(constraint: Int, priority: Int, rate: Double)] = []
    for index in table.constraints.indices where table.active[index] {
      let rate = errorRate(of: index, column, sign)
      if abs(rate) > Tolerance.coefficient { rates.append((index, priority(of: index), rate)) }
    }
    guard let strictest = rates.map(\.priority).max() else { return nil }
    // If the sum of errors of a priority changes, that priority decides.
    for priority in Set(rates.map(\.priority)) {
      let total = rates.reduce(0) { $0 + ($1.priority == priority ? $1.rate : 0) }
      guard abs(total) <= Tolerance.coefficient else { return nil }
    }
    let deciding = rates.filter { $0.priority == strictest }
    guard let winner = deciding.first?.constraint else { return nil }
    let step = simplex.vertex.blockingRow(Direction(column: column, sign: sign))?.step ?? .infinity
    guard step > Tolerance.reported else { return nil }
    return (winner, deciding.filter { $0.rate < 0 }.map(\.constraint))
  }

  /// Rate at which a constraint's error changes when a column's symbol moves in the direction of
  /// `sign`.
  private func errorRate(of index: Int, _ column: Int, _ sign: Int) -> Double {
    let (vertex, tableau) = (simplex.vertex, simplex.vertex.tableau)
    let symbol = vertex.symbol(index)
    guard let row = tableau.row(of: symbol) else {
      let isMoved = Int(tableau.columnSymbols[column]) == symbol
      return isMoved && vertex.sides[symbol].rule(sign).level != nil ? 1 : 0
    }
    let side = Int(vertex.rowSides[row])
    guard side != 0, vertex.sides[symbol].rule(side).level != nil else { return 0 }
    return Double(sign * side) * tableau.entry(row, column)
  }

  /// The priority of a constraint; 1000 if it is required.
  private func priority(of index: Int) -> Int {
    if case .preferred(let priority) = table.constraints[index].strength { priority } else { 1000 }
  }
}
