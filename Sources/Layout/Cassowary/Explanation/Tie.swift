/// A choice within one priority that document order decided, because no priority did.
public struct Tie: Hashable, Sendable {
  /// The index of the constraint that document order prefers: its error is the smaller one.
  public var constraint: Int
  /// The priority of the choice: 1...999, or 1000 among relaxed constraints.
  public var priority: Int
  /// Indices of the constraints of the same priority, in document order, whose errors would be
  /// smaller if that of `constraint` were larger.
  public var rivals: [Int]
}

extension SimplexSolver {
  /// Lists the ties that document order decides, with their rivals.
  ///
  /// The ties are those of a solve from scratch, so that the answer does not depend on earlier
  /// solves. The search works on a copy. It is intended for diagnostics.
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

  /// Finds the tie that decides against a move of a column's symbol in the direction of a sign.
  ///
  /// - Returns: The constraint that document order prefers, and its rivals; `nil` if no tie
  ///   decides.
  private func tie(_ column: Int, _ sign: Int) -> (winner: Int, losers: [Int])? {
    var rates: [(constraint: Int, priority: Int, rate: Double)] = []
    for index in table.constraints.indices where table.active[index] {
      let rate = errorRate(of: index, column, sign)
      if abs(rate) > Tolerance.coefficient { rates.append((index, priority(of: index), rate)) }
    }
    guard let strictest = rates.map(\.priority).max() else { return nil }
    // If the sum of a priority changes, that priority decides.
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

  /// Rate of change of a constraint's error as a column's symbol moves in the direction of a sign.
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
