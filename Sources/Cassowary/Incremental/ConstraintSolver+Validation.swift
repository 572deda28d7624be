extension ConstraintSolver {
  /// Checks a caller's constraint, and returns it with its terms summed by variable, without zeros.
  func validated(_ source: LinearConstraint) throws(ConstraintSolverError) -> LinearConstraint {
    guard source.constant.isFinite else {
      throw .notFinite(value: "\(source.constant)", variable: nil)
    }
    try validate(source.strength)
    var constraint = source
    constraint.terms.removeAll(keepingCapacity: true)
    for term in source.terms {
      guard values.indices.contains(term.variable) else {
        throw .unknownVariable(term.variable)
      }
      if let known = constraint.terms.firstIndex(where: { $0.variable == term.variable }) {
        constraint.terms[known].coefficient += term.coefficient
      } else {
        constraint.terms.append(term)
      }
    }
    for term in constraint.terms where !term.coefficient.isFinite {
      throw .notFinite(value: "\(term.coefficient)", variable: term.variable)
    }
    constraint.terms.removeAll { $0.coefficient == 0 }
    return constraint
  }

  func validate(_ strength: Strength) throws(ConstraintSolverError) {
    if case .preferred(let priority) = strength, !(1...999).contains(priority) {
      throw .invalidPriority(priority)
    }
  }

  func validate(_ group: GroupID?) throws(ConstraintSolverError) {
    if let group, !records.groups.indices.contains(group.index) { throw .unknownGroup(group) }
  }

  /// Whether a constraint that is to be added could contradict the present ones.
  ///
  /// A preferred one cannot, nor one with a free variable that no other constraint uses.
  func mayContradict(_ constraint: LinearConstraint) -> Bool {
    guard constraint.strength == .required else { return false }
    return !constraint.terms.contains {
      parts.domains[$0.variable] == .free && parts.partsOfVariables[$0.variable] == nil
    }
  }

  /// Describes an invariant of the parts that is violated; `nil` where all hold.
  func structureViolation() -> String? { parts.structureViolation(records) }
}
