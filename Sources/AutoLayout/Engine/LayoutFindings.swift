import Cassowary

/// What solvers found out about a layout besides values, in document order over both axes.
struct LayoutFindings {
  /// Required rows that had to give.
  let relaxed: [Int]
  /// Rows at which document order decided a tie.
  let ties: [Int]
  /// What the rows left free: the first item of it, and its first variable.
  let ambiguous: (item: Int, variable: ItemVariable)?

  /// - Parameter solutions: That of each solver.
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
