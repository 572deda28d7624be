/// Binds looser than relations, tighter than `&&`: `a.leading == b.trailing + 12 ~ 750`.
precedencegroup LayoutPriorityPrecedence {
  lowerThan: ComparisonPrecedence
  higherThan: LogicalConjunctionPrecedence
}

infix operator ~ : LayoutPriorityPrecedence

/// A priority written out in the source: an integer literal in 1...1000.
///
/// A number that is computed makes a `Priority`, which can refuse it.
public struct PriorityLiteral: ExpressibleByIntegerLiteral, Sendable {
  /// The rank.
  public let priority: Priority

  /// Creates a rank from a literal; one outside 1...1000 is a mistake in the source and stops it.
  public init(integerLiteral value: Int) {
    guard let priority = Priority(value) else {
      preconditionFailure("a priority is written as a number in 1...1000, not \(value)")
    }
    self.priority = priority
  }
}

extension Priority {
  /// A priority written out in the source, in 1...1000.
  public static func at(_ literal: PriorityLiteral) -> Priority { literal.priority }
}

/// The same constraint at another priority.
public func ~ (constraint: LayoutConstraint, priority: Priority) -> LayoutConstraint {
  var result = constraint
  result.priority = priority
  return result
}

/// The same constraint at a priority written out in the source, in 1...1000.
public func ~ (constraint: LayoutConstraint, literal: PriorityLiteral) -> LayoutConstraint {
  constraint ~ literal.priority
}

extension LayoutConstraint {
  /// The same constraint under a name for diagnostics.
  public func named(_ name: String) -> LayoutConstraint {
    var result = self
    result.name = name
    return result
  }
}

extension ContentPriorities {
  /// The same rank along both axes.
  public init(both priority: Priority) {
    self.init(horizontal: priority, vertical: priority)
  }
}
