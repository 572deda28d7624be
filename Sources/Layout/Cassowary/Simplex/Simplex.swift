/// The simplex method for strictly ordered objectives; finds the unique optimum from scratch or by
/// repair.
struct Simplex: Sendable {
  private(set) var vertex: Vertex
  private(set) var costs: LexicographicObjectives
  /// Indices of the required constraints that were relaxed, in the order of relaxing.
  private(set) var relaxed: [Int] = []
  /// The index of the first unrelaxable constraint that contradicts a domain or earlier unrelaxable
  /// constraints; `nil` if there is none.
  private(set) var contradiction: Int?
  /// Whether the tableau has a row for each constraint; the first solve makes the rows.
  private(set) var hasRows = false
  /// Whether the vertex is an optimum and no constraint is relaxed.
  private(set) var isOptimal = false
  /// Number of pivots of all solves so far.
  private(set) var pivots = 0
  /// Number of pivots and flips that the current solve may still take.
  private(set) var workLeft = 0
  /// A number that changes when the basis, the sides or the costs change; analyses of these are
  /// cached under it.
  private(set) var revision = 0
  /// The columns that no sum of errors decides; temporary storage of `improvingDirection`.
  private var undecided = ColumnRates()

  /// Creates a simplex without rows.
  ///
  /// - Parameters:
  ///   - domains: The domain of each variable; shape `[variables]`.
  ///   - freedomOrder: The variables in the order in which their distances from zero are minimized.
  init(domains: [VariableDomain], freedomOrder: [Int]) {
    vertex = Vertex(domains: domains)
    costs = LexicographicObjectives(freedomOrder: freedomOrder)
  }

  /// Appends the row of a constraint if `hasRows`; otherwise does nothing.
  mutating func append(_ constraint: LinearConstraint) {
    if hasRows { vertex.append(constraint) }
  }

  /// Sets the count of pivots to the count of the state that this state replaces.
  mutating func continueCount(pivots: Int) { self.pivots = pivots }

  /// Makes the next solve start from scratch.
  mutating func forgetOptimum() { isOptimal = false }

  // MARK: Solving from scratch

  /// Solves from scratch: accepts the required constraints one by one, then optimizes.
  ///
  /// - Parameter work: Maximum number of pivots and flips.
  /// - Returns: Whether there is an optimum; `false` if `work` did not suffice or there is a
  ///   `contradiction`.
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

  /// Accepts a required constraint, or relaxes it if it contradicts constraints accepted before.
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
  /// If a change loosens the system, the last point is still feasible, and the primal simplex
  /// continues from it. If a change tightens the system or changes a constant, the reduced costs
  /// are still optimal, and the dual simplex continues. So no change requires a new search for a
  /// feasible point.
  ///
  /// - Returns: `false` if a required constraint contradicts others, or the work limit is reached;
  ///   then solve from scratch.
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
      // A preference became required. Its error is zero now, but it had a cost until here.
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
  /// - Parameter stopAtStep: Length of a step in points; the first step that is longer ends the
  ///   search.
  /// - Returns: Whether a long step ended the search.
  @discardableResult
  private mutating func optimize(stopAtStep: Double = .infinity) -> Bool {
    while workLeft > 0, let direction = improvingDirection() {
      let step = move(direction)
      if step > stopAtStep { return true }
    }
    return false
  }

  /// The improving direction whose entering symbol has the smallest number; `nil` at an optimum.
  private mutating func improvingDirection() -> Direction? {
    var best: Direction?
    var bestSymbol = Int.max
    undecided.removeAll()
    for column in 0..<vertex.variableCount {
      let symbol = Int(vertex.tableau.columnSymbols[column])
      guard symbol < bestSymbol else { continue }
      for sign in [1, -1] where vertex.sides[symbol].rule(sign) != .forbidden {
        let direction = Direction(column: column, sign: sign)
        guard let first = costs.firstSumRate(vertex, direction) else {
          // Single errors decide, about the other sign too.
          undecided.append(column)
          break
        }
        if first.rate < 0 {
          best = direction
          bestSymbol = symbol
          break
        }
      }
    }
    undecided.keep { vertex.tableau.columnSymbols[$0] < bestSymbol }
    costs.findRowRates(vertex, of: &undecided)
    for (index, column) in undecided.columns.enumerated() {
      let symbol = Int(vertex.tableau.columnSymbols[column])
      guard symbol < bestSymbol else { continue }
      for sign in [1, -1] where vertex.sides[symbol].rule(sign) != .forbidden {
        let direction = Direction(column: column, sign: sign)
        let first =
          costs.firstSumRate(vertex, direction)
          ?? costs.firstRate(vertex, direction, rows: undecided[index])
        if let first, first.rate < 0 {
          best = direction
          bestSymbol = symbol
          break
        }
      }
    }
    return best
  }

