/// The grid to whose pixels the edges of frames are rounded; results are numbers of these pixels.
///
/// Edges are rounded, not sizes, and halves are rounded up. So a label whose height is a whole
/// number of pixels keeps this height, even if its top is at half a pixel. Before that, values are
/// rounded to 2⁻¹⁶ pixel, so that floating-point errors do not decide which pixel is chosen.
public struct PixelGrid: Hashable, Sendable {
  /// Pixels per point: the scale of the display, or 64 under `css` rules.
  public let stepsPerPoint: Double

  /// Creates a grid with a number of pixels per point.
  public init(stepsPerPoint: Double) {
    self.stepsPerPoint = stepsPerPoint
  }

  /// The pixel to which an edge is rounded: ⌊round(edge · stepsPerPoint · 2¹⁶)/2¹⁶ + ½⌋.
  ///
  /// - Parameter edge: Coordinate of the edge, in points.
  public func pixel(ofEdge edge: Double) -> Int {
    Self.clamped((Self.quantized(edge * stepsPerPoint) + 0.5).rounded(.down))
  }

  /// Number of pixels that cover an extent: ⌈round(extent · stepsPerPoint · 2¹⁶)/2¹⁶⌉.
  ///
  /// - Parameter extent: Height or width of a text, in points.
  public func pixels(coveringExtent extent: Double) -> Int {
    Self.clamped(Self.quantized(extent * stepsPerPoint).rounded(.up))
  }

  /// Rounds an extent up to whole pixels; both are in points.
  public func roundedUp(_ extent: Double) -> Double {
    points(pixels(coveringExtent: extent))
  }

  /// Rounds an extent in points down to whole pixels: ⌊round(extent · stepsPerPoint · 2¹⁶)/2¹⁶⌋.
  ///
  /// - Returns: The rounded extent, in points; an extent that is not finite is returned unchanged.
  public func roundedDown(_ extent: Double) -> Double {
    guard extent.isFinite else { return extent }
    return Self.quantized(extent * stepsPerPoint).rounded(.down) / stepsPerPoint
  }

  /// The last pixel edge at or above an offset: the greatest n for which `points(n) <= offset`.
  ///
  /// - Parameter offset: Offset in points; a greater offset is further down.
  /// - Returns: The number of the pixel edge; `Int.min` for NaN. Beyond ±2⁵² it is `Int.max` or
  ///   `Int.min`.
  public func lastPixel(atOrAbove offset: Double) -> Int {
    let estimate = (offset * stepsPerPoint).rounded(.down)
    guard abs(estimate) < 0x1p52 else { return estimate > 0 ? .max : .min }
    let pixel = Int(estimate)
    // Rounding may have moved the product past a whole number.
    if points(pixel + 1) <= offset { return pixel + 1 }
    return points(pixel) <= offset ? pixel : pixel - 1
  }

  /// Converts a number of pixels to points.
  public func points(_ pixels: Int) -> Double {
    Double(pixels) / stepsPerPoint
  }

  /// Rounds the four edges of a rectangle in points to pixels.
  public func snap(_ rect: Rect) -> PixelRect {
    let left = pixel(ofEdge: rect.x)
    let top = pixel(ofEdge: rect.y)
    return PixelRect(
      x: left, y: top,
      width: pixel(ofEdge: rect.maxX) - left, height: pixel(ofEdge: rect.maxY) - top)
  }

  /// Rounds a number of pixels to a multiple of 2⁻¹⁶; halves are rounded up.
  private static func quantized(_ pixels: Double) -> Double {
    (pixels * 65536 + 0.5).rounded(.down) / 65536
  }

  /// Clamps a value to the range of Int32, the type in stores; 0 for infinities and NaN.
  private static func clamped(_ value: Double) -> Int {
    guard value.isFinite else { return 0 }
    return Int(min(max(value, -2_147_483_648), 2_147_483_647))
  }
}

/// A rectangle in pixels of a `PixelGrid`, in a coordinate system whose y axis points down.
public struct PixelRect: Hashable, Sendable {
  /// Left edge, in pixels.
  public var x: Int
  /// Top edge, in pixels.
  public var y: Int
  /// Horizontal extent, in pixels.
  public var width: Int
  /// Vertical extent, in pixels.
  public var height: Int

  /// Creates a rectangle from its top-left corner and extents, in pixels.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
