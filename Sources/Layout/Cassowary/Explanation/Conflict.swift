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
  /// The members cannot all be satisfied. If any one of them is removed, the others can be. The
  /// domains of the variables are always satisfied.
  public var members: [Int]
  /// The minimum error of `constraint`, in points, if all constraints that were accepted before
  /// `constraint` are satisfied.
  public var leastError: Double
}

extension SimplexSolver {
  /// Finds the constraints that a relaxed one contradicts.
  ///
  /// The search begins with the tableau row that proves the contradiction. A deletion filter in
  /// document order makes the set irreducible. The result does not depend on earlier solves. The
  /// search is slow, works on copies and is intended for diagnostics.
  ///
  /// - Parameter relaxed: The index of a constraint in `solution.relaxed`. Constants and active
  ///   constraints must not have changed since that solve.
  /// - Returns: The conflict; `nil` if the constraint was not relaxed in the last solve.
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
    // Reached only if the error is close to the tolerance.
    return Conflict(
      constraint: relaxed, members: whole.irreducibleSet() ?? all.sorted(),
      leastError: proof?.leastError ?? Tolerance.reported)
  }

  /// Lists the constraints that were accepted before a relaxed constraint and share variables with
  /// it, directly or through other constraints; in the order of acceptance.
  private func constraintsAcceptedBefore(_ relaxed: Int) -> [Int] {
    let order = table.requiredInOrder()
    let allRelaxed = Set(solution.relaxed)
    let accepted = order.prefix { $0 != relaxed }.filter { !allRelaxed.contains($0) }
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

/// Decides whether given required constraints of a solver can be satisfied together.
///
/// The probe contains only these constraints and their variables, so its answers do not depend on
/// earlier solves.
struct SatisfiabilityProbe {
  private var solver: SimplexSolver
  /// Indices of the probed constraints in the original solver, in the order of acceptance.
  private let members: [Int]

  /// Copies the given constraints of a solver, and numbers their variables from 0.
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

  /// Proves that the last member contradicts the members before it.
  ///
  /// At the minimum error of the last member, its residual is a row of the tableau. The entries of
  /// this row that are not zero belong to required constraints and domains. Multiples of these add
  /// up to the contradiction.
  ///
  /// - Returns: The indices of the constraints in the proof, including the last member, and the
  ///   minimum error of the last member in points; `nil` if the last member is not relaxed, or
  ///   another member is relaxed too.
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

  /// Removes, in document order, every member that is not needed for the contradiction.
  ///
  /// For most members, the proof gives a point that violates only that member, so the member is
  /// needed. For each of the others, the solver is solved without that member.
  ///
  /// - Returns: An irreducible set in document order; `nil` if all members can be satisfied
  ///   together.
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
  /// Whether a step from the optimum satisfies all constraints except the one at `index`; `false`
  /// proves nothing.
  ///
  /// The relaxed constraint is the last one. The residual of the constraint at `index` moves away
  /// from zero until the last constraint is satisfied. Only the column of the moving residual is
  /// read.
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
