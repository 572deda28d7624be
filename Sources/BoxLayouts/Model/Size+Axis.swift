import LayoutPrimitives

extension Size {
  /// Whether a box has room in this size.
  var isRoom: Bool { width.isRoom && height.isRoom }

  /// Both sides as lengths: 0 for negative numbers and NaN.
  var lengths: Size { Size(width: width.length, height: height.length) }

  /// The size with neither side longer than that of another.
  func within(_ limit: Size) -> Size {
    Size(width: min(width, limit.width), height: min(height, limit.height))
  }

  /// A size from its lengths along and across an axis, in points.
  init(_ axis: Axis, along: Double, across: Double) {
    self =
      axis == .horizontal
      ? Size(width: along, height: across) : Size(width: across, height: along)
  }

  /// The length along an axis, in points.
  func along(_ axis: Axis) -> Double { axis == .horizontal ? width : height }

  /// The length across an axis, in points.
  func across(_ axis: Axis) -> Double { axis == .horizontal ? height : width }
}
