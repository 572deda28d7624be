/// Two solutions between which the priorities do not decide.
public struct AlternativeSolutions: Hashable, Sendable {
  /// The variable that is free after all priorities.
  public var variable: Int
  /// The canonical solution; shape `[variables]`.
  public var first: [Double]
  /// Another optimum by the priorities, with another value of `variable`; shape `[variables]`.
  public var second: [Double]
}

extension SimplexSolver {
  /// By how much a variable is moved that nothing bounds, in points.
  static let unboundedMove = 100.0

  /// A variable that can move as far as this counts as unbounded, in points.
  static let boundedReach = 0x1p20

  /// Shows what the last solution left open: the canonical solution and another one.
  ///
  /// Every single error is held, and the free variable is pushed as far from the canonical value
  /// as that allows, away from zero if it can; one that nothing bounds is moved by 100 points.
  /// Works on copies: for diagnostics, never for the hot path.
  ///
  /// - Returns: `nil` if the last solution is not ambiguous.
  public func alternatives() -> AlternativeSolutions? {
    guard let ambiguous = solution.ambiguous else { return nil }
    var copy = self
    guard copy.findsAnswer(afresh: true) else { return nil }
    let first = (0..<variableCount).map(value)
    // At a degenerate vertex the variable that was named may rest while a later one moves.
    for variable in [ambiguous] + freedomOrder {
      if let second = copy.otherOptimum(than: first, moving: variable) {
        return AlternativeSolutions(variable: variable, first: first, second: second)
      }
    }
    return nil
  }

  /// An optimum in which a variable has another value; `nil` if it has only one.
  private func otherOptimum(than first: [Double], moving variable: Int) -> [Double]? {
    let sign = first[variable] < 0 ? -1.0 : 1.0
    for move in [sign, -sign] {
      guard let furthest = optimum(near: first, moving: variable, by: move * Self.boundedReach)
      else { continue }
      let distance = abs(furthest[variable] - first[variable])
      guard distance > Tolerance.reported else { continue }
      if distance < Self.boundedReach / 2 { return furthest }
      if let second = optimum(near: first, moving: variable, by: move * Self.unboundedMove) {
        return second
      }
    }
    return nil
  }

  /// The solution with the same errors in which a variable moved as far as it can, up to a
  /// distance; the rest follows the rule of remaining freedom.
  private func optimum(
    near known: [Double], moving variable: Int, by distance: Double
  ) -> [Double]? {
    var face = SimplexSolver(domains: domains, freedomOrder: freedomOrder)
    face.pivotLimit = pivotLimit
    for index in table.constraints.indices where table.active[index] {
      face.add(constraintWithItsError(index))
    }
    face.add(
      LinearConstraint(
        [Term(variable, 1)], .equal, known[variable] + distance, strength: .preferred(999)))
    guard face.findsAnswer(), face.solution.relaxed.isEmpty else { return nil }
    return (0..<variableCount).map(face.value)
  }

  /// A constraint as a required one that keeps the error it has in the tableau.
  ///
  /// The optima are convex and each single error is the same in all of them, so a residual that
  /// is an error never changes its side.
  private func constraintWithItsError(_ index: Int) -> LinearConstraint {
    let source = table.constraints[index]
    // The tableau's value has not gone through the grid of results.
    let residual = simplex.vertex.value(variableCount + index)
    let isError =
      switch source.relation {
      case .equal: abs(residual) > Tolerance.reported
      case .greaterOrEqual: residual < -Tolerance.reported
      case .lessOrEqual: residual > Tolerance.reported
      }
    return isError
      ? LinearConstraint(source.terms, .equal, constant(index) + residual)
      : LinearConstraint(source.terms, source.relation, constant(index))
  }
}
