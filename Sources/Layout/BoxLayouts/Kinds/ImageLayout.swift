public import LayoutPrimitives

/// A box for a picture with a given size, or for a picture that fills the available space.
public struct ImageLayout: Layout {
  /// The size of the picture, in points; `nil` to fill the available space.
  public let size: Size?
  /// The alignment of the box in the available space.
  public let alignment: Alignment
  /// How readily the box is stretched and compressed, compared with its neighbors.
  public let flexibility: Flexibility
  /// The view that shows the picture.
  public let view: ViewDescription?

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - source: The address of the picture.
  ///   - size: The size of the picture, in points; `nil` to fill the available space.
  ///   - alignment: The alignment of the picture in the available space. By default, a picture
  ///     without a size fills the space, and a picture with a size is centered. `aspectFit` scales
  ///     a picture with a size to fit.
  ///   - flexibility: How readily the picture is stretched and compressed. By default, only a
  ///     picture without a size is flexible.
  ///   - reuseID: The name under which the picture's view is reused; `nil` for a new view every
  ///     time.
  ///   - tag: A number that the caller chooses.
  public init(
    source: String, size: Size? = nil, alignment: Alignment? = nil,
    flexibility: Flexibility? = nil, reuseID: String? = nil, tag: Int = 0
  ) {
    self.size = size.map { Size(width: $0.width.finiteLength, height: $0.height.finiteLength) }
    self.alignment = alignment ?? (size == nil ? .fill : .center)
    self.flexibility = flexibility ?? (size == nil ? .flexible : .inflexible)
    self.view = ViewDescription(reuseID: reuseID, content: .image(source), tag: tag)
  }

  /// Returns the size of the picture, or 0 × 0 for a picture without a size.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size { size ?? .zero }
}
