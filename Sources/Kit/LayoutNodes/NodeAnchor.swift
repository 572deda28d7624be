import AutoLayout
public import LayoutPrimitives

/// The expression `multiplier * node.attribute + constant`.
public struct NodeExpression {
  /// The node.
  public let item: any Layoutable
  /// The attribute of the node.
  public let attribute: NodeAttribute
  /// Factor of the attribute.
  public var multiplier = 1.0
  /// Distance added to the product, in points.
  public var constant = 0.0
}

/// The kinds of anchors that may be compared with each other, as phantom types.
public enum NodeAnchorKinds {
  /// Left and right edges and horizontal centers.
  public enum X {}
  /// Top and bottom edges and vertical centers.
  public enum Y {}
  /// Widths and heights.
  public enum Extent {}
}

/// An attribute of a node, with a factor and a distance.
///
/// `==`, `>=` and `<=` with another anchor, a number or a node create a constraint, which is active
/// at once. Anchors of different kinds, such as an x and a y, do not compile. A node stands for its
/// attribute of the same name. A position that is compared with a number is measured from the
/// superitem's left or top edge.
public struct NodeAnchor<Kind> {
  /// The anchor as an expression.
  public internal(set) var expression: NodeExpression

  init(_ item: any Layoutable, _ attribute: NodeAttribute) {
    expression = NodeExpression(item: item, attribute: attribute)
  }

  private func relate(_ relation: Relation, _ other: NodeAnchor) -> NodeConstraint {
    // The factor and distance of the left side are moved to the right side.
    var right = other.expression
    let left = expression
    right.constant = (right.constant - left.constant) / left.multiplier
    right.multiplier /= left.multiplier
    return NodeConstraint(left, relation.turned(by: left.multiplier), right)
  }

  private func relate(_ relation: Relation, _ points: Double) -> NodeConstraint {
    NodeConstraint(
      expression, relation.turned(by: expression.multiplier),
      constant: (points - expression.constant) / expression.multiplier,
      from: expression.attribute.origin)
  }

  private func same(of item: any Layoutable) -> NodeAnchor {
    NodeAnchor(item, expression.attribute)
  }

  /// Makes both sides equal.
  @discardableResult
  public static func == (left: NodeAnchor, right: NodeAnchor) -> NodeConstraint {
    left.relate(.equal, right)
  }

  /// Makes the left side equal to a number, in points.
  @discardableResult
  public static func == (left: NodeAnchor, points: Double) -> NodeConstraint {
    left.relate(.equal, points)
  }

  /// Makes the left side equal to the same attribute of a node.
  @discardableResult
  public static func == (left: NodeAnchor, item: any Layoutable) -> NodeConstraint {
    left.relate(.equal, left.same(of: item))
  }

  /// Makes the left side greater than or equal to the right side.
  @discardableResult
  public static func >= (left: NodeAnchor, right: NodeAnchor) -> NodeConstraint {
    left.relate(.greaterOrEqual, right)
  }

  /// Makes the left side greater than or equal to a number, in points.
  @discardableResult
  public static func >= (left: NodeAnchor, points: Double) -> NodeConstraint {
    left.relate(.greaterOrEqual, points)
  }

  /// Makes the left side greater than or equal to the same attribute of a node.
  @discardableResult
  public static func >= (left: NodeAnchor, item: any Layoutable) -> NodeConstraint {
    left.relate(.greaterOrEqual, left.same(of: item))
  }

  /// Makes the left side less than or equal to the right side.
  @discardableResult
  public static func <= (left: NodeAnchor, right: NodeAnchor) -> NodeConstraint {
    left.relate(.lessOrEqual, right)
  }

  /// Makes the left side less than or equal to a number, in points.
  @discardableResult
  public static func <= (left: NodeAnchor, points: Double) -> NodeConstraint {
    left.relate(.lessOrEqual, points)
  }

  /// Makes the left side less than or equal to the same attribute of a node.
  @discardableResult
  public static func <= (left: NodeAnchor, item: any Layoutable) -> NodeConstraint {
    left.relate(.lessOrEqual, left.same(of: item))
  }

  /// Makes both sides equal, like `==`.
  @discardableResult
  public func equalTo(_ other: NodeAnchor) -> NodeConstraint { self == other }

  /// Makes the anchor equal to a number, in points, like `==`.
  @discardableResult
  public func equalTo(_ points: Double) -> NodeConstraint { self == points }

  /// Makes the anchor equal to the same attribute of a node, like `==`.
  @discardableResult
  public func equalTo(_ item: any Layoutable) -> NodeConstraint { self == item }

  /// Makes the anchor greater than or equal to another anchor, like `>=`.
  @discardableResult
  public func greaterThanOrEqualTo(_ other: NodeAnchor) -> NodeConstraint { self >= other }

  /// Makes the anchor less than or equal to another anchor, like `<=`.
  @discardableResult
  public func lessThanOrEqualTo(_ other: NodeAnchor) -> NodeConstraint { self <= other }

  /// Adds a distance to the anchor, in points.
  public static func + (anchor: NodeAnchor, points: Double) -> NodeAnchor {
    var result = anchor
    result.expression.constant += points
    return result
  }

  /// Subtracts a distance from the anchor, in points.
  public static func - (anchor: NodeAnchor, points: Double) -> NodeAnchor { anchor + -points }

  /// Multiplies the anchor's attribute and distance by a factor.
  public static func * (anchor: NodeAnchor, factor: Double) -> NodeAnchor {
    var result = anchor
    result.expression.multiplier *= factor
    result.expression.constant *= factor
    return result
  }

  /// Multiplies the anchor's attribute and distance by a factor.
  public static func * (factor: Double, anchor: NodeAnchor) -> NodeAnchor { anchor * factor }

  /// Divides the anchor's attribute and distance by a number.
  public static func / (anchor: NodeAnchor, divisor: Double) -> NodeAnchor {
    anchor * (1 / divisor)
  }
}

extension Relation {
  /// The relation after both sides are divided by a factor: reversed for a negative factor.
  fileprivate func turned(by factor: Double) -> Relation {
    guard factor < 0 else { return self }
    return switch self {
    case .equal: .equal
    case .greaterOrEqual: .lessOrEqual
    case .lessOrEqual: .greaterOrEqual
    }
  }
}

/// An edge, extent or center of a node; left and right do not depend on the layout direction.
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

  /// The corresponding attribute of a scene's constraints.
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

  /// The superitem's edge from which a position is measured if it is compared with a number; `nil`
  /// for extents.
  ///
  /// A number that is an inset is measured from another edge; see `NodeGroupKind.origin(of:)`.
  var origin: NodeAttribute? {
    switch self {
    case .width, .height: nil
    case .left, .right, .centerX: .left
    case .top, .bottom, .centerY: .top
    }
  }
}
