extension SimplexSolver {
  /// Solves, and returns whether there is an answer instead of throwing.
  ///
  /// For explanations of an earlier solve, where the error of a repeated solve does not matter.
  ///
  /// - Parameter afresh: Whether to solve from nothing, independently of earlier solves.
  mutating func findsAnswer(afresh: Bool = false) -> Bool {
    do throws(SolverError) {
      if afresh { try solveAfresh() } else { try solve() }
      return true
    } catch {
      return false
    }
  }
}