  /// Moves along an improving direction up to the breakpoint after which it no longer improves.
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
    // Every objective is a sum of distances, so an improving direction reaches a breakpoint. If
    // rounding errors hide the breakpoint, the solve ends as stalled. Only one objective can be
    // unbounded: that of the search for a second optimum.
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

  /// Exchanges a row's basic symbol, which becomes zero, with the non-basic symbol of a direction.
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

  /// Moves from optimal reduced costs to a feasible point by the dual simplex; that point is the
  /// optimum.
  ///
  /// - Returns: `false` if a required constraint cannot be satisfied; `true` if the point is
  ///   feasible or the work limit is reached.
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
        // Satisfied except for rounding errors.
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
  /// If there are costs, the symbol with the largest violation is chosen. While required
  /// constraints are accepted, there are no costs, and the symbol with the smallest number is
  /// chosen, which prevents cycles.
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

  /// The direction that moves a row's symbol toward zero at the lowest cost; `nil` if no direction
  /// is allowed.
  private func enteringDirection(_ row: Int, _ sign: Int) -> Direction? {
    var best: Direction?
    for column in 0..<vertex.variableCount {
      let entry = vertex.tableau.entry(row, column)
      guard abs(entry) > Tolerance.coefficient else { continue }
      let direction = Direction(column: column, sign: entry * Double(sign) > 0 ? 1 : -1)
      let symbol = Int(vertex.tableau.columnSymbols[column])
      guard vertex.sides[symbol].rule(direction.sign) != .forbidden else { continue }
      guard let current = best else {
        best = direction
        continue
      }
      if costs.isCheaper(vertex, direction, than: current, row: row) { best = direction }
    }
    return best
  }

  // MARK: Other optima

  /// Searches for another vertex with the same errors, more than `Tolerance.reported` away; `nil`
  /// if none is found.
  ///
  /// - Parameters:
  ///   - weak: The directions that no priority decides; they are followed one at a time.
  ///   - work: Maximum number of pivots and flips along a direction.
  ///   - isWanted: Returns whether to accept a vertex.
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

  /// Describes the first invariant that is violated; `nil` if none is.
  ///
  /// The invariants: every basic symbol is on the side that its value requires, no direction
  /// improves an objective, and `positions` agrees with rows and columns.
  func invariantViolation() -> String? {
    // If the largest number is near a million points, rounding errors affect the last digits of the
    // others.
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

/// A cache of solved simplex states, one per set of active constraints.
///
/// Costs do not depend on constants. So the reduced costs of a state stay optimal for any
/// constants, and the dual simplex makes the state feasible, usually without a pivot. The cache
/// never changes a result, because the optimum is unique.
struct BasisCache: Sendable {
  /// A solved simplex, and the set of active constraints for which it was solved.
  struct Entry: Sendable {
    /// Bit set of the active constraints, by index.
    var pattern: [UInt64]
    var simplex: Simplex
    var uniqueness: UniquenessAnalysis
  }

  /// Maximum number of cached states; the oldest is removed first.
  static let capacity = 32
  /// Maximum number of tableau entries of all cached states together, 64 MB; one state alone may be
  /// larger.
  static let sizeCapacity = 8_000_000

  private var entries: [Entry] = []

  /// Removes every state; called after constraints were added or their terms or strengths changed.
  mutating func removeAll() { entries.removeAll() }

  /// Stores the current state, and returns the cached state for another set of active constraints.
  ///
  /// - Returns: `nil` if there is no cached state for that set; the current state is stored anyway.
  mutating func exchange(_ present: Entry, for pattern: [UInt64]) -> Entry? {
    if let index = entries.firstIndex(where: { $0.pattern == pattern }) {
      let recalled = entries[index]
      // The entry is replaced, so that the caller has the only reference and nothing is copied.
      entries[index] = present
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
  /// A value or an error, in points, that counts as zero while pivoting.
  static let value = 1e-9
  /// A reduced cost or a tableau entry that counts as zero.
  static let coefficient = 1e-9
  /// The distance above which an error is reported as relaxed, and a range of values as ambiguous:
  /// 2⁻²⁰ points.
  static let reported = 0x1p-20
  /// The spacing of the grid to which results are rounded: 2⁻²⁶ points.
  static let grid = 0x1p-26
}
