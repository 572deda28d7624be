/// An irreducible set of constraints that explains why a required one was relaxed.
///
/// Source: the deletion filter of Chinneck and Dravnieks, "Locating minimal infeasible constraint
/// sets in linear programs", ORSA Journal on Computing 3(2), 1991; the start from a basic
/// certificate of infeasibility, Gleeson and Ryan, ORSA Journal on Computing 2(1), 1990.
public struct Conflict: Hashable, Sendable {
  /// The index of the constraint that was relaxed.
  public var constraint: Int
  /// The indices of an irreducible contradictory set in document order, `constraint` among them.
  ///
  /// The members cannot be satisfied together; without any one of them the others can. The domains
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
  /// search is slow and works on copies: for diagnostics.
  ///
  /// - Parameter relaxed: The index of a constraint in `solution.relaxed`; constants and active
  ///   constraints have to be those of that solve.
  /// - Returns: `nil` where the constraint was not relaxed in the last solve.
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
    // Only where the error is near the tolerance.
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
