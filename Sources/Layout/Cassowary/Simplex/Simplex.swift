/// The simplex method over strictly ordered objectives: one optimum, found from scratch or by
/// repair.
struct Simplex: Sendable {
  private(set) var vertex: Vertex
  private(set) var costs: LexicographicObjectives
  /// Indices of the required constraints that were relaxed, in the order of relaxing.
  private(set) var relaxed: [Int] = []
  /// The index of the first unrelaxable constraint that contradicts those before it or a domain.
  private(set) var contradiction: Int?
  /// Whether the tableau has a row for each constraint.
  private(set) var hasRows = false
  /// Whether the vertex is an optimum with nothing relaxed.
  private(set) var isOptimal = false
  /// Number of pivots so far, in all solves together.
  private(set) var pivots = 0
  /// Number of pivots and flips that the present solve may still take.
  private(set) var workLeft = 0
  /// A number that changes with the basis, its sides and the costs, so that analyses of them can be
  /// cached.
  private(set) var revision = 0

  /// Creates a simplex without rows.
  ///
  /// - Parameters:
  ///   - domains: The domain of each variable; shape `[variables]`.
  ///   - freedomOrder: The variables in the order in which their distances from zero are minimized.
  init(domains: [VariableDomain], freedomOrder: [Int]) {
    vertex = Vertex(domains: domains)
    costs = LexicographicObjectives(freedomOrder: freedomOrder)
  }

  /// Appends the row of a constraint, if the rows have been made.
  mutating func append(_ constraint: LinearConstraint) {
    if hasRows { vertex.append(constraint) }
  }

  /// Sets the count of pivots to that of the state that this one replaces.
  mutating func takeOver(pivots: Int) { self.pivots = pivots }

  /// Makes the next solve start from scratch.
  mutating func forgetOptimum() { isOptimal = false }

  // MARK: From scratch

  /// Solves from scratch: accepts the required constraints one by one, then optimizes.
  ///
  /// - Parameter work: Maximum number of pivots and flips.
  /// - Returns: Whether that number sufficed; `false` also if there is a `contradiction`.
  mutating func solveFromNothing(_ table: ConstraintTable, work: Int) -> Bool {
    workLeft = work
    revision += 1
    isOptimal = false
    hasRows = true
    vertex.reset(table)
    costs.removeAll()
    relaxed = []
    contradiction = nil
    for index in table.requiredInOrder() { accept(index, table) }
    guard contradiction == nil else { return false }
    for index in relaxed {
      vertex.apply(
        .residual(table.constraints[index].relation, error: .cost(level: 0)),
        to: vertex.symbol(index))
    }
    for index in table.constraints.indices where table.active[index] {
      if case .preferred = table.constraints[index].strength {
        vertex.apply(table.rules(of: index), to: vertex.symbol(index))
      }
    }
    for symbol in vertex.tableau.rowSymbols {
      vertex.apply(vertex.sides[Int(symbol)], to: Int(symbol))
    }
    rebuildCosts()
    optimize()
    isOptimal = workLeft > 0 && relaxed.isEmpty
    return workLeft > 0
  }

  /// Accepts a required constraint, or relaxes it if it contradicts those accepted before.
  private mutating func accept(_ index: Int, _ table: ConstraintTable) {
    vertex.apply(table.rules(of: index), to: vertex.symbol(index))
    guard !restoreFeasibility() else { return }
    if table.unrelaxable[index], contradiction == nil { contradiction = index }
    vertex.apply(.unrestricted, to: vertex.symbol(index))
    relaxed.append(index)
    _ = restoreFeasibility()
  }

  private mutating func rebuildCosts() {
    costs.rebuild(vertex)
    revision += 1
  }

  // MARK: Repair

  /// Repairs the last optimum after constraints were switched on or off or their constants changed.
  ///
  /// If a change loosens the system, the last point remains feasible, and the primal simplex
  /// continues. If it tightens the system or changes a constant, the reduced costs remain optimal,
  /// and the dual simplex continues. So neither requires a first phase.
  ///
  /// - Returns: `false` if a required constraint contradicts others, or the work limit is reached.
  mutating func repair(_ table: ConstraintTable, work: Int) -> Bool {
    workLeft = work
    isOptimal = false
    var tightened: [Int] = []
    var loosened = false
    for index in table.changedConstraints()
    where table.rules(of: index) != vertex.sides[vertex.symbol(index)] {
      if table.active[index], table.constraints[index].strength == .required {
        tightened.append(index)
      } else {
        vertex.apply(table.rules(of: index), to: vertex.symbol(index))
        loosened = true
      }
    }
    if loosened {
      rebuildCosts()
      optimize()
    }
    var costEnds = false
    for index in tightened {
      let old = vertex.sides[vertex.symbol(index)]
      costEnds = costEnds || old.negative.level != nil || old.positive.level != nil
      vertex.apply(table.rules(of: index), to: vertex.symbol(index))
    }
    vertex.update(constants: table.constants)
    guard restoreFeasibility() else { return false }
    if costEnds {
      // A preference became required: its error, now zero, had a cost until here.
      rebuildCosts()
      optimize()
    }
    isOptimal = workLeft > 0
    return isOptimal
  }

