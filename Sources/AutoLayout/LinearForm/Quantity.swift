/// A number of a parsed constraint: written out, or left to the record.
public enum Quantity: Hashable, Sendable {
  /// A number written out; finite.
  case literal(Double)
  /// A number that a record decides.
  case bound(BoundRatio)

  /// The number written out, if it is one.
  public var literal: Double? {
    if case .literal(let value) = self { value } else { nil }
  }
}

/// The raw text of a bound number: one binding, or one divided by another.
///
/// What stands between the braces is not read here: who knows the records does that.
public struct BoundRatio: Hashable, Sendable {
  /// What stands between one pair of braces.
  public struct Term: Hashable, Sendable {
    /// The text without its braces.
    public var text: String
    /// Offset of that text in the constraint's text, in characters.
    public var offset: Int

    /// Creates a term.
    public init(text: String, offset: Int) {
      self.text = text
      self.offset = offset
    }
  }

  /// The value, or the dividend.
  public var numerator: Term
  /// The divisor of `{…}/{…}`.
  public var denominator: Term?
  /// Whether the value is to be taken negative.
  public var isNegated: Bool

  /// Creates a bound number.
  public init(numerator: Term, denominator: Term? = nil, isNegated: Bool = false) {
    self.numerator = numerator
    self.denominator = denominator
    self.isNegated = isNegated
  }
}

extension TextCursor {
  /// Takes `{…}` or `{…}/{…}`; `nil` if no brace is next.
  package mutating func boundRatio(isNegated: Bool) throws(NotationError) -> BoundRatio? {
    guard next == "{" else { return nil }
    let numerator = try braced()
    var denominator: BoundRatio.Term?
    if takeSpaced("/") {
      skipSpace()
      guard next == "{" else {
        throw NotationError(
          offset: offset, found: found, expected: "a binding in braces as the divisor")
      }
      denominator = try braced()
    }
    return BoundRatio(numerator: numerator, denominator: denominator, isNegated: isNegated)
  }

  /// Takes a sign, a number or a bound number; `nil` if neither is next.
  package mutating func quantity() throws(NotationError) -> Quantity? {
    let start = offset
    let isNegated = next == "-"
    if isNegated || next == "+" {
      offset += 1
      skipSpace()
    }
    if let ratio = try boundRatio(isNegated: isNegated) { return .bound(ratio) }
    if let value = try unsignedNumber() { return .literal(isNegated ? 0 - value : value) }
    offset = start
    return nil
  }

  /// Takes a priority after its `@`.
  package mutating func priority() throws(NotationError) -> Priority {
    skipSpace()
    let start = offset
    guard let value = try unsignedNumber() else {
      throw NotationError(offset: start, found: found, expected: "a whole number from 1 to 1000")
    }
    guard let whole = Int(exactly: value), let priority = Priority(whole) else {
      throw NotationError(
        offset: start, found: "the priority \(String(characters[start..<offset]))",
        expected: "a whole number from 1 to 1000")
    }
    return priority
  }

  /// Takes what stands between braces; quoted text may hold a brace.
  package mutating func braced() throws(NotationError) -> BoundRatio.Term {
    let start = offset
    offset += 1
    while let next, next != "}" {
      if next == "'" {
        _ = try quoted(by: "'")
      } else if next == "{" {
        throw NotationError(offset: offset, found: "'{' inside a binding", expected: "'}'")
      } else {
        offset += 1
      }
    }
    guard !isAtEnd else {
      throw NotationError(
        offset: start, found: "a '{' that is never closed", expected: "a closing '}'")
    }
    offset += 1
    return BoundRatio.Term(
      text: String(characters[(start + 1)..<(offset - 1)]), offset: start + 1)
  }
}
