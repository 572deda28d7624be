public import LayoutPrimitives

/// The part of an environment that conditions may read.
public struct ConditionEnvironment: Hashable, Sendable {
  /// Width of the cell, in points.
  public var width: Double
  /// Display scale, in pixels per point.
  public var scale = 3.0
  /// The user's text size.
  public var sizeCategory = SizeCategory.large
  /// Direction of leading edges.
  public var direction = LayoutDirection.leftToRight
  /// Locale, as written in the environment.
  public var locale = "en"
  /// The state, or `nil` for a template without states.
  public var state: String?

  /// The same at another width, in points.
  func with(width: Double) -> ConditionEnvironment {
    var other = self
    other.width = width
    return other
  }
}
