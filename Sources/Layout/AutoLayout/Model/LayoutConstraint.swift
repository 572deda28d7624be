public import LayoutPrimitives

/// An attribute of an item, as one side of a constraint.
public struct Anchor: Hashable, Sendable {
  /// Index of the item in its `LayoutSystem`.
  public var item: Int
  /// The attribute of that item.
  public var attribute: Attribute

  /// Creates an anchor.
  public init(item: Int, attribute: Attribute) {
    self.item = item
    self.attribute = attribute
  }
}

// reason: a plain value; an engine checks and installs it.
/// A constraint between two anchors: `first RELATION multiplier * second + constant @priority`.
public struct LayoutConstraint: Hashable, Sendable {
  /// Name of the constraint for diagnostics.
  public var name: String
  /// The anchor on the left-hand side.
  public var first: Anchor
  /// How the left-hand side compares with the right-hand side.
  public var relation: Relation
  /// Factor of the second anchor; it has no effect if there is none.
  public var multiplier: Double
  /// The anchor on the right-hand side; `nil` if the right-hand side is only the constant.
  public var second: Anchor?
  /// Constant added to the right-hand side, in points.
  public var constant: Double
  /// Priority of the constraint.
  public var priority: Priority

  /// Creates a constraint, which has no effect until an engine installs it.
  public init(
    name: String, first: Anchor, relation: Relation, multiplier: Double = 1, second: Anchor?,
    constant: Double = 0, priority: Priority = .required
  ) {
    self.name = name
    self.first = first
    self.relation = relation
    self.multiplier = multiplier
    self.second = second
    self.constant = constant
    self.priority = priority
  }
}

/// An attribute of an item that a constraint can relate: an edge, an extent, a center or a
/// baseline.
public enum Attribute: String, Hashable, Sendable, CaseIterable {
  /// A left, right, top or bottom edge, independent of the layout direction.
  case left, right, top, bottom
  /// An edge that follows the layout direction.
  case leading, trailing
  /// The extent along an axis: width or height.
  case width, height
  /// The center along the horizontal or vertical axis.
  case centerX, centerY
  /// The baseline of the first or last line of text; the bottom edge of an item without text.
  case firstBaseline, lastBaseline
  /// A left, right, top or bottom edge of the item's layout margins.
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

  /// Whether the attribute is a left or right edge, independent of the layout direction.
  public var isPhysicalHorizontalEdge: Bool {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: true
    default: false
    }
  }
}

/// How the left-hand side of a constraint compares with the right-hand side.
public enum Relation: String, Hashable, Sendable {
  /// Both sides are equal.
  case equal = "=="
  /// The left-hand side is greater than or equal to the right-hand side.
  case greaterOrEqual = ">="
  /// The left-hand side is less than or equal to the right-hand side.
  case lessOrEqual = "<="
}

/// A constraint of a stack or grid, with its number in document order.
///
/// The numbers cover all constraints that the stack or grid can have.
package struct NumberedConstraint {
  package let number: Int
  package let constraint: LayoutConstraint
}
