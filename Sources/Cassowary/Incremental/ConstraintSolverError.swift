/// Why a `ConstraintSolver` refused a change, or a solve has no answer.
public enum ConstraintSolverError: Error, Hashable, Sendable {
  /// The required constraints would contradict each other.
  case contradiction(ConstraintSolver.Contradiction)
  /// A constant or a suggested value (`variable` is `nil`) or a coefficient is not finite.
  case notFinite(value: String, variable: Int?)
  /// There is no variable with this index.
  case unknownVariable(Int)
  /// The constraint was removed, or belongs to another solver.
  case unknownConstraint(ConstraintSolver.ConstraintID)
  /// The group belongs to another solver.
  case unknownGroup(ConstraintSolver.GroupID)
  /// The priority is outside 1...999, or 1...1000 where required is allowed.
  case invalidPriority(Int)
  /// The simplex has no answer.
  case noAnswer(SolverError)
}

extension ConstraintSolverError: CustomStringConvertible {
  /// The error as one sentence for a person.
  public var description: String {
    switch self {
    case .contradiction(let contradiction):
      contradiction.description
    case .notFinite(let value, let variable?):
      "the coefficient of variable \(variable) is \(value): it has to be a finite number"
    case .notFinite(let value, nil):
      "the constant of a constraint is \(value): it has to be a finite number"
    case .unknownVariable(let variable):
      "there is no variable \(variable): add it before the constraints that use it"
    case .unknownConstraint(let id):
      "constraint \(id.serial) is not in this solver: it was removed, or belongs to another one"
    case .unknownGroup(let id):
      "group \(id.index) is not in this solver: it belongs to another one"
    case .invalidPriority(let priority):
      "priority \(priority) is out of range: use 1 to 999, or a required constraint"
    case .noAnswer(let error):
      error.description
    }
  }
}

extension ConstraintSolver {
  /// A set of required constraints that cannot all hold.
  public struct Contradiction: Hashable, Sendable, CustomStringConvertible {
    /// The first required constraint, in document order, that contradicts those before it.
    ///
    /// The constraint that was added or changed may come before it.
    public var constraint: ConstraintID
    /// An irreducible set of contradictory constraints in document order, `constraint` among them.
    ///
    /// A refused constraint has the id that it would have got.
    public var members: [ConstraintID]
    /// The constraint of each member, as it would be after the refused change; shape `[members]`.
    public var constraints: [LinearConstraint]
    /// The minimum error of `constraint` while the constraints before it hold, in points.
    public var leastError: Double

    /// The error as one sentence for a person.
    public var description: String {
      let others = members.filter { $0 != constraint }.map { "\($0.serial)" }
      let rest =
        others.isEmpty
        ? "what its variables may be" : "constraint \(others.joined(separator: ", "))"
      return
        "constraint \(constraint.serial) contradicts \(rest) by at least \(leastError) points: "
        + "change or remove one of them, or give one a priority below 1000"
    }
  }
}

extension ConstraintSolver.Contradiction {
  /// Explains why a constraint of a part was relaxed, with the ids of the solver; `nil` where it
  /// was not relaxed.
  init?(of relaxed: Int, in part: ConnectedParts.Part, _ records: ConstraintRecords) {
    guard let conflict = part.solver.conflict(of: relaxed), let constraint = part.rows[relaxed]
    else { return nil }
    members = conflict.members.compactMap { part.rows[$0] }
    constraints = members.map { records[$0.slot] }
    self.constraint = constraint
    leastError = conflict.leastError
  }
}
