/// The limits of a scene; errors name the limit that is exceeded.
public struct SceneLimits: Hashable, Sendable {
  /// Maximum number of items, including the root and the guides of stacks.
  public var items = 2_000
  /// Maximum number of constraints.
  public var constraints = 20_000
  /// Maximum absolute value of distances, in points, and of multipliers.
  public var largestNumber = 1e6
  /// Maximum number of spare rows: those of removed constraints, kept for constraints with equal
  /// terms when rows are sorted.
  public var spareRows = 1_000

  /// Creates the default limits.
  public init() {}
}
