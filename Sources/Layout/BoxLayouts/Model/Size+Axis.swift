import LayoutPrimitives

extension Size {
  /// Whether a box can be measured in this size.
  var isRoom: Bool { width.isRoom && height.isRoom }

  /// The size with 0 in place of negative numbers and NaN.
  var lengths: Size { Size(width: width.length, height: height.length) }

  /// The size reduced so that neither side is longer than the same side of `limit`.
  func within(_ limit: Size) -> Size {
    Size(width: min(width, limit.width), height: min(height, limit.height))
  }

  /// Creates a size from its lengths along and across an axis, in points.
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

  /// Creates a rectangle of a size at the origin.
  init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  /// Creates a rectangle at an offset along an axis and at 0 across it, in points.
  init(_ axis: Axis, offset: Double, along: Double, across: Double) {
    self =
      axis == .horizontal
      ? Rect(x: offset, y: 0, width: along, height: across)
      : Rect(x: 0, y: offset, width: across, height: along)
  }
}

extension Insets {
  /// The insets with 0 in place of negative and non-finite numbers.
  var lengths: Insets {
    Insets(
      top: top.finiteLength, leading: leading.finiteLength, bottom: bottom.finiteLength,
      trailing: trailing.finiteLength)
  }

  /// The size that the insets leave of a size, in points; never negative.
  func room(in size: Size) -> Size {
    Size(
      width: max(0, size.width - leading - trailing), height: max(0, size.height - top - bottom))
  }

  /// The rectangle that the insets leave of a size, whose top-left corner is the origin, in points.
  ///
  /// It lies within the size, even if the insets are larger.
  func inside(_ size: Size) -> Rect {
    let room = room(in: size)
    return Rect(
      x: min(leading, size.width), y: min(top, size.height), width: room.width,
      height: room.height)
  }

  /// The size of the content plus the insets, in points.
  func around(_ size: Size) -> Size {
    Size(width: size.width + leading + trailing, height: size.height + top + bottom)
  }
}

extension Double {
  /// The number as a length: 0 for negative numbers and NaN; infinity is allowed.
  var length: Double { self > 0 ? self : 0 }

  /// The number as a finite length: 0 for negative numbers, NaN and infinity.
  var finiteLength: Double { self > 0 && isFinite ? self : 0 }

  /// Whether a box can be measured in this length.
  var isRoom: Bool { self >= MeasuringPass.minimumRoom }
}

/// The division of a length into equal parts with spacings between them.
struct EqualShare {
  /// Number of parts that fit, at most the requested number.
  let count: Int
  /// The length of each part, in points.
  let length: Double

  /// Divides a length into the requested number of parts, or as many as fit with their spacings.
  ///
  /// - Parameters:
  ///   - whole: The length including all spacings, in points; may be infinite.
  ///   - parts: The requested number of parts.
  ///   - spacing: Distance between two parts, in points.
  init(of whole: Double, among parts: Int, spacing: Double) {
    guard parts > 0, whole.isRoom else {
      count = 0
      length = 0
      return
    }
    let minimum = MeasuringPass.minimumRoom
    let more = ((whole - minimum) / (spacing + minimum)).rounded(.down)
    let fitting = min(Double(parts), more + 1)
    count = Int(fitting)
    length = max(0, (whole - (fitting - 1) * spacing) / fitting)
  }
}
