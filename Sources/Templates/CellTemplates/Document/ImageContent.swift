/// The content of an image view.
public struct ImageContent: Hashable, Sendable {
  /// The image's URL with bindings; empty for a record without an image.
  public var source: BoundText
  /// The width in pixels from the record, at `.width` of the bound source; `nil` without one.
  public var pixelWidth: BoundNumber?
  /// The height in pixels from the record, at `.height` of the bound source; `nil` without one.
  public var pixelHeight: BoundNumber?
  /// Pixels of the image per point of its intrinsic size.
  public var scale = 1.0
}
