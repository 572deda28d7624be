import AutoLayout
public import LayoutPrimitives

/// An edge, an extent or a center of a node; left and right do not follow the layout direction.
public enum NodeAttribute: String, Hashable, Sendable, CaseIterable {
  /// An edge.
  case left, right, top, bottom
  /// The extent along an axis.
  case width, height
  /// The center along an axis.
  case centerX, centerY

  /// The axis along which the attribute is measured.
  public var axis: Axis {
    switch self {
    case .left, .right, .width, .centerX: .horizontal
    case .top, .bottom, .height, .centerY: .vertical
    }
  }

  /// The attribute as constraints of a scene know it.
  var attribute: Attribute {
    switch self {
    case .left: .left
    case .right: .right
    case .top: .top
    case .bottom: .bottom
    case .width: .width
    case .height: .height
    case .centerX: .centerX
    case .centerY: .centerY
    }
  }

  /// The superitem's edge that a position is measured from without a second node, unless it is an
  /// inset; `nil` for extents.
  var origin: NodeAttribute? {
    switch self {
    case .width, .height: nil
    case .left, .right, .centerX: .left
    case .top, .bottom, .centerY: .top
    }
  }
}