  // MARK: Primal simplex

  /// Moves from a feasible point to the lexicographic optimum by the primal simplex.
  ///
  /// Bland's rule (the entering and leaving symbols of smallest number) prevents cycles.
  ///
  /// - Parameter stopAtStep: Length in points; the first longer step is the last one.
  /// - Returns: Whether it stopped because of a long step.
  @discardableResult
  private mutating func optimize(stopAtStep: Double = .infinity) -> Bool {
    while workLeft > 0, let direction = improvingDirection() {
      let step = move(direction)
      if step > stopAtStep { return true }
    }
    return false
  }

  /// The improving direction whose entering symbol has the smallest number; `nil` at an optimum.
  private func improvingDirection() -> Direction? {
    var best: Direction?
    var bestSymbol = Int.max
    for column in 0..<vertex.variableCount {
      let symbol = Int(vertex.tableau.columnSymbols[column])
      guard symbol < bestSymbol else { continue }
      for sign in [1, -1] where vertex.sides[symbol].rule(sign) != .forbidden {
        let direction = Direction(column: column, sign: sign)
        if let first = costs.firstRate(vertex, direction), first.rate < 0 {
          best = direction
          bestSymbol = symbol
          break
        }
      }
    }
    return best
  }

  /// Moves along an improving direction to the breakpoint at which it stops improving.
  ///
  /// - Returns: The length of the step, in points; infinite if there is no such breakpoint.
  private mutating func move(_ direction: Direction) -> Double {
    while let (row, step) = vertex.blockingRow(direction) {
      if vertex.mayFlip(row) {
        flip(row)
        if let first = costs.firstRate(vertex, direction), first.rate < 0 { continue }
        flip(row)
      }
      pivot(row: row, direction, step: step)
      return step
    }
    // Every objective is a sum of distances, so an improving direction meets a breakpoint. If
    // rounding errors hide it, the solve ends as stalled. Only the objective of the search for a
    // second optimum can be unbounded.
    workLeft = 0
    return .infinity
  }

  /// Changes the side of a row's symbol to the opposite one.
  private mutating func flip(_ row: Int) {
    workLeft -= 1
    revision += 1
    costs.add(row, of: vertex, times: -1)
    vertex.flip(row)
    costs.add(row, of: vertex, times: 1)
  }

  /// Exchanges a row's basic symbol, which becomes zero, with the non-basic one of a direction.
  private mutating func pivot(row: Int, _ direction: Direction, step: Double) {
    pivots += 1
    workLeft -= 1
    revision += 1
    costs.add(row, of: vertex, times: -1)
    vertex.pivot(row: row, direction, step: step)
    costs.substitute(vertex, row: row, column: direction.column)
    costs.add(row, of: vertex, times: 1)
  }

  // MARK: Dual simplex

  /// Moves from optimal reduced costs to a feasible point, which is then the optimum, by the dual
  /// simplex.
  ///
  /// - Returns: `false` if a required constraint cannot be satisfied; `true` also if the work limit
  ///   is reached.
  private mutating func restoreFeasibility() -> Bool {
    while workLeft > 0, let (row, sign) = violatedRow() {
      let mayFlip = vertex.mayFlip(row)
      if mayFlip, costs.components.isEmpty {
        flip(row)
        continue
      }
      guard let direction = enteringDirection(row, sign) else {
        if mayFlip {
          flip(row)
          continue
        }
        if abs(vertex.tableau.values[row]) > Tolerance.reported { return false }
        // Satisfied but for rounding errors.
        vertex.settle(row)
        continue
      }
      if mayFlip, costs.flipIsCheaper(vertex, row, than: direction) {
        flip(row)
        continue
      }
      let entry = vertex.tableau.entry(row, direction.column)
      pivot(row: row, direction, step: abs(vertex.tableau.values[row] / entry))
    }
    return true
  }

  /// The row of a basic symbol on the wrong side of zero, and the sign of the change that repairs
  /// it.
  ///
  /// With costs, the symbol of the largest violation is chosen. Without costs, while required
  /// constraints are accepted, the one of the smallest number is chosen, which prevents cycles.
  ///
  /// - Returns: `nil` if no symbol is on its wrong side.
  private func violatedRow() -> (row: Int, sign: Int)? {
    var best: (row: Int, sign: Int)?
    var worst = Tolerance.value
    var smallest = Int.max
    for row in 0..<vertex.tableau.rows {
      let value = vertex.tableau.values[row]
      guard abs(value) > Tolerance.value,
        vertex.rowIsFixed[row] || Double(vertex.rowSides[row]) * value < 0
      else { continue }
      let symbol = Int(vertex.tableau.rowSymbols[row])
      if costs.components.isEmpty ? symbol < smallest : abs(value) > worst {
        best = (row, value < 0 ? 1 : -1)
        worst = abs(value)
        smallest = symbol
      }
    }
    return best
  }

