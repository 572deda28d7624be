/// One of the objectives that are minimized in lexicographic order.
enum OrderComponent: Hashable, Sendable {
  /// The sum of the errors of a priority level.
  ///
  /// `gradient` is the level's row in `LexicographicObjectives.gradients`.
  case sum(gradient: Int, level: Int)
  /// The error of one constraint, given by its index.
  case single(constraint: Int)
  /// The distance of one variable from zero, given by the variable's index.
  case freedom(variable: Int)
}

/// The objectives in lexicographic order, and the rate of change of each objective when a symbol
/// moves away from zero.
///
/// The order is: the sum of errors of every level, then the error of every constraint in document
/// order, then the distance of every variable from zero. So document order decides only if the
/// priorities leave a tie.
struct LexicographicObjectives: Sendable {
  /// The objectives, strictest first; empty while required constraints are being accepted.
  private(set) var components: [OrderComponent] = []
  /// Priority levels that have a cost, strictest first; a level is 1000 - priority, or 0 for
  /// relaxed constraints.
  private var levels: [Int] = []
  /// Derivative of each level's sum of errors with respect to each column's symbol; shape `[levels
  /// × columns]`.
  private var gradients: ContiguousArray<Double> = []
  /// For each symbol, the index in `components` of its error or distance from zero, or -1 for none.
  private var ranks: ContiguousArray<Int32> = []
  private let freedomOrder: [Int]

  /// Creates objectives without components.
  ///
  /// - Parameter freedomOrder: The variables in the order in which their distances from zero are
  ///   minimized.
  init(freedomOrder: [Int]) { self.freedomOrder = freedomOrder }

  /// Removes every objective.
  mutating func removeAll() {
    components.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    gradients.removeAll(keepingCapacity: true)
    ranks.removeAll(keepingCapacity: true)
  }

  /// Lists the objectives in their order, and computes the gradients of the sums of errors.
  ///
  /// It is called when a cost is added or removed, not when constants change.
  mutating func rebuild(_ vertex: Vertex) {
    var members: [Int: [Int]] = [:]
    for symbol in vertex.variableCount..<vertex.sides.count {
      let sides = vertex.sides[symbol]
      if let level = sides.negative.level ?? sides.positive.level {
        members[level, default: []].append(symbol)
      }
    }
    levels = members.keys.sorted()
    ranks = ContiguousArray(repeating: -1, count: vertex.sides.count)
    components.removeAll(keepingCapacity: true)
    for (gradient, level) in levels.enumerated() {
      components.append(.sum(gradient: gradient, level: level))
    }
    for level in levels {
      let symbols = members[level] ?? []
      guard symbols.count > 1 else { continue }
      for symbol in symbols {
        ranks[symbol] = Int32(components.count)
        components.append(.single(constraint: symbol - vertex.variableCount))
      }
    }
    for variable in freedomOrder {
      ranks[variable] = Int32(components.count)
      components.append(.freedom(variable: variable))
    }
    gradients = ContiguousArray(repeating: 0, count: levels.count * vertex.variableCount)
    for row in 0..<vertex.tableau.rows { add(row, of: vertex, times: 1) }
  }

  /// Replaces all objectives by one: a move as far as possible along a direction.
  mutating func follow(_ direction: Direction, in vertex: Vertex) {
    components = [.sum(gradient: 0, level: -1)]
    levels = [-1]
    ranks = ContiguousArray(repeating: -1, count: vertex.sides.count)
    gradients = ContiguousArray(repeating: 0, count: vertex.variableCount)
    gradients[direction.column] = -Double(direction.sign)
  }

  /// Adds a multiple of a row to the gradient of the level of the row symbol's cost.
  ///
  /// It does nothing if the symbol has no cost on its current side.
  mutating func add(_ row: Int, of vertex: Vertex, times factor: Double) {
    let side = Int(vertex.rowSides[row])
    guard side != 0,
      let level = vertex.sides[Int(vertex.tableau.rowSymbols[row])].rule(side).level,
      let gradient = levels.firstIndex(of: level)
    else { return }
    vertex.tableau.add(row, times: factor * Double(side), to: &gradients, at: gradient)
  }

  /// Expresses the gradients in the new non-basic symbols after a pivot.
  mutating func substitute(_ vertex: Vertex, row: Int, column: Int) {
    vertex.tableau.substitute(row: row, column: column, into: &gradients)
  }

