import LayoutPrimitives

extension Rect {
  /// The size of the rectangle, in points.
  var size: Size { Size(width: width, height: height) }

  /// A rectangle of a size at the origin.
  init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  /// A rectangle at the beginning across an axis, and at an offset along it, in points.
  init(_ axis: Axis, offset: Double, along: Double, across: Double) {
    self =
      axis == .horizontal
      ? Rect(x: offset, y: 0, width: along, height: across)
      : Rect(x: 0, y: offset, width: across, height: along)
  }
}
