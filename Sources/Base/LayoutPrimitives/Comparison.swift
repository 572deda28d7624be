/// A comparison of two values, in conditions of templates and in queries of cards.
public enum Comparison: String, Hashable, Sendable, CaseIterable {
  // The longer spellings come first, because the operators are tried in this order.
  /// Equal, not equal, at most, at least.
  case equal = "==", notEqual = "!=", lessOrEqual = "<=", greaterOrEqual = ">="
  /// Less than, greater than.
  case less = "<", greater = ">"

  /// Whether the comparison is true for two values.
  package func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .lessOrEqual: left <= right
    case .greaterOrEqual: left >= right
    case .less: left < right
    case .greater: left > right
    }
  }

  /// Whether the comparison is true for two texts, compared by their UTF-8 bytes.
  package func holds(_ left: String, _ right: String) -> Bool {
    if left.utf8.elementsEqual(right.utf8) { return holds(0, 0) }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? holds(0, 1) : holds(1, 0)
  }

  /// The operator for exchanged operands: `>` for `<`.
  package var mirrored: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .lessOrEqual: .greaterOrEqual
    case .greaterOrEqual: .lessOrEqual
    case .less: .greater
    case .greater: .less
    }
  }
}
