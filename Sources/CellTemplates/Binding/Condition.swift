public import LayoutPrimitives

/// A condition on a record, the environment, the state or the labels as laid out.
public indirect enum Condition: Hashable, Sendable {
  /// How two values compare.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    // The longer spellings first, because they are tried in order.
    /// Whether two values are the same, or a bound that is included.
    case equal = "==", notEqual = "!=", lessOrEqual = "<=", greaterOrEqual = ">="
    /// A bound that is not included.
    case less = "<", greater = ">"
  }

  /// A number in a comparison.
  public enum Number: Hashable, Sendable {
    /// A literal.
    case literal(Double)
    /// A record's.
    case bound(BoundNumber)
    /// The environment's width, in points.
    case width
    /// The environment's display scale, in pixels per point.
    case scale
    /// Lines drawn by a label, an index in `CellTemplate.labels`.
    case lines(label: Int)
  }

  /// The bound value is present and not empty.
  case present(Binding)
  /// The text of a label, an index in `CellTemplate.labels`, is truncated.
  case truncated(label: Int)
  /// Two numbers, where with a missing number only `!=` is true.
  case numbers(Number, Comparison, Number)
  /// A record's text and a literal, in the order of the UTF-8 bytes.
  case text(Binding, Comparison, String)
  /// Two values of a record: numbers when both are, else texts.
  case bindings(Binding, Comparison, Binding)
  /// The environment's size category is one of these, in the order XS to AX5.
  case sizeCategory(oneOf: [SizeCategory])
  /// The environment's direction is this one.
  case direction(LayoutDirection)
  /// The environment's locale is exactly this one.
  case locale(String)
  /// The state is this one.
  case state(String)
  /// The opposite.
  case not(Condition)
  /// All of them.
  case all([Condition])
  /// At least one of them.
  case any([Condition])
}

extension Condition.Comparison {
  /// Whether the comparison holds between two values.
  func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .lessOrEqual: left <= right
    case .greaterOrEqual: left >= right
    case .less: left < right
    case .greater: left > right
    }
  }

  /// Whether the comparison holds between two texts, by their UTF-8 bytes and nothing else.
  func holds(_ left: String, _ right: String) -> Bool {
    if left.utf8.elementsEqual(right.utf8) { return holds(0, 0) }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? holds(0, 1) : holds(1, 0)
  }

  /// The comparison with its sides exchanged.
  var mirrored: Condition.Comparison {
    switch self {
    case .equal, .notEqual: self
    case .lessOrEqual: .greaterOrEqual
    case .greaterOrEqual: .lessOrEqual
    case .less: .greater
    case .greater: .less
    }
  }
}
