import Cassowary
import LayoutPrimitives

extension LayoutEngine {
  /// Notes a solve: which axis, how it came to its answer, and its pivots.
  func traceSolve(
    _ solver: Int, since start: UInt64, _ before: SimplexSolver.Statistics,
    _ after: SimplexSolver.Statistics
  ) {
    let axis = plan.program == .joined ? "both" : solver == 0 ? "horizontal" : "vertical"
    // A solve with nothing new counts as none of the three.
    let basis =
      if after.coldSolves > before.coldSolves {
        "miss: from nothing"
      } else if after.repairs
        > before.repairs
      { "miss: repaired" } else { "hit" }
    trace?.span(
      "solve", since: start,
      [
        .init("axis", .text(axis)), .init("basis", .text(basis)),
        .init("pivots", .count(after.pivots - before.pivots)),
      ])
  }
}
