public import LayoutPrimitives

/// A box for a picture.
public struct ImageLayout: Layout {
  /// The size of the picture, in points; `nil` for one that is as large as its room.
  public let size: Size?
  /// How the box places itself in its room.
  public let alignment: Alignment
  /// How readily the box is stretched and compressed, compared with its neighbors.
  public let flexibility: Flexibility
  /// The view with the picture.
  public let view: ViewDescription?

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - source: The address of the picture.
  ///   - size: Its size, in points; `nil` for one that is as large as its room.
  ///   - alignment: How the picture places itself in its room; by default it fills the room without
  ///     a size, and is in the middle otherwise. `aspectFit` scales it to the room.
  ///   - flexibility: How readily it is stretched and compressed; by default only without a size.
  ///   - reuseID: The name by which its view is found again.
  ///   - tag: A number of the caller's.
  public init(
    source: String, size: Size? = nil, alignment: Alignment? = nil,
    flexibility: Flexibility? = nil, reuseID: String? = nil, tag: Int = 0
  ) {
    self.size = size.map { Size(width: $0.width.finiteLength, height: $0.height.finiteLength) }
    self.alignment = alignment ?? (size == nil ? .fill : .center)
    self.flexibility = flexibility ?? (size == nil ? .flexible : .inflexible)
    self.view = ViewDescription(reuseID: reuseID, content: .image(source), tag: tag)
  }

  /// The size of the picture, and 0 × 0 without one.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size { size ?? .zero }
}
