public import LayoutPrimitives

/// Where a box is placed in the available space, and whether it fills the space.
public enum Alignment: Hashable, Sendable {
  /// The vertical and the horizontal alignment.
  case axes(vertical: Vertical, horizontal: Horizontal)
  /// The box is scaled until it touches two opposite edges of the available space, and centered.
  ///
  /// Its measured ratio of width to height is kept.
  case aspectFit

  /// Placement along the vertical axis.
  public enum Vertical: String, Hashable, Sendable, CaseIterable {
    /// `fill` makes the box as high as the available space.
    case top, bottom, center, fill
  }

  /// Placement along the horizontal axis; the layout direction decides which edge is leading.
  public enum Horizontal: String, Hashable, Sendable, CaseIterable {
    /// `fill` makes the box as wide as the available space.
    case leading, trailing, center, fill
  }

  /// The frame of a box with a measured size in the available space, both in points.
  ///
  /// Along an axis that it does not fill, the box is at most as long as the available space.
  public func position(_ size: Size, in room: Rect) -> Rect {
    switch self {
    case .axes(let vertical, let horizontal):
      let (x, width) = Self.place(size.width, in: room.width, horizontal.before)
      let (y, height) = Self.place(size.height, in: room.height, vertical.before)
      return Rect(x: room.x + x, y: room.y + y, width: width, height: height)
    case .aspectFit:
      guard size.width > 0, size.height > 0, room.width > 0, room.height > 0 else {
        return Self.center.position(.zero, in: room)
      }
      let scale = min(room.width / size.width, room.height / size.height)
      return Self.center.position(
        Size(width: size.width * scale, height: size.height * scale), in: room)
    }
  }

  private static func place(
    _ length: Double, in room: Double, _ before: Double?
  ) -> (offset: Double, length: Double) {
    guard let before else { return (0, room) }
    return (max(room - length, 0) * before, min(room, length))
  }
}

extension Alignment {
  /// As wide and as high as the available space.
  public static let fill = axes(vertical: .fill, horizontal: .fill)
  /// In the middle.
  public static let center = axes(vertical: .center, horizontal: .center)
  /// In the middle of the leading edge.
  public static let centerLeading = axes(vertical: .center, horizontal: .leading)
  /// In the middle of the trailing edge.
  public static let centerTrailing = axes(vertical: .center, horizontal: .trailing)
  /// As high as the available space, at its leading edge.
  public static let fillLeading = axes(vertical: .fill, horizontal: .leading)
  /// As high as the available space, at its trailing edge.
  public static let fillTrailing = axes(vertical: .fill, horizontal: .trailing)
  /// In the top leading corner.
  public static let topLeading = axes(vertical: .top, horizontal: .leading)
  /// In the top trailing corner.
  public static let topTrailing = axes(vertical: .top, horizontal: .trailing)
  /// In the middle of the top edge.
  public static let topCenter = axes(vertical: .top, horizontal: .center)
  /// As wide as the available space, at its top edge.
  public static let topFill = axes(vertical: .top, horizontal: .fill)
  /// In the bottom leading corner.
  public static let bottomLeading = axes(vertical: .bottom, horizontal: .leading)
  /// In the bottom trailing corner.
  public static let bottomTrailing = axes(vertical: .bottom, horizontal: .trailing)
  /// In the middle of the bottom edge.
  public static let bottomCenter = axes(vertical: .bottom, horizontal: .center)
  /// As wide as the available space, at its bottom edge.
  public static let bottomFill = axes(vertical: .bottom, horizontal: .fill)
}

extension Alignment.Vertical {
  /// The share of the remaining height that is above a box; `nil` for a box that fills the height.
  fileprivate var before: Double? {
    switch self {
    case .top: 0
    case .bottom: 1
    case .center: 0.5
    case .fill: nil
    }
  }
}

extension Alignment.Horizontal {
  /// The share of the remaining width that is before a box; `nil` for a box that fills the width.
  fileprivate var before: Double? {
    switch self {
    case .leading: 0
    case .trailing: 1
    case .center: 0.5
    case .fill: nil
    }
  }
}
