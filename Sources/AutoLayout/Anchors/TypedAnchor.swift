/// The right-hand side of a typed constraint: an anchor, or an expression of one.
public protocol AnchorTerm<Kind>: Sendable {
  /// The kind of the anchor.
  associatedtype Kind: AnchorKind
  /// The term as an expression.
  var expression: AnchorExpression<Kind> { get }
}

/// One attribute of one item, with its kind as a type.
///
/// It is not `Equatable`: `==` between two anchors creates a constraint.
public struct TypedAnchor<Kind: AnchorKind>: AnchorTerm {
  /// The anchor without its type.
  public let anchor: Anchor

  /// Creates a typed anchor; the attribute has to be of its kind.
  init(_ anchor: Anchor) { self.anchor = anchor }

  /// The anchor with multiplier 1 and constant 0.
  public var expression: AnchorExpression<Kind> {
    AnchorExpression(anchor: anchor, multiplier: 1, constant: 0)
  }
}

/// `multiplier * anchor + constant`.
public struct AnchorExpression<Kind: AnchorKind>: AnchorTerm {
  /// The anchor without its type.
  public var anchor: Anchor
  /// Its factor.
  public var multiplier: Double
  /// What is added, in points.
  public var constant: Double

  /// The expression itself.
  public var expression: AnchorExpression<Kind> { self }
}

/// A term and a distance, in points.
public func + <Term: AnchorTerm>(term: Term, constant: Double) -> AnchorExpression<Term.Kind> {
  var expression = term.expression
  expression.constant += constant
  return expression
}

/// A distance, in points, and a term.
public func + <Term: AnchorTerm>(constant: Double, term: Term) -> AnchorExpression<Term.Kind> {
  term + constant
}

/// A term less a distance, in points.
public func - <Term: AnchorTerm>(term: Term, constant: Double) -> AnchorExpression<Term.Kind> {
  term + -constant
}

/// A term times a factor, its constant included.
public func * <Term: AnchorTerm>(term: Term, factor: Double) -> AnchorExpression<Term.Kind> {
  var expression = term.expression
  expression.multiplier *= factor
  expression.constant *= factor
  return expression
}

/// A factor times a term, its constant included.
public func * <Term: AnchorTerm>(factor: Double, term: Term) -> AnchorExpression<Term.Kind> {
  term * factor
}

/// A term divided by a number, its constant included.
public func / <Term: AnchorTerm>(term: Term, divisor: Double) -> AnchorExpression<Term.Kind> {
  var expression = term.expression
  expression.multiplier /= divisor
  expression.constant /= divisor
  return expression
}
