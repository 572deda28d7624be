/// The unparsed text of a bound number: a binding, or a binding divided by another.
public struct BoundRatio: Hashable, Sendable {
  /// The text between a pair of braces.
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
