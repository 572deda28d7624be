/// A rectangle in points, y axis down.
public struct Rect: Hashable, Sendable {
  /// Left edge, in points.
  public var x: Double
  /// Top edge, in points.
  public var y: Double
  /// Horizontal extent, in points.
  public var width: Double
  /// Vertical extent, in points.
  public var height: Double

  /// Creates a rectangle from its top-left corner and extents, in points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Right edge, in points.
  public var maxX: Double { x + width }
  /// Bottom edge, in points.
  public var maxY: Double { y + height }
}
