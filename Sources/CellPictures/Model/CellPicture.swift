public import LayoutPrimitives
public import TextMeasurement

// reason: a plain value; callers may change what is drawn
/// A picture of a laid-out cell.
public struct CellPicture: Hashable, Sendable {
  /// The title.
  public var title: String
  /// The size, in points.
  public var size: Size
  /// Pixels per point.
  public var scale: Double
  /// The shapes, from back to front.
  public var shapes: [PictureShape]
  /// The outlines of glyphs.
  public var outlines: [GlyphOutline]

  /// The size in pixels, rounded up.
  public var pixels: (width: Int, height: Int) {
    (Self.pixels(size.width, scale), Self.pixels(size.height, scale))
  }

  private static func pixels(_ points: Double, _ scale: Double) -> Int {
    let pixels = (points * scale).rounded(.up)
    return pixels.isFinite ? Int(min(max(pixels, 1), 0x1p40)) : 1
  }
}
