/// Lists the constraints on which the values of an optimum depend.
///
/// The optimum is solved from scratch once. At a degenerate vertex, the listed constraints are
/// those whose residuals this solve makes non-basic. The list is intended for diagnostics.
public struct SolutionDependencies {
  private let solver: SimplexSolver

  /// Solves a copy of a solver with its current constants and active constraints.
  ///
  /// - Returns: `nil` if the solver finds no answer.
  public init?(_ solver: SimplexSolver) {
    var copy = solver
    guard copy.findsAnswer(afresh: true) else { return nil }
    self.solver = copy
  }

  /// Lists the constraints on whose constants a sum of variables depends.
  ///
  /// A constraint whose contributions cancel in the sum is not listed.
  ///
  /// - Parameter sum: The terms of the sum, over variables of the solver.
  /// - Returns: Indices of active constraints, in document order; empty if no constraint decides
  ///   the variables, which are then zero.
  public func constraintsAffecting(_ sum: [Term]) -> [Int] {
    let tableau = solver.simplex.vertex.tableau
    let rows = sum.compactMap { term in
      tableau.row(of: term.variable).map { (row: $0, coefficient: term.coefficient) }
    }
    // Each value is the sum, over the non-basic residuals, of entry × constant.
    var result: [Int] = []
    for column in 0..<solver.variableCount {
      let symbol = Int(tableau.columnSymbols[column])
      guard symbol >= solver.variableCount else { continue }
      let rate = rows.reduce(0) { $0 + $1.coefficient * tableau.entry($1.row, column) }
      if abs(rate) > Tolerance.coefficient { result.append(symbol - solver.variableCount) }
    }
    return result.sorted()
  }
}

extension SimplexSolver {
  /// Lists the constraints on whose constants the value of a variable depends.
  ///
  /// The solver is copied and solved for each call; for many variables use one
  /// `SolutionDependencies`.
  ///
  /// - Parameter variable: The index of a variable of the solver.
  /// - Returns: Indices of active constraints, in document order; empty if no constraint decides
  ///   the variable, or if there is no answer.
  public func constraintsAffecting(_ variable: Int) -> [Int] {
    SolutionDependencies(self)?.constraintsAffecting([Term(variable, 1)]) ?? []
  }
}
