/// The limits of a picture.
public struct PictureLimits: Hashable, Sendable {
  /// Maximum width and maximum height of a picture, in points.
  public var points: Int
  /// Maximum number of pixels of a PNG, at four bytes of memory each.
  public var pixels: Int
  /// Maximum number of shapes, including glyphs.
  public var shapes: Int

  /// Creates limits.
  public init(points: Int = 20_000, pixels: Int = 50_000_000, shapes: Int = 200_000) {
    self.points = points
    self.pixels = pixels
    self.shapes = shapes
  }

  /// Maximum width and height of cairo's images, in pixels.
  ///
  /// Source: cairo, `cairo-image-surface.c`, `MAX_IMAGE_SIZE`.
  static let cairoExtent = 32_767
}
