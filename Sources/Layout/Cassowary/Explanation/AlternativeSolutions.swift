/// Two optimal solutions of an ambiguous system; the priorities do not decide between them.
public struct AlternativeSolutions: Hashable, Sendable {
  /// The index of the ambiguous variable.
  public var variable: Int
  /// The values of all variables in the canonical solution; shape `[variables]`.
  public var first: [Double]
  /// The values of all variables in another solution, in which `variable` has another value; shape
  /// `[variables]`.
  public var second: [Double]

  package init(variable: Int, first: [Double], second: [Double]) {
    (self.variable, self.first, self.second) = (variable, first, second)
  }
}

extension SimplexSolver {
  /// Distance by which an unbounded ambiguous variable is moved, in points.
  package static let unboundedMove = 100.0

  /// Distance by which an ambiguous variable is moved as a trial, in points.
  ///
  /// A variable that moves at least half this distance counts as unbounded.
  static let boundedReach = 0x1p20

  /// Returns two solutions of an ambiguous system: the canonical solution and another one.
  ///
  /// The error of every constraint is fixed, and the ambiguous variable is moved as far as
  /// possible, preferably away from zero. An unbounded variable is moved by 100 points. The search
  /// is slow, works on copies and is intended for diagnostics.
  ///
  /// - Returns: The two solutions; `nil` if the last solution is not ambiguous, or no second
  ///   solution was found.
  public func alternatives() -> AlternativeSolutions? {
    guard let ambiguous = solution.ambiguous else { return nil }
    var copy = self
    guard copy.findsAnswer(afresh: true) else { return nil }
    let first = (0..<variableCount).map(value)
    // At a degenerate vertex, the reported variable may be fixed although a later variable can
    // move.
    for variable in [ambiguous] + freedomOrder {
      if let second = copy.otherOptimum(than: first, moving: variable) {
        return AlternativeSolutions(variable: variable, first: first, second: second)
      }
    }
    return nil
  }

  /// Finds an optimum in which a variable has a value other than its value in `first`; `nil` if
  /// there is no such optimum.
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

  /// Finds an optimum in which a variable is as close as possible to its known value plus a
  /// distance in points; `nil` if there is no answer.
  private func optimum(
    near values: [Double], moving variable: Int, by distance: Double
  ) -> [Double]? {
    var face = SimplexSolver(domains: domains, freedomOrder: freedomOrder)
    face.pivotLimit = pivotLimit
    for index in table.constraints.indices where table.active[index] {
      face.add(constraintWithItsError(index))
    }
    face.add(
      LinearConstraint(
        [Term(variable, 1)], .equal, values[variable] + distance, strength: .preferred(999)))
    guard face.findsAnswer(), face.solution.relaxed.isEmpty else { return nil }
    return (0..<variableCount).map(face.value)
  }

  /// Creates a required copy of a constraint that keeps the constraint's current error.
  ///
  /// The set of optima is convex, and the error of each constraint is the same in all optima. So a
  /// residual that is an error never changes its side.
  private func constraintWithItsError(_ index: Int) -> LinearConstraint {
    let source = table.constraints[index]
    // The value in the tableau is not rounded to the grid.
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
