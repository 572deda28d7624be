/// A line height: a multiple of the font's own, clamped to two bounds.
public struct LineHeight: Hashable, Sendable {
  /// Factor of the font's own line height.
  public var multiple = 1.0
  /// Minimum line height, in points, or `nil` for none.
  public var minimum: Double?
  /// Maximum line height, in points, or `nil` for none.
  public var maximum: Double?
}
