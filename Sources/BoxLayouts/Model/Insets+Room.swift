import LayoutPrimitives

extension Insets {
  /// The insets with 0 for those that are negative or not finite.
  var lengths: Insets {
    Insets(
      top: top.finiteLength, leading: leading.finiteLength, bottom: bottom.finiteLength,
      trailing: trailing.finiteLength)
  }

  /// What is left of a size, in points.
  func room(in size: Size) -> Size {
    Size(
      width: max(0, size.width - leading - trailing), height: max(0, size.height - top - bottom))
  }

  /// What is left of a rectangle of a size at the origin: inside it even if the insets are wider.
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
