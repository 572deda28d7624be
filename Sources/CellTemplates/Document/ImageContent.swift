/// What an image shows.
public struct ImageContent: Hashable, Sendable {
  /// The image's address, with bindings; empty text means that the record has no image.
  public var source: BoundText
  /// Pixel width where the record tells it: the `.width` beside the bound source.
  public var pixelWidth: BoundNumber?
  /// Pixel height where the record tells it: the `.height` beside the bound source.
  public var pixelHeight: BoundNumber?
  /// Pixels per point; the intrinsic size is pixels / scale.
  public var scale: Double

  /// Creates an image's content.
  public init(
    source: BoundText, pixelWidth: BoundNumber?, pixelHeight: BoundNumber?, scale: Double = 1
  ) {
    self.source = source
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.scale = scale
  }
}
