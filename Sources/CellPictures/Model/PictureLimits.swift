/// How large a picture may become; one beyond a limit is refused.
public struct PictureLimits: Hashable, Sendable {
  /// Greatest width and height, in points.
  public var points: Int
  /// Most pixels of a PNG, width × height; each takes four bytes of memory.
  public var pixels: Int
  /// Most shapes, glyphs among them.
  public var shapes: Int

  /// Creates limits; the defaults are far above any cell that fits a screen.
  public init(points: Int = 20_000, pixels: Int = 50_000_000, shapes: Int = 200_000) {
    self.points = points
    self.pixels = pixels
    self.shapes = shapes
  }

  /// The greatest width and height that cairo draws, in pixels.
  ///
  /// Source: cairo, `cairo-image-surface.c`, `MAX_IMAGE_SIZE`.
  static let cairoExtent = 32_767
}