  /// Finds the strictest objective that changes when a symbol moves along a direction.
  ///
  /// - Returns: The index of the objective in `components` and its rate of change, or `nil` if the
  ///   move changes none.
  func firstRate(_ vertex: Vertex, _ direction: Direction) -> (component: Int, rate: Double)? {
    if let sum = firstSumRate(vertex, direction) { return sum }
    var first = FirstRate()
    for row in 0..<vertex.tableau.rows {
      first.consider(rank(ofRow: row, vertex), ownRate(vertex, row, direction))
    }
    first.consider(rank(ofColumn: direction.column, vertex), ownRate(vertex, direction))
    return first.result
  }

  /// Finds the strictest sum of errors that changes when a symbol moves along a direction.
  func firstSumRate(_ vertex: Vertex, _ direction: Direction) -> (component: Int, rate: Double)? {
    for gradient in levels.indices {
      let rate = sumRate(vertex, gradient, direction)
      if abs(rate) > Tolerance.coefficient { return (gradient, rate) }
    }
    return nil
  }

  /// Finds, for each column in a list, the strictest error or distance from zero of a row's symbol
  /// that changes when the column's symbol moves.
  ///
  /// The tableau is read row by row, as it is stored.
  func findRowRates(_ vertex: Vertex, of columns: inout ColumnRates) {
    columns.forget()
    for row in 0..<vertex.tableau.rows {
      let side = Int(vertex.rowSides[row])
      let rank = rank(ofRow: row, vertex)
      guard side != 0, rank >= 0 else { continue }
      let symbol = Int(vertex.tableau.rowSymbols[row])
      guard symbol < vertex.variableCount || vertex.sides[symbol].rule(side).level != nil
      else { continue }
      columns.consider(rank, times: Double(side)) { vertex.tableau.entry(row, $0) }
    }
  }

  /// Does the same as `firstRate` for a direction that changes no sum of errors.
  ///
  /// - Parameter rate: The result of `findRowRates` for the column of the direction.
  func firstRate(
    _ vertex: Vertex, _ direction: Direction, rows rate: (rank: Int, rate: Double)
  ) -> (component: Int, rate: Double)? {
    var first = FirstRate()
    if rate.rank != .max { first.consider(rate.rank, Double(direction.sign) * rate.rate) }
    first.consider(rank(ofColumn: direction.column, vertex), ownRate(vertex, direction))
    return first.result
  }

  /// Whether a move along the first direction costs less than a move along the second one.
  ///
  /// The cost is per unit by which the value of `row` changes. If the costs are equal, the
  /// direction whose entering symbol has the smaller number counts as cheaper.
  func isCheaper(
    _ vertex: Vertex, _ first: Direction, than second: Direction, row: Int
  ) -> Bool {
    let tableau = vertex.tableau
    let firstUnit = abs(tableau.entry(row, first.column))
    let secondUnit = abs(tableau.entry(row, second.column))
    for gradient in levels.indices {
      let difference =
        sumRate(vertex, gradient, first) / firstUnit
        - sumRate(vertex, gradient, second) / secondUnit
      if abs(difference) > Tolerance.coefficient { return difference < 0 }
    }
    var deciding = FirstRate()
    for other in 0..<tableau.rows {
      deciding.consider(
        rank(ofRow: other, vertex),
        ownRate(vertex, other, first) / firstUnit - ownRate(vertex, other, second) / secondUnit)
    }
    deciding.consider(rank(ofColumn: first.column, vertex), ownRate(vertex, first) / firstUnit)
    deciding.consider(rank(ofColumn: second.column, vertex), -ownRate(vertex, second) / secondUnit)
    if let result = deciding.result { return result.rate < 0 }
    return tableau.columnSymbols[first.column] < tableau.columnSymbols[second.column]
  }

  /// Whether it costs less to let a row's symbol cross zero than to keep it at zero by a move along
  /// a direction.
  func flipIsCheaper(_ vertex: Vertex, _ row: Int, than direction: Direction) -> Bool {
    let tableau = vertex.tableau
    let symbol = Int(tableau.rowSymbols[row])
    let sides = vertex.sides[symbol]
    let unit = abs(tableau.entry(row, direction.column))
    for gradient in levels.indices {
      let level = levels[gradient]
      let kink: Double =
        (sides.negative.level == level ? 1 : 0) + (sides.positive.level == level ? 1 : 0)
      let difference = kink - sumRate(vertex, gradient, direction) / unit
      if abs(difference) > Tolerance.coefficient { return difference < 0 }
    }
    let kink: Double =
      symbol < vertex.variableCount
      ? 2 : (sides.negative.level == nil ? 0 : 1) + (sides.positive.level == nil ? 0 : 1)
    var deciding = FirstRate()
    for other in 0..<tableau.rows {
      deciding.consider(
        rank(ofRow: other, vertex),
        (other == row ? kink : 0) - ownRate(vertex, other, direction) / unit)
    }
    deciding.consider(rank(ofColumn: direction.column, vertex), -ownRate(vertex, direction) / unit)
    return (deciding.result?.rate ?? 0) < 0
  }

