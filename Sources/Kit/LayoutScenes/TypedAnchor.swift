public import AutoLayout

/// The right-hand side of a typed constraint: a `TypedAnchor` or an `AnchorExpression`.
public protocol AnchorTerm<Kind>: Sendable {
  /// The kind of the term's anchor.
  associatedtype Kind: AnchorKind
  /// The term as an expression.
  var expression: AnchorExpression<Kind> { get }
}

/// One attribute of one item; the type parameter is the kind of the attribute.
///
/// A typed anchor is not `Equatable`: `==` between two anchors creates a constraint.
public struct TypedAnchor<Kind: AnchorKind>: AnchorTerm {
  /// The anchor as a value without a type parameter.
  public let anchor: Anchor

  /// Creates a typed anchor; the anchor's attribute must belong to the kind `Kind`.
  init(_ anchor: Anchor) { self.anchor = anchor }

  /// The anchor as an expression, with multiplier 1 and constant 0.
  public var expression: AnchorExpression<Kind> {
    AnchorExpression(anchor: anchor, multiplier: 1, constant: 0)
  }
}

/// The expression `multiplier * anchor + constant`.
public struct AnchorExpression<Kind: AnchorKind>: AnchorTerm {
  /// The anchor as a value without a type parameter.
  public var anchor: Anchor
  /// Factor of the anchor.
  public var multiplier: Double
  /// Distance added to the product, in points.
  public var constant: Double

  /// The expression itself.
  public var expression: AnchorExpression<Kind> { self }
}

/// Adds a distance to a term, in points.
public func + <Term: AnchorTerm>(term: Term, constant: Double) -> AnchorExpression<Term.Kind> {
  var expression = term.expression
  expression.constant += constant
  return expression
}

/// Adds a distance to a term, in points.
public func + <Term: AnchorTerm>(constant: Double, term: Term) -> AnchorExpression<Term.Kind> {
  term + constant
}

/// Subtracts a distance from a term, in points.
public func - <Term: AnchorTerm>(term: Term, constant: Double) -> AnchorExpression<Term.Kind> {
  term + -constant
}

/// Multiplies a term, including its constant, by a factor.
public func * <Term: AnchorTerm>(term: Term, factor: Double) -> AnchorExpression<Term.Kind> {
  var expression = term.expression
  expression.multiplier *= factor
  expression.constant *= factor
  return expression
}

/// Multiplies a term, including its constant, by a factor.
public func * <Term: AnchorTerm>(factor: Double, term: Term) -> AnchorExpression<Term.Kind> {
  term * factor
}

/// Divides a term, including its constant, by a number.
public func / <Term: AnchorTerm>(term: Term, divisor: Double) -> AnchorExpression<Term.Kind> {
  var expression = term.expression
  expression.multiplier /= divisor
  expression.constant /= divisor
  return expression
}

/// The kind of a typed anchor, used as a phantom type.
///
/// Pairs of anchors that UIKit refuses at run time do not compile.
public protocol AnchorKind: Sendable {}

/// Kinds of horizontal positions that may be paired with leading and trailing edges.
public protocol DirectionalPosition: AnchorKind {}
/// Kinds of horizontal positions that may be paired with left and right edges.
public protocol PhysicalPosition: AnchorKind {}

/// The kinds of anchors; they are types without values.
public enum AnchorKinds {
  /// Leading and trailing edges, which follow the layout direction.
  public enum Directional: DirectionalPosition {}
  /// Left and right edges, which do not follow the layout direction.
  public enum Physical: PhysicalPosition {}
  /// Horizontal centers, which may be paired with leading, trailing, left and right edges.
  public enum Center: DirectionalPosition, PhysicalPosition {}
  /// Vertical positions: top, bottom, centers and baselines.
  public enum Vertical: AnchorKind {}
  /// Widths and heights.
  public enum Extent: AnchorKind {}
}

/// An anchor of a leading or trailing edge, either of an item or of its layout margins.
public typealias XAxisAnchor = TypedAnchor<AnchorKinds.Directional>
/// An anchor of a left or right edge, either of an item or of its layout margins.
public typealias PhysicalXAxisAnchor = TypedAnchor<AnchorKinds.Physical>
/// An anchor of a horizontal center.
public typealias CenterXAnchor = TypedAnchor<AnchorKinds.Center>
/// An anchor of a vertical position: a top or bottom edge, a center or a baseline.
public typealias YAxisAnchor = TypedAnchor<AnchorKinds.Vertical>
/// An anchor of a width or a height.
public typealias DimensionAnchor = TypedAnchor<AnchorKinds.Extent>

// The anchors of an item, by attribute.
extension SceneItem {
  /// Anchor of the leading edge.
  public var leading: XAxisAnchor { XAxisAnchor(anchor(.leading)) }

  /// Anchor of the trailing edge.
  public var trailing: XAxisAnchor { XAxisAnchor(anchor(.trailing)) }

  /// Anchor of the leading edge of the layout margins.
  public var leadingMargin: XAxisAnchor { XAxisAnchor(anchor(.leadingMargin)) }

  /// Anchor of the trailing edge of the layout margins.
  public var trailingMargin: XAxisAnchor { XAxisAnchor(anchor(.trailingMargin)) }

  /// Anchor of the left edge.
  public var left: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.left)) }

  /// Anchor of the right edge.
  public var right: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.right)) }

  /// Anchor of the left edge of the layout margins.
  public var leftMargin: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.leftMargin)) }

  /// Anchor of the right edge of the layout margins.
  public var rightMargin: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.rightMargin)) }

  /// Anchor of the horizontal center.
  public var centerX: CenterXAnchor { CenterXAnchor(anchor(.centerX)) }

  /// Anchor of the horizontal center of the area inside the layout margins.
  public var centerXWithinMargins: CenterXAnchor { CenterXAnchor(anchor(.centerXWithinMargins)) }

  /// Anchor of the top edge.
  public var top: YAxisAnchor { YAxisAnchor(anchor(.top)) }

  /// Anchor of the bottom edge.
  public var bottom: YAxisAnchor { YAxisAnchor(anchor(.bottom)) }

  /// Anchor of the vertical center.
  public var centerY: YAxisAnchor { YAxisAnchor(anchor(.centerY)) }

  /// Anchor of the first baseline, or of the bottom edge if the item has no text.
  public var firstBaseline: YAxisAnchor { YAxisAnchor(anchor(.firstBaseline)) }

  /// Anchor of the last baseline, or of the bottom edge if the item has no text.
  public var lastBaseline: YAxisAnchor { YAxisAnchor(anchor(.lastBaseline)) }

  /// Anchor of the top edge of the layout margins.
  public var topMargin: YAxisAnchor { YAxisAnchor(anchor(.topMargin)) }

  /// Anchor of the bottom edge of the layout margins.
  public var bottomMargin: YAxisAnchor { YAxisAnchor(anchor(.bottomMargin)) }

  /// Anchor of the vertical center of the area inside the layout margins.
  public var centerYWithinMargins: YAxisAnchor { YAxisAnchor(anchor(.centerYWithinMargins)) }

  /// Anchor of the width.
  public var width: DimensionAnchor { DimensionAnchor(anchor(.width)) }

  /// Anchor of the height.
  public var height: DimensionAnchor { DimensionAnchor(anchor(.height)) }
}
