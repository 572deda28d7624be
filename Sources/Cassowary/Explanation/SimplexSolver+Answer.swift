extension SimplexSolver {
  /// Solves, and tells whether there is an answer.
  ///
  /// For explanations: the error that matters is that of the solve which is explained.
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
