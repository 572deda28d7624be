public import LayoutPrimitives

/// What is known of a box after it was measured.
public struct MeasuredBox: Hashable, Sendable {
  /// The minimum size, in points.
  public var size: Size
  /// The size that was available, in points; either side may be infinite.
  public var maxSize: Size
  /// Whether there was any room for the box; without it, the box is not arranged.
  public var hasRoom: Bool
  /// Index of the text among those of the tree; -1 for boxes without text.
  var text = -1
  /// Index after the last of the boxes inside.
  var end: Int

  /// Keeps what is known after all boxes inside were measured.
  mutating func finish(_ size: Size, end: Int) {
    self.size = size
    self.end = end
  }
}
