/// A number of a parsed constraint: written out, named, or left to the record.
public enum Quantity: Hashable, Sendable {
  /// A number written out; finite.
  case literal(Double)
  /// A number that a record decides.
  case bound(BoundRatio)
  /// A number that the template names, as the metrics of the visual format.
  case named(String, isNegated: Bool, offset: Int)

  /// The number written out, if it is one.
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
