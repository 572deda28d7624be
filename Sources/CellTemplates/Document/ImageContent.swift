/// The content of an image.
public struct ImageContent: Hashable, Sendable {
  /// The image's address with bindings, empty for a record without an image.
  public var source: BoundText
  /// Pixel width from the record: the `.width` of the bound source.
  public var pixelWidth: BoundNumber?
  /// Pixel height from the record: the `.height` of the bound source.
  public var pixelHeight: BoundNumber?
  /// Pixels per point of the intrinsic size.
  public var scale = 1.0
}
