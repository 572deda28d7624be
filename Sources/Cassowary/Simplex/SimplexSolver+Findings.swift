extension SimplexSolver {
  /// Counts of work done since the solver was made.
  public struct Statistics: Hashable, Sendable {
    /// Exchanges of a basic and a non-basic symbol.
    public var pivots = 0
    /// Solves that a compiled program answered, without looking at the tableau.
    public var programEvaluations = 0
    /// Solves for which no compiled program held, although there could have been one.
    public var basisMisses = 0
    /// Solves whose optimum had the basis of the last one: no pivot, only new values.
    public var evaluations = 0
    /// Solves that repaired the last optimum by pivots.
    public var repairs = 0
    /// Solves of the simplex that began from nothing.
    public var coldSolves = 0
    /// Solves that a proved guess answered, without the simplex.
    public var crashSolves = 0

    /// All solves.
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

  /// What `solve()` found out about the optimum.
  public struct Solution: Hashable, Sendable {
    /// Required constraints that had to give, in document order.
    public var relaxed: [Int] = []
    /// The variable that was still free after all priorities, if there is one.
    public var ambiguous: Int?
    /// Constraints at whose errors a tie was decided that the sums of all priorities left open, in
    /// document order.
    public var ties: [Int] = []

    /// Whether the priorities alone decided everything and nothing had to give.
    public var isStrong: Bool { relaxed.isEmpty && ambiguous == nil && ties.isEmpty }
  }
}
