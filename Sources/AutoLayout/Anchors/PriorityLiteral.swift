/// The precedence of `~`, below relations and above `&&`: `a.leading == b.trailing + 12 ~ 750`.
precedencegroup LayoutPriorityPrecedence {
  lowerThan: ComparisonPrecedence
  higherThan: LogicalConjunctionPrecedence
}

infix operator ~ : LayoutPriorityPrecedence

/// An integer literal in 1...1000 as a priority; computed numbers use `Priority.init`, which may
/// fail.
public struct PriorityLiteral: ExpressibleByIntegerLiteral, Sendable {
  /// The priority that the literal stands for.
  public let priority: Priority

  /// Creates a priority from a literal; traps outside 1...1000.
  public init(integerLiteral value: Int) {
    guard let priority = Priority(value) else {
      preconditionFailure("a priority is written as a number in 1...1000, not \(value)")
    }
    self.priority = priority
  }
}

extension Priority {
  /// Makes a priority from a literal in 1...1000.
  public static func at(_ literal: PriorityLiteral) -> Priority { literal.priority }
}

/// Returns the constraint at another priority.
public func ~ (constraint: LayoutConstraint, priority: Priority) -> LayoutConstraint {
  var result = constraint
  result.priority = priority
  return result
}

/// Returns the constraint at another priority, a literal in 1...1000.
public func ~ (constraint: LayoutConstraint, literal: PriorityLiteral) -> LayoutConstraint {
  constraint ~ literal.priority
}

extension LayoutConstraint {
  /// Returns the constraint with a name for diagnostics.
  public func named(_ name: String) -> LayoutConstraint {
    var result = self
    result.name = name
    return result
  }
}

extension ContentPriorities {
  /// Creates priorities that are the same along both axes.
  public init(both priority: Priority) {
    self.init(horizontal: priority, vertical: priority)
  }
}
