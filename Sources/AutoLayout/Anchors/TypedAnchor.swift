/// The right-hand side of a typed constraint: a `TypedAnchor` or an `AnchorExpression`.
public protocol AnchorTerm<Kind>: Sendable {
  /// The kind of the term's anchor.
  associatedtype Kind: AnchorKind
  /// The term as an expression.
  var expression: AnchorExpression<Kind> { get }
}

/// An anchor: one attribute of one item, with the kind of the attribute as a type parameter.
///
/// A typed anchor is not `Equatable`: `==` between two anchors creates a constraint.
public struct TypedAnchor<Kind: AnchorKind>: AnchorTerm {
  /// The anchor without its kind.
  public let anchor: Anchor

  /// Creates a typed anchor; the anchor's attribute has to be of the kind `Kind`.
  init(_ anchor: Anchor) { self.anchor = anchor }

  /// The anchor as an expression, with multiplier 1 and constant 0.
  public var expression: AnchorExpression<Kind> {
    AnchorExpression(anchor: anchor, multiplier: 1, constant: 0)
  }
}

/// The expression `multiplier * anchor + constant`.
public struct AnchorExpression<Kind: AnchorKind>: AnchorTerm {
  /// The anchor without its kind.
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

/// Multiplies a term by a factor, including its constant.
public func * <Term: AnchorTerm>(term: Term, factor: Double) -> AnchorExpression<Term.Kind> {
  var expression = term.expression
  expression.multiplier *= factor
  expression.constant *= factor
  return expression
}

/// Multiplies a term by a factor, including its constant.
public func * <Term: AnchorTerm>(factor: Double, term: Term) -> AnchorExpression<Term.Kind> {
  term * factor
}

/// Divides a term by a number, including its constant.
public func / <Term: AnchorTerm>(term: Term, divisor: Double) -> AnchorExpression<Term.Kind> {
  var expression = term.expression
  expression.multiplier /= divisor
  expression.constant /= divisor
  return expression
}