  /// The direction that moves a row's symbol toward zero at the lowest cost; `nil` if none is
  /// allowed.
  private func enteringDirection(_ row: Int, _ sign: Int) -> Direction? {
    var best: Direction?
    for column in 0..<vertex.variableCount {
      let entry = vertex.tableau.entry(row, column)
      guard abs(entry) > Tolerance.coefficient else { continue }
      let direction = Direction(column: column, sign: entry * Double(sign) > 0 ? 1 : -1)
      let symbol = Int(vertex.tableau.columnSymbols[column])
      guard vertex.sides[symbol].rule(direction.sign) != .forbidden else { continue }
      guard let known = best else {
        best = direction
        continue
      }
      if costs.isCheaper(vertex, direction, than: known, row: row) { best = direction }
    }
    return best
  }

  // MARK: The face of optima

  /// Searches for another vertex with the same errors, further away than `Tolerance.reported`;
  /// `nil` if none is found.
  ///
  /// - Parameters:
  ///   - weak: The directions that no priority decides; one is followed at a time.
  ///   - work: Maximum number of pivots and flips along a direction.
  ///   - isWanted: Whether to accept a vertex.
  func otherOptimum(
    along weak: [Direction], work: Int, isWanted: (Vertex) -> Bool
  ) -> Vertex? {
    var face = self
    face.workLeft = work
    face.vertex.restrict(to: weak)
    for direction in weak {
      var attempt = face
      attempt.costs.follow(direction, in: attempt.vertex)
      guard attempt.optimize(stopAtStep: Tolerance.reported) else { continue }
      if attempt.workLeft == 0, let way = attempt.improvingDirection() {
        attempt.vertex.goAway(way)
      }
      if isWanted(attempt.vertex) { return attempt.vertex }
    }
    return nil
  }

  // MARK: Checks

  /// Describes an invariant that is violated; `nil` if all hold.
  ///
  /// The invariants: basic symbols are on the side of their value, no direction improves any
  /// objective, and positions agree with rows and columns.
  func invariantViolation() -> String? {
    // Beside numbers of a million points, the last digits of others are rounding errors.
    let largest = vertex.tableau.values.lazy.map { abs($0) }.max() ?? 0
    let noise = Tolerance.reported * max(1, largest * 1e-6)
    for row in 0..<vertex.tableau.rows {
      let symbol = Int(vertex.tableau.rowSymbols[row])
      guard vertex.tableau.row(of: symbol) == row else { return "row \(row) is lost" }
      let value = vertex.tableau.values[row]
      guard abs(value) > noise else { continue }
      if vertex.sides[symbol].isFixed { return "required residual \(symbol) is \(value)" }
      if Double(vertex.rowSides[row]) * value < 0 {
        return "symbol \(symbol) is on its wrong side"
      }
    }
    for column in 0..<vertex.variableCount {
      let symbol = Int(vertex.tableau.columnSymbols[column])
      for sign in [1, -1] where vertex.sides[symbol].rule(sign) != .forbidden {
        if let first = costs.firstRate(vertex, Direction(column: column, sign: sign)),
          first.rate < 0
        {
          return "symbol \(symbol) would improve objective \(first.component)"
        }
      }
    }
    return nil
  }
}

/// A cache of solved simplex states, one for each set of active constraints.
///
/// Costs do not depend on constants. So a state remains optimal for any constants, and the dual
/// simplex makes it feasible, mostly without a pivot. The cache never changes a result, because the
/// optimum is unique.
struct BasisCache: Sendable {
  /// A solved simplex and the set of active constraints that it was solved for.
  struct Entry: Sendable {
    /// Bit set of the active constraints, by index.
    var pattern: [UInt64]
    var simplex: Simplex
    var uniqueness: UniquenessAnalysis
  }

  /// Maximum number of cached states; the oldest is removed first.
  static let capacity = 32
  /// Maximum number of tableau entries of all cached states together, 64 MB; a single state may be
  /// larger.
  static let sizeCapacity = 8_000_000

  private var entries: [Entry] = []

  /// Removes every state; called when constraints were added or their terms or strengths changed.
  mutating func removeAll() { entries.removeAll() }

  /// Stores the present state, and returns the cached state for another set of active constraints.
  ///
  /// - Returns: `nil` if no such state is cached.
  mutating func exchange(_ present: Entry, for pattern: [UInt64]) -> Entry? {
    if let known = entries.firstIndex(where: { $0.pattern == pattern }) {
      let recalled = entries[known]
      // Replaced, so that the caller has the only reference and nothing is copied.
      entries[known] = present
      return recalled
    }
    let room = Self.sizeCapacity / max(1, present.simplex.vertex.tableau.size)
    if entries.count >= max(1, min(room, Self.capacity)) { entries.removeFirst() }
    entries.append(present)
    return nil
  }
}

/// Tolerances: smaller differences are rounding errors.
enum Tolerance {
  /// A position or an error that counts as zero while pivoting, in points.
  static let value = 1e-9
  /// A reduced cost or a tableau entry that counts as zero.
  static let coefficient = 1e-9
  /// The distance above which an error counts as relaxed and a remaining range as ambiguous, 2⁻²⁰
  /// pt.
  static let reported = 0x1p-20
  /// The spacing of the grid of results, 2⁻²⁶ pt.
  static let grid = 0x1p-26
}
