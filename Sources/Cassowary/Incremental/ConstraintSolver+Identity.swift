extension ConstraintSolver {
  /// The id of a constraint of one solver, ascending in document order; never reused.
  public struct ConstraintID: Hashable, Sendable, Comparable {
    /// Number of constraints that were added to the solver before this one.
    let serial: Int
    /// Index of the constraint in `ConstraintRecords.records`.
    let slot: Int

    /// Whether the first constraint comes earlier in document order.
    public static func < (first: Self, second: Self) -> Bool { first.serial < second.serial }
  }

  /// The id of a group of constraints of one solver, ascending in the order of addition.
  public struct GroupID: Hashable, Sendable, Comparable {
    let index: Int

    /// Whether the first group was added earlier.
    public static func < (first: Self, second: Self) -> Bool { first.index < second.index }
  }

  /// An edit: a variable, and the constraint that holds it at the suggested value.
  public struct EditVariable: Hashable, Sendable {
    /// The index of the variable.
    public let variable: Int
    /// The id of the constraint that the variable equals the suggested value.
    public let constraint: ConstraintID
  }

  /// The slot of the constraint with an id from a caller.
  ///
  /// - Throws: `ConstraintSolverError.unknownConstraint` where the constraint was removed.
  func known(_ id: ConstraintID) throws(ConstraintSolverError) -> Int {
    guard let slot = records.slot(id) else { throw .unknownConstraint(id) }
    return slot
  }
}
