import LayoutPrimitives

extension Size {
  /// Whether this size has space for a box.
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

extension Insets {
  /// The insets with 0 for those that are negative or not finite.
  var lengths: Insets {
    Insets(
      top: top.finiteLength, leading: leading.finiteLength, bottom: bottom.finiteLength,
      trailing: trailing.finiteLength)
  }

  /// The remaining size inside the insets, in points.
  func room(in size: Size) -> Size {
    Size(
      width: max(0, size.width - leading - trailing), height: max(0, size.height - top - bottom))
  }

  /// The remaining rectangle of a size at the origin: inside it even if the insets are wider.
  func inside(_ size: Size) -> Rect {
    let room = room(in: size)
    return Rect(
      x: min(leading, size.width), y: min(top, size.height), width: room.width,
      height: room.height)
  }

  /// The size around a content, in points.
  func around(_ size: Size) -> Size {
    Size(width: size.width + leading + trailing, height: size.height + top + bottom)
  }
}

extension Double {
  /// A length for arithmetic: 0 for negative numbers and NaN; infinity stays.
  var length: Double { self > 0 ? self : 0 }

  /// A length that is given by name: as `length`, and 0 for infinity.
  var finiteLength: Double { self > 0 && isFinite ? self : 0 }

  /// Whether a side of this length has space for a box.
  var isRoom: Bool { self >= MeasuringPass.leastRoom }
}

/// The equal parts of a length, with spacing between them.
struct EqualShare {
  /// Number of the parts that fit.
  let count: Int
  /// The length of each part, in points.
  let length: Double

  /// Divides a length among the parts that fit with their spacings.
  ///
  /// - Parameters:
  ///   - whole: The length with all spacings, in points; may be infinite.
  ///   - parts: The requested number of parts.
  ///   - spacing: Length between two parts, in points.
  init(of whole: Double, among parts: Int, spacing: Double) {
    guard parts > 0, whole.isRoom else {
      count = 0
      length = 0
      return
    }
    let least = MeasuringPass.leastRoom
    let more = ((whole - least) / (spacing + least)).rounded(.down)
    let fitting = min(Double(parts), more + 1)
    count = Int(fitting)
    length = max(0, (whole - (fitting - 1) * spacing) / fitting)
  }
}
