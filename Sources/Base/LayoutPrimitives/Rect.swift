/// A position in points, in a coordinate system whose y axis points down.
public struct Point: Hashable, Sendable {
  /// Distance to the right of the origin, in points.
  public var x: Double
  /// Distance below the origin, in points.
  public var y: Double

  /// Creates a point from its coordinates, in points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// Horizontal extent, in points.
  public var width: Double
  /// Vertical extent, in points.
  public var height: Double

  /// Creates a size from its extents, in points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size 0 × 0.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in points, in a coordinate system whose y axis points down.
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

  /// What just contains both rectangles; one without an area does not count.
  package func containing(_ other: Rect) -> Rect {
    if width <= 0 || height <= 0 { return other }
    if other.width <= 0 || other.height <= 0 { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// Distances inwards from the four edges of a rectangle, in points.
///
/// The layout direction decides whether the leading edge is the left or the right one.
public struct Insets: Hashable, Sendable {
  /// Distance from the top edge, in points.
  public var top: Double
  /// Distance from the leading edge, in points.
  public var leading: Double
  /// Distance from the bottom edge, in points.
  public var bottom: Double
  /// Distance from the trailing edge, in points.
  public var trailing: Double

  /// Creates insets from the distance at each edge, in points.
  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates equal insets on all four edges, in points.
  public init(all inset: Double) {
    self.init(top: inset, leading: inset, bottom: inset, trailing: inset)
  }
}

/// One of the two axes of a layout.
public enum Axis: Int, Hashable, Sendable, CaseIterable {
  /// The x axis: widths, leading and trailing edges.
  case horizontal
  /// The y axis: heights, top and bottom edges, baselines.
  case vertical
}

/// The direction of text, which also decides which edge is the leading one.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// The leading edge is the left one.
  case leftToRight = "ltr"
  /// The leading edge is the right one.
  case rightToLeft = "rtl"
}
