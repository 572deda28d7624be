/// A non-basic symbol and the side to which it moves.
struct Direction: Hashable, Sendable {
  var column: Int
  var sign: Int
}

/// Where the simplex stands: the tableau, the rules of every symbol, and on which side of zero each
/// basic one is.
struct Vertex: Sendable {
  private(set) var tableau: Tableau
  /// The rules of each symbol, variables first; shape `[variables + constraints]`.
  private(set) var sides: [Sides]
  /// For each row the side on which its symbol is: -1, +1, or 0 where zero is no breakpoint.
  private(set) var rowSides: ContiguousArray<Int8> = []
  /// For each row whether its symbol has to stay at zero.
  private(set) var rowIsFixed: ContiguousArray<Bool> = []
  private let domains: [VariableDomain]
  /// A non-basic symbol that left zero by a point without a pivot.
  private var displaced: Int?

  /// - Parameter domains: What each variable may be; shape `[variables]`.
  init(domains: [VariableDomain]) {
    self.domains = domains
    tableau = Tableau(variables: domains.count)
    sides = domains.map {
      Sides(negative: $0 == .free ? .free : .forbidden, positive: .free, hasBreakpoint: true)
    }
  }

  /// Number of variables, and of columns.
  var variableCount: Int { domains.count }

  /// The symbol of a constraint's residual.
  func symbol(_ constraint: Int) -> Int { variableCount + constraint }

  /// The value of a symbol.
  func value(_ symbol: Int) -> Double {
    tableau.row(of: symbol).map { tableau.values[$0] } ?? (symbol == displaced ? 1 : 0)
  }

  /// Appends the row of a constraint, whose residual is unrestricted for now.
  mutating func append(_ constraint: LinearConstraint) {
    sides.append(.unrestricted)
    tableau.appendRow(constraint.terms, constant: constraint.constant)
    rowSides.append(0)
    rowIsFixed.append(false)
  }

  /// Puts every variable at zero and every residual, unrestricted, into the basis.
  mutating func reset(_ table: ConstraintTable) {
    let constraints = table.constraints
    sides.removeSubrange(variableCount...)
    sides.append(contentsOf: repeatElement(.unrestricted, count: constraints.count))
    rowSides = ContiguousArray(repeating: 0, count: constraints.count)
    rowIsFixed = ContiguousArray(repeating: false, count: constraints.count)
    tableau.reset(constraints)
    tableau.evaluate(constants: table.constants)
  }

  /// Brings the values up to date with constants of which few changed.
  mutating func update(constants: ContiguousArray<Double>) { tableau.update(constants: constants) }

  /// Gives a symbol new rules; a basic one keeps its value and takes the side where that is.
  mutating func apply(_ rules: Sides, to symbol: Int) {
    sides[symbol] = rules
    guard let row = tableau.row(of: symbol) else { return }
    rowSides[row] = Self.side(of: rules, at: tableau.values[row])
    rowIsFixed[row] = rules.isFixed
  }

  /// The side on which a basic symbol of a value is put.
  private static func side(of rules: Sides, at value: Double) -> Int8 {
    guard rules.hasBreakpoint, !rules.isFixed else { return 0 }
    if rules.negative == .forbidden { return 1 }
    if rules.positive == .forbidden { return -1 }
    return value < 0 ? -1 : 1
  }

  /// Whether the symbol of a row has another side that it may pass to.
  func mayFlip(_ row: Int) -> Bool {
    let other = -Int(rowSides[row])
    return other != 0 && sides[Int(tableau.rowSymbols[row])].rule(other) != .forbidden
  }

  /// Puts a basic symbol on its other side.
  mutating func flip(_ row: Int) { rowSides[row] = -rowSides[row] }

  /// Puts the symbol of a row at zero, where it is but for noise.
  mutating func settle(_ row: Int) {
    tableau.setValue(row, 0)
    tableau.distrustValues()
  }

  /// Exchanges a basic symbol, which goes to zero, with a non-basic one, which leaves it.
  ///
  /// - Parameter step: Distance by which the entering symbol moves, `>= 0`.
  mutating func pivot(row: Int, _ direction: Direction, step: Double) {
    let entering = Int(tableau.columnSymbols[direction.column])
    tableau.move(column: direction.column, by: Double(direction.sign) * step)
    tableau.setValue(row, Double(direction.sign) * step)
    let rules = sides[entering]
    rowIsFixed[row] = rules.isFixed
    rowSides[row] = rules.isFixed || !rules.hasBreakpoint ? 0 : Int8(direction.sign)
    tableau.pivot(row: row, column: direction.column)
  }

  /// Goes a point along a way without an end, only to be compared: it is no vertex any more.
  mutating func goAway(_ direction: Direction) {
    tableau.move(column: direction.column, by: Double(direction.sign))
    displaced = Int(tableau.columnSymbols[direction.column])
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

  /// Closes every direction but some, and holds each error where it is: what is left to move in is
  /// the face of optima around this vertex.
  mutating func restrict(to open: [Direction]) {
    for symbol in sides.indices { closeError(of: symbol) }
    for column in 0..<variableCount {
      let signs = open.filter { $0.column == column }.map(\.sign)
      sides[Int(tableau.columnSymbols[column])] = Sides(
        negative: signs.contains(-1) ? .free : .forbidden,
        positive: signs.contains(1) ? .free : .forbidden, hasBreakpoint: true)
    }
  }

  /// Holds the error of a basic symbol where it is.
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
      // Its rate is zero along every weak direction: it does not block, and may not change.
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
