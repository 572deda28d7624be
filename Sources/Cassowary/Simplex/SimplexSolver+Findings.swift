extension SimplexSolver {
  /// Counts of work done since the solver was made.
  public struct Statistics: Hashable, Sendable {
    /// Number of pivots: exchanges of a basic and a non-basic symbol.
    public var pivots = 0
    /// Number of solves that a compiled program answered.
    public var programEvaluations = 0
    /// Number of solves, after the first few, that no compiled program could answer.
    public var basisMisses = 0
    /// Number of solves with the basis of the last optimum: no pivot, only new values.
    public var evaluations = 0
    /// Number of solves that repaired the last optimum by pivots.
    public var repairs = 0
    /// Number of solves of the simplex from nothing.
    public var coldSolves = 0
    /// Number of solves that a proved guess answered, without the simplex.
    public var crashSolves = 0

    /// Number of all solves.
    public var solves: Int { programEvaluations + evaluations + repairs + coldSolves + crashSolves }

    /// Adds the counts of another solver.
    public static func += (left: inout Statistics, right: Statistics) {
      left.pivots += right.pivots
      left.programEvaluations += right.programEvaluations
      left.basisMisses += right.basisMisses
      left.evaluations += right.evaluations
      left.repairs += right.repairs
      left.coldSolves += right.coldSolves
      left.crashSolves += right.crashSolves
    }
  }

  /// What `solve()` reports of an optimum: relaxed constraints, an ambiguous variable, and ties.
  public struct Solution: Hashable, Sendable {
    /// Indices of the required constraints that were relaxed, in document order.
    public var relaxed: [Int] = []
    /// The index of a variable that no priority decides; `nil` if there is none.
    public var ambiguous: Int?
    /// Indices of the constraints whose own errors decided a tie, in document order.
    public var ties: [Int] = []

    /// Whether the priorities decided everything and nothing was relaxed.
    public var isStrong: Bool { relaxed.isEmpty && ambiguous == nil && ties.isEmpty }
  }
}