  /// Rate at which a level's sum of errors changes along a direction.
  private func sumRate(_ vertex: Vertex, _ gradient: Int, _ direction: Direction) -> Double {
    let symbol = Int(vertex.tableau.columnSymbols[direction.column])
    let own = vertex.sides[symbol].rule(direction.sign).level == levels[gradient] ? 1.0 : 0
    return Double(direction.sign) * gradients[gradient * vertex.variableCount + direction.column]
      + own
  }

  /// Rate at which the error, or the distance from zero, of a row's symbol changes along a
  /// direction.
  private func ownRate(_ vertex: Vertex, _ row: Int, _ direction: Direction) -> Double {
    let side = Int(vertex.rowSides[row])
    guard side != 0 else { return 0 }
    let symbol = Int(vertex.tableau.rowSymbols[row])
    guard symbol < vertex.variableCount || vertex.sides[symbol].rule(side).level != nil
    else { return 0 }
    return Double(direction.sign * side) * vertex.tableau.entry(row, direction.column)
  }

  /// Rate at which the error, or the distance from zero, of the entering symbol changes: 1, or 0 if
  /// the symbol has no cost.
  private func ownRate(_ vertex: Vertex, _ direction: Direction) -> Double {
    let symbol = Int(vertex.tableau.columnSymbols[direction.column])
    if symbol < vertex.variableCount { return 1 }
    return vertex.sides[symbol].rule(direction.sign).level == nil ? 0 : 1
  }

  private func rank(ofRow row: Int, _ vertex: Vertex) -> Int {
    rank(ofSymbol: Int(vertex.tableau.rowSymbols[row]))
  }

  private func rank(ofColumn column: Int, _ vertex: Vertex) -> Int {
    rank(ofSymbol: Int(vertex.tableau.columnSymbols[column]))
  }

  /// The index in `components` of a symbol's error or distance from zero, or -1 for none.
  ///
  /// A residual that was added after `rebuild` has none yet.
  private func rank(ofSymbol symbol: Int) -> Int {
    symbol < ranks.count ? Int(ranks[symbol]) : -1
  }
}

/// Finds the strictest objective with a nonzero rate; the objectives may be considered in any
/// order.
private struct FirstRate {
  private(set) var result: (component: Int, rate: Double)?

  /// Considers an objective: stores it and its rate if the rate is not zero and no stricter
  /// objective is stored.
  ///
  /// - Parameter rank: The index of the objective, or -1 for a symbol without one.
  mutating func consider(_ rank: Int, _ rate: @autoclosure () -> Double) {
    guard rank >= 0, rank < result?.component ?? .max else { return }
    let rate = rate()
    if abs(rate) > Tolerance.coefficient { result = (rank, rate) }
  }
}

/// A list of columns, each with the strictest objective of a row's symbol that changes with the
/// column's symbol.
struct ColumnRates: Sendable {
  private(set) var columns: ContiguousArray<Int> = []
  private var rates: ContiguousArray<(rank: Int, rate: Double)> = []

  mutating func removeAll() { columns.removeAll(keepingCapacity: true) }

  mutating func append(_ column: Int) { columns.append(column) }

  mutating func keep(where isKept: (_ column: Int) -> Bool) { columns.removeAll { !isKept($0) } }

  /// The rank and rate of a column, by its index in the list; the rank is `Int.max` for none.
  subscript(index: Int) -> (rank: Int, rate: Double) { rates[index] }

  /// Removes the rates of all columns.
  mutating func forget() {
    rates.removeAll(keepingCapacity: true)
    for _ in columns { rates.append((.max, 0)) }
  }

  /// Considers the objective of one row for every column.
  mutating func consider(_ rank: Int, times factor: Double, entry: (_ column: Int) -> Double) {
    for index in columns.indices where rank < rates[index].rank {
      let rate = factor * entry(columns[index])
      if abs(rate) > Tolerance.coefficient { rates[index] = (rank, rate) }
    }
  }
}
