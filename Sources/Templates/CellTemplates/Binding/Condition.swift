public import LayoutPrimitives

/// A condition on a record, the environment, the state or the labels as laid out.
public indirect enum Condition: Hashable, Sendable {
  /// The comparison operators.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    // The longer spellings first, because they are tried in order.
    /// Equality, inequality, or an inclusive bound.
    case equal = "==", notEqual = "!=", lessOrEqual = "<=", greaterOrEqual = ">="
    /// An exclusive bound.
    case less = "<", greater = ">"
  }

  /// A number in a comparison.
  public enum Number: Hashable, Sendable {
    /// A number written in the condition.
    case literal(Double)
    /// A number from the record.
    case bound(BoundNumber)
    /// The environment's width, in points.
    case width
    /// The environment's display scale, in pixels per point.
    case scale
    /// Number of lines of a label, given by its index in `CellTemplate.labels`.
    case lines(label: Int)
  }

  /// The binding has a value that is not empty.
  case present(Binding)
  /// The text of a label, given by its index in `CellTemplate.labels`, is truncated.
  case truncated(label: Int)
  /// A comparison of two numbers.
  ///
  /// When a number is missing, only `!=` is true.
  case numbers(Number, Comparison, Number)
  /// A comparison of a record's text with a literal, by UTF-8 bytes.
  case text(Binding, Comparison, String)
  /// A comparison of two values of a record, as numbers when both are numbers, otherwise as texts.
  case bindings(Binding, Comparison, Binding)
  /// The environment's size category is one of the listed ones, which are in the order XS to AX5.
  case sizeCategory(oneOf: [SizeCategory])
  /// The environment's direction is the given one.
  case direction(LayoutDirection)
  /// The environment's locale is exactly the given one.
  case locale(String)
  /// The environment's state is the given one.
  case state(String)
  /// The condition is false.
  case not(Condition)
  /// All conditions are true.
  case all([Condition])
  /// At least one condition is true.
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

  /// Whether the comparison holds between two texts, compared by their UTF-8 bytes.
  func holds(_ left: String, _ right: String) -> Bool {
    if left.utf8.elementsEqual(right.utf8) { return holds(0, 0) }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? holds(0, 1) : holds(1, 0)
  }

  /// The operator for exchanged operands: `<` becomes `>`.
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
