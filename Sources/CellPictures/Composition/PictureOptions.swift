/// How a cell is drawn.
public struct PictureOptions: Hashable, Sendable {
  /// What is shown.
  public var layers: PictureLayers
  /// Pixels a point.
  public var scale: Double
  /// The heading above the cell; none when it is empty or when frames are not shown.
  public var heading: String
  /// The view whose deciding constraints are drawn, as an index in the template's views; one of those that
  /// the cell was asked to explain.
  public var explained: Int?
  /// How large the picture may become.
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
