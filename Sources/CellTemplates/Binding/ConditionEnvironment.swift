public import LayoutPrimitives

/// The part of an environment that conditions may ask.
public struct ConditionEnvironment: Hashable, Sendable {
  /// Width of the cell, in points.
  public var width: Double
  /// Pixels per point.
  public var scale: Double
  /// The user's text size.
  public var sizeCategory: SizeCategory
  /// Direction of leading edges.
  public var direction: LayoutDirection
  /// Locale, as the environment writes it.
  public var locale: String
  /// The state; `nil` for a template without states.
  public var state: String?

  /// Creates an environment; the defaults are those of the environment notation.
  public init(
    width: Double, scale: Double = 3, sizeCategory: SizeCategory = .large,
    direction: LayoutDirection = .leftToRight, locale: String = "en", state: String? = nil
  ) {
    self.width = width
    self.scale = scale
    self.sizeCategory = sizeCategory
    self.direction = direction
    self.locale = locale
    self.state = state
  }
}
