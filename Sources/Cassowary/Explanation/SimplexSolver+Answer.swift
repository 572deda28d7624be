extension SimplexSolver {
  /// Solves, and tells whether there is an answer.
  ///
  /// For explanations: what has no answer has none either, and why stands in the error of the solve
  /// that was to be explained.
  mutating func findsAnswer() -> Bool {
    do throws(SolverError) {
      try solve()
      return true
    } catch {
      return false
    }
  }

  /// The same from nothing, whatever was solved before.
  mutating func findsAnswerAfresh() -> Bool {
    do throws(SolverError) {
      try solveAfresh()
      return true
    } catch {
      return false
    }
  }
}
