/// The options of a picture.
public struct PictureOptions: Hashable, Sendable {
  /// The layers.
  public var layers: PictureLayers
  /// Pixels per point.
  public var scale: Double
  /// The heading above the cell, shown with frames.
  public var heading: String
  /// The index of the view whose constraints are drawn; it must be explained by the cell.
  public var explained: Int?
  /// The limits.
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
