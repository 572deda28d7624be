import Cassowary

/// Counts of an engine's work since it was made.
public struct EngineStatistics: Hashable, Sendable {
  /// Number of cells laid out.
  public var layouts = 0
  /// Number of settling passes, in which texts are measured.
  public var passes = 0
  /// Number of text measurements requested from `ContentSizing`.
  public var measurements = 0
  /// Number of solves that a compiled program answered.
  public var programEvaluations = 0
  /// Number of solves, after a solver's first few, that no compiled program could answer.
  public var basisMisses = 0
  /// Number of pivots of the simplex.
  public var pivots = 0
  /// Number of solves that a proved guess answered, without the simplex.
  public var crashSolves = 0
  /// Number of solves of the simplex from nothing.
  public var coldSolves = 0
  /// Number of solves with the basis of the last optimum, without a pivot.
  public var evaluations = 0
  /// Number of solves that repaired the last optimum by pivots.
  public var repairs = 0

  /// Creates statistics with all counts 0.
  public init() {}

  /// Adds the counts of another engine.
  public static func += (left: inout EngineStatistics, right: EngineStatistics) {
    left.layouts += right.layouts
    left.passes += right.passes
    left.measurements += right.measurements
    left.programEvaluations += right.programEvaluations
    left.basisMisses += right.basisMisses
    left.pivots += right.pivots
    left.crashSolves += right.crashSolves
    left.coldSolves += right.coldSolves
    left.evaluations += right.evaluations
    left.repairs += right.repairs
  }

  /// Adds the counts of a solver.
  mutating func add(_ solver: SimplexSolver.Statistics) {
    programEvaluations += solver.programEvaluations
    basisMisses += solver.basisMisses
    pivots += solver.pivots
    crashSolves += solver.crashSolves
    coldSolves += solver.coldSolves
    evaluations += solver.evaluations
    repairs += solver.repairs
  }
}
