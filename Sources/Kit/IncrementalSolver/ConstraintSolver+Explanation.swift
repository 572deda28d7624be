public import Cassowary

extension ConstraintSolver {
  /// Counts of the work of a solver or of one of its parts.
  public typealias Statistics = SimplexSolver.Statistics

  /// A choice between constraints of the same priority, decided by document order.
  public struct ConstraintTie: Hashable, Sendable {
    /// The constraint that document order prefers: its error is minimized before the errors of its
    /// rivals.
    public var constraint: ConstraintID
    /// The priority of the tied constraints, 1...999.
    public var priority: Int
    /// Constraints of the same priority whose errors would be smaller if the error of `constraint`
    /// were larger, in document order.
    public var rivals: [ConstraintID]
  }

  /// Counts of the work of all parts since the solver was made.
  public var statistics: Statistics {
    var sum = parts.retired
    for part in parts.parts where part.isBuilt { sum += part.solver.statistics }
    return sum
  }

  /// The smallest index of a variable that the last `solve()` reported as ambiguous; `nil` if there
  /// is none.
  ///
  /// A variable without constraints is also ambiguous.
  public var ambiguous: Int? {
    let unused = parts.partsOfVariables.firstIndex { $0 == nil }
    let others = parts.parts.compactMap { part in
      part.solver.solution.ambiguous.map { part.variables[$0] }
    }
    return (others + (unused.map { [$0] } ?? [])).min()
  }

  /// The constraints that won a tie by document order at the last `solve()`, in document order.
  public var ties: [ConstraintID] {
    parts.parts.flatMap { part in part.solver.solution.ties.compactMap { part.rows[$0] } }.sorted()
  }

  /// Lists the ties that document order decided at the last `solve()`, with their rivals.
  ///
  /// The search is slow, works on copies and is intended for diagnostics.
  public func explainTies() -> [ConstraintTie] {
    let ties = parts.parts.flatMap { part in
      part.solver.ties().compactMap { tie in
        part.rows[tie.constraint].map {
          ConstraintTie(
            constraint: $0, priority: tie.priority, rivals: tie.rivals.compactMap { part.rows[$0] })
        }
      }
    }
    return ties.sorted { $0.constraint < $1.constraint }
  }

  /// Returns two solutions for an ambiguous `solve()`: the canonical solution and another one.
  ///
  /// The solutions differ only in variables of the part that contains `ambiguous`. The search is
  /// slow, works on copies and is intended for diagnostics.
  ///
  /// - Returns: `nil` if the last solution is not ambiguous, or no second solution was found.
  public func alternatives() -> AlternativeSolutions? {
    guard let variable = ambiguous else { return nil }
    let first = Array(values)
    var second = first
    guard let part = parts.partsOfVariables[variable].map({ parts.parts[$0] }) else {
      second[variable] += SimplexSolver.unboundedMove
      return AlternativeSolutions(variable: variable, first: first, second: second)
    }
    guard let local = part.solver.alternatives() else { return nil }
    for (index, variable) in part.variables.enumerated() {
      second[variable] = local.second[index]
    }
    return AlternativeSolutions(
      variable: part.variables[local.variable], first: first, second: second)
  }

  /// Lists the constraints on whose constants the value of a variable depends.
  ///
  /// The search is slow, works on a copy and is intended for diagnostics.
  ///
  /// - Returns: The ids of active constraints, in document order.
  /// - Throws: `ConstraintSolverError.unknownVariable` if there is no such variable.
  public func constraintsAffecting(
    _ variable: Int
  ) throws(ConstraintSolverError) -> [ConstraintID] {
    guard values.indices.contains(variable) else { throw .unknownVariable(variable) }
    return parts.constraintsAffecting(variable, records)
  }
}
