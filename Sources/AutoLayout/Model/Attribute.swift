public import LayoutPrimitives

/// An attribute of an item that a constraint can relate: an edge, an extent, a center or a
/// baseline.
public enum Attribute: String, Hashable, Sendable, CaseIterable {
  /// A physical edge.
  case left, right, top, bottom
  /// An edge that follows the layout direction.
  case leading, trailing
  /// The extent along an axis: width or height.
  case width, height
  /// The center along the horizontal or vertical axis.
  case centerX, centerY
  /// The baseline of the first or last line of text.
  case firstBaseline, lastBaseline
  /// A physical edge of the item's layout margins.
  case leftMargin, rightMargin, topMargin, bottomMargin
  /// An edge of the layout margins that follows the layout direction.
  case leadingMargin, trailingMargin
  /// The center of the area inside the layout margins.
  case centerXWithinMargins, centerYWithinMargins

  /// The axis along which the attribute is measured.
  public var axis: Axis {
    switch self {
    case .left, .right, .leading, .trailing, .width, .centerX,
      .leftMargin, .rightMargin, .leadingMargin, .trailingMargin, .centerXWithinMargins:
      .horizontal
    case .top, .bottom, .height, .centerY, .firstBaseline, .lastBaseline,
      .topMargin, .bottomMargin, .centerYWithinMargins:
      .vertical
    }
  }

  /// Whether the attribute is an extent rather than a position.
  public var isExtent: Bool { self == .width || self == .height }

  /// Whether the attribute follows the layout direction.
  public var followsDirection: Bool {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: true
    default: false
    }
  }

  /// Whether the attribute is a left or right edge whatever the layout direction.
  public var isPhysicalHorizontalEdge: Bool {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: true
    default: false
    }
  }
}
