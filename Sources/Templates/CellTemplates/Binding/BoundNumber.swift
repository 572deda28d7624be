public import AutoLayout

/// A number from a record: the value of a binding, or the quotient of the values of two bindings.
public struct BoundNumber: Hashable, Sendable {
  /// The binding of the value; with a divisor, the binding of the dividend.
  public private(set) var numerator: Binding
  /// The binding of the divisor, or `nil` if there is none.
  ///
  /// A divisor `<= 0` counts as absent.
  public private(set) var denominator: Binding?
  /// Whether the value is negated.
  public let isNegated: Bool

  init(numerator: Binding, denominator: Binding? = nil, isNegated: Bool = false) {
    self.numerator = numerator
    self.denominator = denominator
    self.isNegated = isNegated
  }

  /// Parses the bindings of a number in a constraint.
  ///
  /// - Throws: `NotationError` when a binding cannot be parsed or could never be a number.
  public init(_ ratio: BoundRatio) throws(NotationError) {
    let numerator = try Self.numeric(ratio.numerator)
    let denominator = try ratio.denominator.map(Self.numeric)
    self.init(numerator: numerator, denominator: denominator, isNegated: ratio.isNegated)
  }

  /// Parses a whole text as `{binding}` or `{binding}/{binding}`.
  ///
  /// - Throws: `NotationError` when a binding cannot be parsed or could never be a number, or when
  ///   the text has another form.
  init(_ text: String) throws(NotationError) {
    var cursor = TextCursor(text)
    cursor.skipSpace()
    guard let ratio = try cursor.boundRatio(isNegated: false) else {
      throw NotationError(
        offset: cursor.offset, found: cursor.found, expected: "a number or a {binding}")
    }
    cursor.skipSpace()
    guard cursor.isAtEnd else {
      throw NotationError(
        offset: cursor.offset, found: cursor.found, expected: "'/' and a {binding}, or the end")
    }
    try self.init(ratio)
  }

  /// The value for one record.
  ///
  /// It is `nil` when a value is missing, the result is not finite, or the divisor is not positive.
  public func value(in source: some BindingSource) -> Double? {
    guard var value = numerator.number(in: source) else { return nil }
    if let denominator {
      guard let divisor = denominator.number(in: source, mustBePositive: true) else { return nil }
      value /= divisor
    }
    guard value.isFinite else { return nil }
    return isNegated ? 0 - value : value
  }

  /// The dividend, followed by the divisor if there is one.
  var bindings: [Binding] { [numerator] + (denominator.map { [$0] } ?? []) }

  mutating func intern(in table: inout PathTable) {
    numerator.intern(for: .number, in: &table)
    denominator?.intern(for: .number, in: &table)
  }

  /// Parses a binding whose alternatives include no text, and whose format can only be `count`.
  private static func numeric(_ term: BoundRatio.Term) throws(NotationError) -> Binding {
    let binding = try Binding(inner: term.text, at: term.offset)
    for case .text(let text) in binding.alternatives {
      throw NotationError(
        offset: term.offset, found: "the text '\(text)' where a number is needed",
        expected: "a path or a number")
    }
    if let format = binding.format, !format.isNumber {
      throw NotationError(
        offset: term.offset, found: "a format that makes text where a number is needed",
        expected: "the path alone, or its count")
    }
    return binding
  }
}
