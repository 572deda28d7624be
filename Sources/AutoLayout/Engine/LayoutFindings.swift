import Cassowary

/// The relaxed rows, ties and ambiguity of a layout, over both axes.
struct LayoutFindings {
  /// Indices in `LayoutPlan.rows` of the required rows that were relaxed, ascending.
  let relaxed: [Int]
  /// Indices in `LayoutPlan.rows` of the rows whose own errors decided ties, ascending.
  let ties: [Int]
  /// The first item that a solver reported as ambiguous, and its variable; `nil` for none.
  let ambiguous: (item: Int, variable: ItemVariable)?

  /// Merges the findings of an engine's solvers.
  ///
  /// - Parameter solutions: The solution of each solver.
  init(_ solutions: [SimplexSolver.Solution], _ plan: LayoutPlan) {
    var relaxed: [Int] = []
    var ties: [Int] = []
    var free: (item: Int, variable: ItemVariable)?
    for (solver, found) in solutions.enumerated() {
      let rows = plan.slots.rows[solver]
      relaxed += found.relaxed.map { rows[$0] }
      ties += found.ties.map { rows[$0] }
      guard let index = found.ambiguous,
        let owner = plan.slots.owner(of: Slot(solver: solver, index: index))
      else { continue }
      if free.map({ ($0.item, $0.variable.rawValue) > (owner.item, owner.variable.rawValue) })
        ?? true
      {
        free = owner
      }
    }
    self.relaxed = relaxed.sorted()
    self.ties = ties.sorted()
    ambiguous = free
  }
}
