/// A move of one non-basic symbol away from zero: the symbol's column, and the sign of the move.
struct Direction: Hashable, Sendable {
  var column: Int
  var sign: Int
}

/// A vertex of the simplex: the tableau, the rules of every symbol, and the side of each basic
/// symbol.
struct Vertex: Sendable {
  private(set) var tableau: Tableau
  /// For each symbol, whether values below and above zero are forbidden, free or cost something.
  ///
  /// Variables are first; shape `[variables + constraints]`.
  private(set) var sides: [Sides]
  /// For each row, the side of its symbol: -1 or +1; 0 if zero is not a breakpoint or both sides
  /// are forbidden.
  private(set) var rowSides: ContiguousArray<Int8> = []
  /// For each row, whether both sides of its symbol are forbidden.
  private(set) var rowIsFixed: ContiguousArray<Bool> = []
  private let domains: [VariableDomain]
  /// The non-basic symbol that `goAway` moved by one point; `nil` for none.
  private var displaced: Int?

  /// Creates a vertex without constraints, with every variable at zero.
  ///
  /// - Parameter domains: The domain of each variable; shape `[variables]`.
  init(domains: [VariableDomain]) {
    self.domains = domains
    tableau = Tableau(variables: domains.count)
    sides = domains.map {
      Sides(negative: $0 == .free ? .free : .forbidden, positive: .free, hasBreakpoint: true)
    }
  }

  /// Number of variables, and of columns.
  var variableCount: Int { domains.count }

  /// The number of the symbol that is the residual of a constraint, by the constraint's index.
  func symbol(_ constraint: Int) -> Int { variableCount + constraint }

  /// The value of a symbol at the vertex, in points.
  func value(_ symbol: Int) -> Double {
    tableau.row(of: symbol).map { tableau.values[$0] } ?? (symbol == displaced ? 1 : 0)
  }

  /// Appends the row of a constraint; its residual is unrestricted.
  mutating func append(_ constraint: LinearConstraint) {
    sides.append(.unrestricted)
    tableau.appendRow(constraint.terms, constant: constraint.constant)
    rowSides.append(0)
    rowIsFixed.append(false)
  }

  /// Sets every variable to zero and makes every residual basic and unrestricted.
  mutating func reset(_ table: ConstraintTable) {
    let constraints = table.constraints
    sides.removeSubrange(variableCount...)
    sides.append(contentsOf: repeatElement(.unrestricted, count: constraints.count))
    rowSides = ContiguousArray(repeating: 0, count: constraints.count)
    rowIsFixed = ContiguousArray(repeating: false, count: constraints.count)
    tableau.reset(constraints)
    tableau.evaluate(constants: table.constants)
  }

  /// Updates the values of the basic symbols after constants changed.
  mutating func update(constants: ContiguousArray<Double>) { tableau.update(constants: constants) }

  /// Gives a symbol new rules; if it is basic, its side is determined from its value.
  mutating func apply(_ rules: Sides, to symbol: Int) {
    sides[symbol] = rules
    guard let row = tableau.row(of: symbol) else { return }
    rowSides[row] = Self.side(of: rules, at: tableau.values[row])
    rowIsFixed[row] = rules.isFixed
  }

  /// The side of zero for a basic symbol with a given value: -1 or +1; 0 if the symbol has no side.
  private static func side(of rules: Sides, at value: Double) -> Int8 {
    guard rules.hasBreakpoint, !rules.isFixed else { return 0 }
    if rules.negative == .forbidden { return 1 }
    if rules.positive == .forbidden { return -1 }
    return value < 0 ? -1 : 1
  }

  /// Whether a row's symbol may be on the side opposite to its current side.
  func mayFlip(_ row: Int) -> Bool {
    let other = -Int(rowSides[row])
    return other != 0 && sides[Int(tableau.rowSymbols[row])].rule(other) != .forbidden
  }

  /// Changes the side of a row's symbol to the opposite one.
  mutating func flip(_ row: Int) { rowSides[row] = -rowSides[row] }

  /// Sets the value of a row to zero if it is only a rounding error.
  mutating func settle(_ row: Int) {
    tableau.setValue(row, 0)
    tableau.distrustValues()
  }

  /// Exchanges a row's basic symbol, which becomes zero, with the non-basic symbol of a direction.
  ///
  /// - Parameter step: Distance by which the entering symbol moves, in points, `>= 0`.
  mutating func pivot(row: Int, _ direction: Direction, step: Double) {
    let entering = Int(tableau.columnSymbols[direction.column])
    tableau.move(column: direction.column, by: Double(direction.sign) * step)
    tableau.setValue(row, Double(direction.sign) * step)
    let rules = sides[entering]
    rowIsFixed[row] = rules.isFixed
    rowSides[row] = rules.isFixed || !rules.hasBreakpoint ? 0 : Int8(direction.sign)
    tableau.pivot(row: row, column: direction.column)
  }

