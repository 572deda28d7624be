extension ConstraintSolver {
  /// The id of a constraint of one solver, ascending in document order; never reused.
  public struct ConstraintID: Hashable, Sendable, Comparable {
    /// How many constraints were added before it.
    let serial: Int
    /// Its index in the records.
    let slot: Int

    /// Whether the first comes earlier in document order.
    public static func < (first: Self, second: Self) -> Bool { first.serial < second.serial }
  }

  /// The id of a group of constraints of one solver.
  public struct GroupID: Hashable, Sendable, Comparable {
    let index: Int

    /// Whether the first was added earlier.
    public static func < (first: Self, second: Self) -> Bool { first.index < second.index }
  }

  /// A variable for which values are suggested.
  public struct EditVariable: Hashable, Sendable {
    /// The variable.
    public let variable: Int
    /// The equality with the suggested value.
    public let constraint: ConstraintID
  }

  /// The slot of a caller's constraint.
  func known(_ id: ConstraintID) throws(ConstraintSolverError) -> Int {
    guard let slot = records.slot(id) else { throw .unknownConstraint(id) }
    return slot
  }
}
