/// Counts of an engine's work since it was made.
public struct EngineStatistics: Hashable, Sendable {
  /// Cells laid out.
  public var layouts = 0
  /// Settling passes: how often texts were handed to `ContentSizing`.
  public var passes = 0
  /// Questions put to `ContentSizing`.
  public var measurements = 0
  /// Pivots of the simplex.
  public var pivots = 0
  /// Solves that began from nothing.
  public var coldSolves = 0
  /// Solves by the basis of the last optimum, without a pivot.
  public var evaluations = 0
  /// Solves that repaired the last optimum by pivots.
  public var repairs = 0

  /// Creates counts of nothing.
  public init() {}

  /// Adds the counts of another engine.
  public static func += (left: inout EngineStatistics, right: EngineStatistics) {
    left.layouts += right.layouts
    left.passes += right.passes
    left.measurements += right.measurements
    left.pivots += right.pivots
    left.coldSolves += right.coldSolves
    left.evaluations += right.evaluations
    left.repairs += right.repairs
  }
}
