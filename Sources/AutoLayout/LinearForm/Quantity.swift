/// A number of a parsed constraint: literal, named, or bound to the record.
public enum Quantity: Hashable, Sendable {
  /// A finite number.
  case literal(Double)
  /// A number of the record.
  case bound(BoundRatio)
  /// A number that the template names, as the metrics of the visual format.
  case named(String, isNegated: Bool, offset: Int)

  /// The number, if it is a literal.
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
