import LayoutPrimitives

/// UIKit's rules for the pairs of attributes that a constraint may relate.
public enum AttributePairing {
  /// Checks that UIKit accepts the constraint's attributes.
  ///
  /// - Throws: `NotationError` of kind `.pairing` if UIKit refuses the pair of attributes, or a
  ///   position without a second anchor; it describes what to write instead.
  ///
  /// Source: the exceptions of `NSLayoutConstraint`'s initializer: a position requires another
  /// position of the same axis; leading and trailing cannot be paired with left and right; a
  /// position cannot be paired with a size.
  public static func check(_ constraint: ParsedConstraint) throws(NotationError) {
    let first = constraint.first
    guard let second = constraint.second else {
      guard first.attribute.isExtent else { throw bareConstant(first) }
      return
    }
    if let advice = advice(first.attribute, second.attribute) {
      throw NotationError(
        kind: .pairing, offset: second.offset,
        found: "\(first.attribute.rawValue) with \(second.attribute.rawValue)", expected: advice)
    }
    if !first.attribute.isExtent, constraint.multiplier.literal == 0 {
      throw bareConstant(first)
    }
  }

  /// Advice on what to write instead of a pair of attributes; `nil` if UIKit accepts the pair.
  public static func advice(_ first: Attribute, _ second: Attribute) -> String? {
    if first.isExtent && second.isExtent { return nil }
    if first.isExtent != second.isExtent {
      return "an extent with an extent or a position with a position: width and height measure, "
        + "\(first.isExtent ? second.rawValue : first.rawValue) places"
    }
    if first.axis != second.axis {
      return "positions of one axis: \(first.rawValue) with \(examples(first))"
    }
    let turns = first.followsDirection ? first : second
    let fixed = first.followsDirection ? second : first
    if turns.followsDirection, fixed.isPhysicalHorizontalEdge {
      return "both to follow the direction or neither: write \(turning(fixed)) "
        + "instead of \(fixed.rawValue)"
    }
    return nil
  }

  /// Makes the error for a position that is compared with a bare number.
  private static func bareConstant(_ anchor: ParsedConstraint.Anchor) -> NotationError {
    let name = anchor.attribute.rawValue
    return NotationError(
      kind: .pairing, offset: anchor.offset, found: "the position \(name) against a bare number",
      expected: "a position of another item, as in \(name) == cell.\(name) + 8")
  }

  /// Names the positions that may be paired with a position, as text for a message.
  private static func examples(_ attribute: Attribute) -> String {
    if attribute.axis == .vertical { return "top, bottom, centerY or a baseline" }
    return attribute.isPhysicalHorizontalEdge
      ? "left, right or centerX" : "leading, trailing or centerX"
  }

  /// The name of the edge that replaces a left or right edge and follows the layout direction:
  /// leading for left, trailing for right.
  private static func turning(_ attribute: Attribute) -> String {
    switch attribute {
    case .left: "leading"
    case .right: "trailing"
    case .leftMargin: "leadingMargin"
    case .rightMargin: "trailingMargin"
    default: attribute.rawValue
    }
  }
}
