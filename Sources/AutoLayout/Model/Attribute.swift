public import LayoutPrimitives

/// An attribute of an item in a constraint.
public enum Attribute: String, Hashable, Sendable, CaseIterable {
  // Physical edges.
  case left, right, top, bottom
  // Edges that follow the layout direction.
  case leading, trailing
  // Extents.
  case width, height
  // Centres.
  case centerX, centerY
  // Lines of text.
  case firstBaseline, lastBaseline
  // The same, inside the item's layout margins.
  case leftMargin, rightMargin, topMargin, bottomMargin
  case leadingMargin, trailingMargin
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