  /// Moves one point along an unbounded direction.
  ///
  /// The result is not a vertex and may only be compared with others.
  mutating func goAway(_ direction: Direction) {
    tableau.move(column: direction.column, by: Double(direction.sign))
    displaced = Int(tableau.columnSymbols[direction.column])
  }

  /// Finds the row whose symbol is the first to reach its breakpoint along a direction.
  ///
  /// If several symbols reach it together, the symbol with the smallest number is chosen.
  ///
  /// - Returns: The row and the distance to its breakpoint in points, or `nil` if no symbol reaches
  ///   one.
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
      guard let current = best else {
        best = (row, step)
        continue
      }
      if step < current.step - Tolerance.value
        || (step <= current.step + Tolerance.value && symbol < Int(tableau.rowSymbols[current.row]))
      {
        best = (row, step)
      }
    }
    return best
  }

  /// Forbids all directions except the given ones and fixes each error, so that only optima can be
  /// reached.
  mutating func restrict(to open: [Direction]) {
    for symbol in sides.indices { closeError(of: symbol) }
    for column in 0..<variableCount {
      let signs = open.filter { $0.column == column }.map(\.sign)
      sides[Int(tableau.columnSymbols[column])] = Sides(
        negative: signs.contains(-1) ? .free : .forbidden,
        positive: signs.contains(1) ? .free : .forbidden, hasBreakpoint: true)
    }
  }

  /// Forbids a basic symbol to change its error or to cross zero.
  private mutating func closeError(of symbol: Int) {
    guard let row = tableau.row(of: symbol) else { return }
    let side = Int(rowSides[row])
    guard side != 0, !sides[symbol].isFixed else { return }
    if symbol < variableCount {
      if domains[symbol] == .free {
        sides[symbol] = .unrestricted
        rowSides[row] = 0
      }
      return
    }
    if sides[symbol].rule(side).level != nil {
      // The error does not change along any weak direction, so the symbol does not block one.
      sides[symbol] = Sides(
        negative: side < 0 ? .free : .forbidden, positive: side > 0 ? .free : .forbidden,
        hasBreakpoint: true)
    } else {
      sides[symbol] = Sides(
        negative: sides[symbol].negative == .free ? .free : .forbidden,
        positive: sides[symbol].positive == .free ? .free : .forbidden, hasBreakpoint: true)
    }
  }
}

/// The rule for a symbol on one side of zero: forbidden, free, or at a cost.
///
/// A symbol of the tableau is a variable or the residual of a constraint. It has at most one
/// breakpoint, which is at zero. A required equality forbids both sides, and a required inequality
/// forbids one side. The error of a preference is a distance from zero; it is a cost in the level
/// of the preference's priority.
enum SideRule: Hashable, Sendable {
  /// The symbol may not be on this side.
  case forbidden
  /// This side costs nothing.
  case free
  /// The distance from zero is an error in a priority level; level 0 is the strictest.
  case cost(level: Int)

  /// The level of the cost; `nil` if there is no cost.
  var level: Int? {
    if case .cost(let level) = self { level } else { nil }
  }
}

/// The rules of a symbol below and above zero.
struct Sides: Hashable, Sendable {
  /// The rule for values below zero.
  var negative: SideRule
  /// The rule for values above zero.
  var positive: SideRule
  /// Whether zero is a breakpoint; `false` only for a residual that has no restriction and no cost.
  var hasBreakpoint: Bool

  /// Rules without a restriction or cost.
  static let unrestricted = Sides(negative: .free, positive: .free, hasBreakpoint: false)

  /// The rule below zero for a negative sign, otherwise the rule above zero.
  func rule(_ sign: Int) -> SideRule { sign < 0 ? negative : positive }

  /// Whether the symbol must stay at zero.
  var isFixed: Bool { negative == .forbidden && positive == .forbidden }

  /// The rules for a constraint's residual `terms - constant`.
  ///
  /// - Parameter error: The rule for a side on which the residual violates the constraint.
  static func residual(_ relation: LinearRelation, error: SideRule) -> Sides {
    switch relation {
    case .equal: Sides(negative: error, positive: error, hasBreakpoint: true)
    case .greaterOrEqual: Sides(negative: error, positive: .free, hasBreakpoint: true)
    case .lessOrEqual: Sides(negative: .free, positive: error, hasBreakpoint: true)
    }
  }
}
