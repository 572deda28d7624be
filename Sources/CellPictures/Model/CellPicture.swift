public import LayoutPrimitives
public import TextMeasurement

// reason: a plain value; callers may change what is drawn
/// A picture of a laid-out cell: shapes in the order in which they are drawn, and nothing else.
public struct CellPicture: Hashable, Sendable {
  /// What it shows, in words.
  public var title: String
  /// Its extents, in points.
  public var size: Size
  /// Pixels a point.
  public var scale: Double
  /// What is drawn, from back to front.
  public var shapes: [PictureShape]
  /// The outlines that glyphs share.
  public var outlines: [GlyphOutline]

  /// Its extents in whole pixels, rounded up.
  public var pixels: (width: Int, height: Int) {
    (Self.pixels(size.width, scale), Self.pixels(size.height, scale))
  }

  private static func pixels(_ points: Double, _ scale: Double) -> Int {
    let pixels = (points * scale).rounded(.up)
    return pixels.isFinite ? Int(min(max(pixels, 1), 0x1p40)) : 1
  }
}
