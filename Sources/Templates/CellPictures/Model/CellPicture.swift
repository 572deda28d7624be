public import LayoutPrimitives
public import TextMeasurement

// reason: a plain value; callers may change what is drawn
/// A picture of a laid-out cell.
public struct CellPicture: Hashable, Sendable {
  /// Title of the picture.
  public var title: String
  /// Size of the picture, in points.
  public var size: Size
  /// Pixels of the image per point.
  public var scale: Double
  /// The shapes, from back to front.
  public var shapes: [PictureShape]
  /// The distinct glyph outlines, to which `PlacedGlyph.outline` is an index.
  public var outlines: [GlyphOutline]

  /// Size of the image in pixels, rounded up, at least 1 × 1.
  public var pixels: (width: Int, height: Int) {
    (Self.pixels(size.width, scale), Self.pixels(size.height, scale))
  }

  private static func pixels(_ points: Double, _ scale: Double) -> Int {
    let pixels = (points * scale).rounded(.up)
    return pixels.isFinite ? Int(min(max(pixels, 1), 0x1p40)) : 1
  }
}
