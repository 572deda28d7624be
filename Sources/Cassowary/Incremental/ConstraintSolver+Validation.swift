extension ConstraintSolver {
  /// A constraint with its terms summed up variable by variable, none of them zero.
  func validated(_ source: LinearConstraint) throws(ConstraintSolverError) -> LinearConstraint {
    guard source.constant.isFinite else {
      throw .notFinite(value: "\(source.constant)", variable: nil)
    }
    try validate(source.strength)
    var constraint = source
    constraint.terms.removeAll(keepingCapacity: true)
    for term in source.terms {
      guard domains.indices.contains(term.variable) else {
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
    if let group, !groups.indices.contains(group.index) { throw .unknownGroup(group) }
  }

  /// Whether a new constraint could contradict those that are there.
  ///
  /// It cannot with a free variable of its own, which takes any value it needs.
  func mayContradict(_ constraint: LinearConstraint) -> Bool {
    guard constraint.strength == .required else { return false }
    return !constraint.terms.contains {
      domains[$0.variable] == .free && partsOfVariables[$0.variable] == nil
    }
  }

  /// What is wrong with the parts; `nil` when every invariant holds.
  ///
  /// Each constraint is in the row it says it is, with all of its variables in that part, and each
  /// variable is in exactly the part it says it is.
  func structureViolation() -> String? {
    for slot in records.indices where records[slot].isLive {
      let (part, row) = (records[slot].part, records[slot].row)
      guard parts.indices.contains(part), parts[part].rows.indices.contains(row),
        parts[part].rows[row] == id(slot)
      else { return "constraint \(records[slot].serial) is not in its row" }
      for term in records[slot].constraint.terms
      where partsOfVariables[term.variable] != part {
        return "variable \(term.variable) is not in the part of its constraint"
      }
    }
    var count = 0
    for part in parts.indices {
      let dead = parts[part].rows.count { $0 == nil }
      guard dead == parts[part].deadRows else { return "part \(part) miscounts its dead rows" }
      guard dead < parts[part].rows.count || parts[part].rows.isEmpty else {
        return "part \(part) holds nothing but dead rows"
      }
      count += parts[part].rows.count - dead
      for (local, variable) in parts[part].variables.enumerated() {
        guard partsOfVariables[variable] == part,
          !parts[part].isBuilt || localVariables[variable] == local
        else { return "variable \(variable) is not where part \(part) has it" }
      }
    }
    return count == constraintCount ? nil : "\(constraintCount) constraints have \(count) rows"
  }
}
