/// The options of a picture.
public struct PictureOptions: Hashable, Sendable {
  /// The optional layers to draw.
  public var layers: PictureLayers
  /// Pixels of the image per point.
  public var scale: Double
  /// Heading above the cell, drawn only with frames; empty for none.
  public var heading: String
  /// Index of the view whose constraints are drawn; the cell must have its determination.
  public var explained: Int?
  /// Limits on the picture's size and number of shapes.
  public var limits: PictureLimits

  /// Creates options.
  public init(
    layers: PictureLayers = .standard, scale: Double = 2, heading: String = "",
    explained: Int? = nil, limits: PictureLimits = PictureLimits()
  ) {
    self.layers = layers
    self.scale = scale
    self.heading = heading
    self.explained = explained
    self.limits = limits
  }
}
