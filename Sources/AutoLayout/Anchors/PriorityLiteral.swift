/// Binds looser than relations, tighter than `&&`: `a.leading == b.trailing + 12 ~ 750`.
precedencegroup LayoutPriorityPrecedence {
  lowerThan: ComparisonPrecedence
  higherThan: LogicalConjunctionPrecedence
}

infix operator ~ : LayoutPriorityPrecedence

/// An integer literal in 1...1000 as a priority; computed numbers use `Priority.init`, which may
/// fail.
public struct PriorityLiteral: ExpressibleByIntegerLiteral, Sendable {
  /// The rank.
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
  /// The priority of a literal in 1...1000.
  public static func at(_ literal: PriorityLiteral) -> Priority { literal.priority }
}

/// The same constraint at another priority.
public func ~ (constraint: LayoutConstraint, priority: Priority) -> LayoutConstraint {
  var result = constraint
  result.priority = priority
  return result
}

/// The same constraint at the priority of a literal in 1...1000.
public func ~ (constraint: LayoutConstraint, literal: PriorityLiteral) -> LayoutConstraint {
  constraint ~ literal.priority
}

extension LayoutConstraint {
  /// The same constraint with a name for diagnostics.
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
