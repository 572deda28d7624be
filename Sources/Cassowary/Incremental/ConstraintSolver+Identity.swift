extension ConstraintSolver {
  /// Names a constraint of one solver, for good: no later constraint ever gets the same name.
  ///
  /// Ascending in document order.
  public struct ConstraintID: Hashable, Sendable, Comparable {
    /// How many constraints were added before it.
    let serial: Int
    /// Where it is among the records.
    let slot: Int

    /// Whether the first comes earlier in document order.
    public static func < (first: Self, second: Self) -> Bool { first.serial < second.serial }
  }

  /// Names a group of constraints of one solver.
  public struct GroupID: Hashable, Sendable, Comparable {
    let index: Int

    /// Whether the first was added earlier.
    public static func < (first: Self, second: Self) -> Bool { first.index < second.index }
  }

  /// A variable whose value is suggested from outside, again and again.
  public struct EditVariable: Hashable, Sendable {
    /// The variable.
    public let variable: Int
    /// The equality that holds it at the suggested value.
    public let constraint: ConstraintID
  }

  /// The slot of a constraint that was named by a caller.
  func known(_ id: ConstraintID) throws(ConstraintSolverError) -> Int {
    guard let slot = records.slot(id) else { throw .unknownConstraint(id) }
    return slot
  }
}
