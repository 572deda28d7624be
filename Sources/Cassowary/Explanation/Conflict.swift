/// Why a required constraint had to give: a smallest set of constraints that cannot all hold.
///
/// Source: the deletion filter of Chinneck and Dravnieks, "Locating minimal infeasible constraint
/// sets in linear programs", ORSA Journal on Computing 3(2), 1991; the start from a basic
/// certificate of infeasibility, Gleeson and Ryan, ORSA Journal on Computing 2(1), 1990.
public struct Conflict: Hashable, Sendable {
  /// The constraint that was relaxed.
  public var constraint: Int
  /// An irreducible set in document order, with `constraint` in it.
  ///
  /// Together its members cannot be met, without any one of them the rest can. What variables may
  /// be is always held.
  public var members: [Int]
  /// The least error of `constraint` while those accepted before it are held, in points.
  public var leastError: Double
}

extension SimplexSolver {
  /// Finds the constraints that a relaxed one contradicts.
  ///
  /// The search begins with the row of the tableau that proves the contradiction. A deletion
  /// filter in document order makes it irreducible. Works on copies: for diagnostics, never for
  /// the hot path. The answer does not depend on what was solved before.
  ///
  /// - Parameter relaxed: A constraint in `solution.relaxed`; constants and switches are those of
  ///   that solve.
  /// - Returns: `nil` if it was not relaxed in the last solve.
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
    // Only noise at the edge of what counts as an error can bring us here.
    return Conflict(
      constraint: relaxed, members: whole.irreducibleSet() ?? all.sorted(),
      leastError: proof?.leastError ?? Tolerance.reported)
  }

  /// The required constraints that were accepted before one and are connected with it, in the
  /// order in which they were accepted.
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
