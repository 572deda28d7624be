extension ConstraintSolver {
  /// Names a constraint of one solver, for good: no later constraint ever gets the same name.
  ///
  /// Ascending in document order.
  public struct ConstraintID: Hashable, Sendable, Comparable {
    /// How many constraints were added before it.
    let serial: Int
    /// Where its record is.
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

  /// The record of a constraint, if the solver has it.
  func slot(_ id: ConstraintID) -> Int? {
    guard records.indices.contains(id.slot), records[id.slot].isLive,
      records[id.slot].serial == id.serial
    else { return nil }
    return id.slot
  }

  /// The record of a constraint that was named by a caller.
  func known(_ id: ConstraintID) throws(ConstraintSolverError) -> Int {
    guard let slot = slot(id) else { throw .unknownConstraint(id) }
    return slot
  }

  /// The name of a record's constraint.
  func id(_ slot: Int) -> ConstraintID { ConstraintID(serial: records[slot].serial, slot: slot) }

  /// Whether a record's constraint takes part.
  func isActive(_ slot: Int) -> Bool {
    records[slot].group.map { groups[$0].isActive } ?? true
  }
}

/// What the solver knows of a constraint, wherever its row is at the moment.
struct ConstraintRecord: Sendable {
  var serial: Int
  /// Over the solver's variables, each at most once, no coefficient zero.
  var constraint: LinearConstraint
  var group: Int?
  /// The part that holds it, and its row there.
  var part = 0
  var row = 0
  /// False once it was removed, until the record is used again.
  var isLive = true
}

/// Constraints that are switched together.
struct ConstraintGroup: Sendable {
  var isActive: Bool
  /// In document order.
  var members: [ConstraintSolver.ConstraintID] = []
}
