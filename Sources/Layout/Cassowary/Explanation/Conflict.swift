/// An irreducible set of constraints that explains why a required one was relaxed.
///
/// Source: the deletion filter of Chinneck and Dravnieks, "Locating minimal infeasible constraint
/// sets in linear programs", ORSA Journal on Computing 3(2), 1991; the start from a basic
/// certificate of infeasibility, Gleeson and Ryan, ORSA Journal on Computing 2(1), 1990.
public struct Conflict: Hashable, Sendable {
  /// The index of the constraint that was relaxed.
  public var constraint: Int
  /// The indices of an irreducible contradictory set in document order, including `constraint`.
  ///
  /// The members cannot be satisfied together. Without any one of them the others can. The domains
  /// of the variables always hold.
  public var members: [Int]
  /// The minimum error of `constraint` while the constraints accepted before it hold, in points.
  public var leastError: Double
}

extension SimplexSolver {
  /// Finds the constraints that a relaxed one contradicts.
  ///
  /// The search begins with the row of the tableau that proves the contradiction. A deletion filter
  /// in document order makes the set irreducible. The answer does not depend on earlier solves. The
  /// search is slow and works on copies. It is intended for diagnostics.
  ///
  /// - Parameter relaxed: The index of a constraint in `solution.relaxed`; constants and active
  ///   constraints must be those of that solve.
  /// - Returns: `nil` if the constraint was not relaxed in the last solve.
  public func conflict(of relaxed: Int) -> Conflict? {
    guard solution.relaxed.contains(relaxed) else { return nil }
    let all = constraintsAcceptedBefore(relaxed) + [relaxed]
    var whole = SatisfiabilityProbe(self, of: all)
    let proof = whole.proof()
    if let certificate = proof?.members {
      var probe = SatisfiabilityProbe(self, of: certificate)
      if let members = probe.irreducibleSet() {
        return Conflict(constraint: relaxed, members: members, leastError: proof?.leastError ?? 0)
      }
    }
    // Reached only if the error is near the tolerance.
    return Conflict(
      constraint: relaxed, members: whole.irreducibleSet() ?? all.sorted(),
      leastError: proof?.leastError ?? Tolerance.reported)
  }

  /// Lists the constraints that were accepted before a relaxed one and share variables with it,
  /// directly or through others, in the order of acceptance.
  private func constraintsAcceptedBefore(_ relaxed: Int) -> [Int] {
    let order = table.requiredInOrder()
    let hadToGive = Set(solution.relaxed)
    let accepted = order.prefix { $0 != relaxed }.filter { !hadToGive.contains($0) }
    var users = [[Int]](repeating: [], count: variableCount)
    for index in accepted {
      for term in table.constraints[index].terms { users[term.variable].append(index) }
    }
    var isConnected = [Bool](repeating: false, count: constraintCount)
    var toVisit = [relaxed]
    while let index = toVisit.popLast() {
      for term in table.constraints[index].terms {
        for user in users[term.variable] where !isConnected[user] {
          isConnected[user] = true
          toVisit.append(user)
        }
        users[term.variable] = []
      }
    }
    return accepted.filter { isConnected[$0] }
  }
}

/// Decides whether some of a solver's required constraints can be satisfied together.
///
/// The probe contains only these constraints and their variables, so its answers do not depend on
/// earlier solves.
struct SatisfiabilityProbe {
  private var solver: SimplexSolver
  /// Indices of the probed constraints in the source solver, in the order of acceptance.
  private let members: [Int]

  /// Copies some constraints of a solver, and numbers the variables they use from 0.
  init(_ source: SimplexSolver, of members: [Int]) {
    self.members = members
    var numbers = [Int?](repeating: nil, count: source.variableCount)
    let used = Set(members.flatMap { source.table.constraints[$0].terms.map(\.variable) }).sorted()
    for (number, variable) in used.enumerated() { numbers[variable] = number }
    solver = SimplexSolver(domains: used.map { source.domains[$0] })
    solver.pivotLimit = source.pivotLimit
    for member in members {
      var constraint = source.table.constraints[member]
      constraint.constant = source.table.constants[member]
      constraint.terms = constraint.terms.compactMap { term in
        numbers[term.variable].map { Term($0, term.coefficient) }
      }
      solver.add(constraint)
    }
  }

  /// Proves that the last member contradicts those before it.
  ///
  /// At the least error of the last member, the tableau row of its residual has entries only for
  /// the required constraints and domains whose multiples add up to the contradiction.
  ///
  /// - Returns: The indices of the constraints in the proof, including the last member, and the
  ///   minimum error of the last member in points; `nil` if there is no contradiction, or there is
  ///   another one as well.
  mutating func proof() -> (members: [Int], leastError: Double)? {
    let last = members.count - 1
    guard solver.findsAnswer(afresh: true), solver.solution.relaxed == [last],
      let row = solver.simplex.vertex.tableau.row(of: solver.variableCount + last)
    else { return nil }
    let tableau = solver.simplex.vertex.tableau
    var rows = [last]
    for column in 0..<solver.variableCount {
      let symbol = Int(tableau.columnSymbols[column])
      if symbol >= solver.variableCount,
        abs(tableau.entry(row, column)) > Tolerance.coefficient
      {
        rows.append(symbol - solver.variableCount)
      }
    }
    let grid = Tolerance.grid
    let error = (abs(tableau.values[row]) / grid).rounded() * grid
    return (rows.sorted().map { members[$0] }, error)
  }

  /// Removes, in document order, every member without which the others still contradict each other.
  ///
  /// For most members the proof itself gives a point that violates only that member. For the others
  /// one solver is switched from subset to subset.
  ///
  /// - Returns: An irreducible set in document order; `nil` if all can be satisfied together.
  mutating func irreducibleSet() -> [Int]? {
    guard solver.findsAnswer(afresh: true), !solver.solution.relaxed.isEmpty
    else { return nil }
    let proved = solver
    var kept: [Int] = []
    var left: Int?
    for row in members.indices.sorted(by: { members[$0] < members[$1] }) {
      if proved.canMeetAll(except: row) {
        kept.append(members[row])
        continue
      }
      if let left { solver.setActive(left, true) }
      left = nil
      solver.setActive(row, false)
      if !solver.findsAnswer() || solver.solution.relaxed.isEmpty {
        kept.append(members[row])
        left = row
      }
    }
    return kept
  }
}

extension SimplexSolver {
  /// Whether a step from the optimum satisfies all constraints except one; `false` proves nothing.
  ///
  /// The last constraint is the relaxed one. The residual of the constraint at `index` moves away
  /// from zero until the last one is satisfied. Only the column of that residual is read.
  fileprivate func canMeetAll(except index: Int) -> Bool {
    let last = constraintCount - 1
    let (vertex, tableau) = (simplex.vertex, simplex.vertex.tableau)
    guard solution.relaxed == [last] else { return false }
    if index == last { return true }
    let position = Int(tableau.positions[variableCount + index])
    guard position < 0, let lastRow = tableau.row(of: variableCount + last) else { return false }
    let column = -1 - position
    let entry = tableau.entry(lastRow, column)
    guard abs(entry) > 1e-6 else { return false }
    let step = -tableau.values[lastRow] / entry
    for row in 0..<tableau.rows where row != lastRow {
      let value = tableau.values[row] + step * tableau.entry(row, column)
      let sides = vertex.sides[Int(tableau.rowSymbols[row])]
      if value < -Tolerance.value, sides.negative == .forbidden { return false }
      if value > Tolerance.value, sides.positive == .forbidden { return false }
    }
    return true
  }
}
