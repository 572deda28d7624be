/// A number of a parsed constraint: literal, named, or bound to the record.
public enum Quantity: Hashable, Sendable {
  /// A finite number.
  case literal(Double)
  /// A number that the record provides.
  case bound(BoundRatio)
  /// A named number, such as a metric of the visual format; `offset` is that of the name in the
  /// text, in characters from 0.
  case named(String, isNegated: Bool, offset: Int)

  /// The number where it is a literal; `nil` for a named or bound one.
  public var literal: Double? {
    if case .literal(let value) = self { value } else { nil }
  }
}

extension Quantity {
  /// The number with the opposite sign.
  var negated: Quantity {
    switch self {
    case .literal(let value): return .literal(0 - value)
    case .bound(var ratio):
      ratio.isNegated.toggle()
      return .bound(ratio)
    case .named(let name, let isNegated, let offset):
      return .named(name, isNegated: !isNegated, offset: offset)
    }
  }
}
