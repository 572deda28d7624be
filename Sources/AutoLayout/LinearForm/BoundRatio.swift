/// A number bound to the record, as unparsed text: a binding, or a binding divided by another.
public struct BoundRatio: Hashable, Sendable {
  /// The text of one binding, between a pair of braces.
  public struct Term: Hashable, Sendable {
    /// The text of the binding, without its braces.
    public var text: String
    /// Offset of the binding's text in the whole text, in characters from 0.
    public var offset: Int

    /// Creates a term from its text and offset.
    public init(text: String, offset: Int) {
      self.text = text
      self.offset = offset
    }
  }

  /// The binding, or the dividend where there are two.
  public var numerator: Term
  /// The divisor of `{…}/{…}`; `nil` for a single binding.
  public var denominator: Term?
  /// Whether the value is negated.
  public var isNegated: Bool

  /// Creates a bound number.
  public init(numerator: Term, denominator: Term? = nil, isNegated: Bool = false) {
    self.numerator = numerator
    self.denominator = denominator
    self.isNegated = isNegated
  }
}
