/// How large a scene may grow; numbers beyond are refused with an error that names the limit.
public struct SceneLimits: Hashable, Sendable {
  /// Items, the root and the guides of stacks included.
  public var items = 2_000
  /// Constraints in the scene at once.
  public var constraints = 20_000
  /// The longest distance and largest factor, in points; either sign.
  public var largestNumber = 1e6
  /// Rows of removed constraints that are kept for terms that come back.
  public var spareRows = 1_000

  /// Creates the default limits.
  public init() {}
}
