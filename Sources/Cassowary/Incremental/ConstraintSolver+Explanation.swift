extension ConstraintSolver {
  /// Counts of work done, over all parts.
  public typealias Statistics = SimplexSolver.Statistics

  /// A choice within one priority that no other priority made either, so that document order did.
  public struct ConstraintTie: Hashable, Sendable {
    /// The constraint whose error was kept as small as it is because it comes first.
    public var constraint: ConstraintID
    /// The priority at which the choice was made, 1...999.
    public var priority: Int
    /// Constraints of the same priority that pay for it, in document order.
    public var rivals: [ConstraintID]
  }

  /// Counts of work done.
  public var statistics: Statistics {
    var sum = parts.retired
    for part in parts.parts where part.isBuilt { sum += part.solver.statistics }
    return sum
  }

  /// The first variable that was still free after all priorities at the last `solve()`.
  public var ambiguous: Int? {
    let unused = parts.partsOfVariables.firstIndex { $0 == nil }
    let others = parts.parts.compactMap { part in
      part.solver.solution.ambiguous.map { part.variables[$0] }
    }
    return (others + (unused.map { [$0] } ?? [])).min()
  }

  /// The constraints at whose errors the last `solve()` decided a tie, in document order.
  public var ties: [ConstraintID] {
    parts.parts.flatMap { part in part.solver.solution.ties.compactMap { part.rows[$0] } }.sorted()
  }

  /// Lists the ties that the last `solve()` decided by document order, with those that lost them.
  ///
  /// Works on copies: for diagnostics, never for the hot path.
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

  /// Shows what the last `solve()` left open: the canonical solution and another one.
  ///
  /// They differ in the part of `ambiguous` only. Works on copies: for diagnostics, never for the
  /// hot path.
  ///
  /// - Returns: `nil` if the last solution is not ambiguous.
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
  /// - Returns: Active constraints in document order. Works on a copy: for diagnostics, never for
  ///   the hot path.
  /// - Throws: `ConstraintSolverError.unknownVariable`.
  public func constraintsAffecting(
    _ variable: Int
  ) throws(ConstraintSolverError) -> [ConstraintID] {
    guard values.indices.contains(variable) else { throw .unknownVariable(variable) }
    return parts.constraintsAffecting(variable, records)
  }
}
