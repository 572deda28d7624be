import Cassowary
import LayoutPrimitives

extension LayoutEngine {
  /// Notes a solve: which axis, how it came to its answer, and its pivots.
  func traceSolve(
    _ solver: Int, since start: UInt64, _ before: SimplexSolver.Statistics,
    _ after: SimplexSolver.Statistics
  ) {
    let axis = plan.program == .joined ? "both" : solver == 0 ? "horizontal" : "vertical"
    let basis: String
    if after.coldSolves > before.coldSolves {
      basis = "miss: from nothing"
    } else if after.repairs > before.repairs {
      basis = "miss: repaired"
    } else if after.evaluations > before.evaluations {
      basis = "miss: same basis"
    } else {
      // A compiled program held, or nothing had changed since the last solve.
      basis = "hit"
    }
    trace?.span(
      "solve", since: start,
      [
        .init("axis", .text(axis)), .init("basis", .text(basis)),
        .init("pivots", .count(after.pivots - before.pivots)),
      ])
  }
}
