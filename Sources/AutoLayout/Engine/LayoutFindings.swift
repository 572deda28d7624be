import Cassowary

/// The findings of the solvers about a layout, in document order over both axes.
struct LayoutFindings {
  /// Required rows that were relaxed, as indices in the plan.
  let relaxed: [Int]
  /// Rows whose single errors decided ties, as indices in the plan.
  let ties: [Int]
  /// The first ambiguous item, and its first ambiguous variable.
  let ambiguous: (item: Int, variable: ItemVariable)?

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
