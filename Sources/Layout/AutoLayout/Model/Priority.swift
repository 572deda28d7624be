/// The priority of a constraint: 1000 is required; a constraint of a smaller priority is violated
/// first.
public struct Priority: Hashable, Sendable, Comparable {
  /// The priority as a number in 1...1000.
  public let value: Int

  /// Creates a priority; `nil` for a number outside 1...1000.
  public init?(_ value: Int) {
    guard (1...1000).contains(value) else { return nil }
    self.value = value
  }

  private init(known value: Int) { self.value = value }

  /// The priority of required constraints, 1000.
  public static let required = Priority(known: 1000)
  /// The default priority of compression resistance, 750.
  public static let defaultCompression = Priority(known: 750)
  /// The default priority of content hugging, 250.
  public static let defaultHugging = Priority(known: 250)
  /// The priority at which a cell prefers the smallest size, 50.
  public static let fitting = Priority(known: 50)

  /// Whether the priority is 1000.
  public var isRequired: Bool { value == 1000 }

  /// Whether the left priority is the smaller one.
  public static func < (left: Priority, right: Priority) -> Bool { left.value < right.value }
}

/// The precedence of `~`, below relations and above `&&`, so that `a.leading == b.trailing + 12 ~
/// 750` needs no parentheses.
precedencegroup LayoutPriorityPrecedence {
  lowerThan: ComparisonPrecedence
  higherThan: LogicalConjunctionPrecedence
}

infix operator ~ : LayoutPriorityPrecedence

/// An integer literal in 1...1000 as a priority; for a computed number use `Priority.init`, which
/// may return `nil`.
public struct PriorityLiteral: ExpressibleByIntegerLiteral, Sendable {
  /// The priority with the literal's value.
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
  /// Creates a priority from a literal in 1...1000.
  public static func at(_ literal: PriorityLiteral) -> Priority { literal.priority }
}

/// Returns a copy of the constraint with another priority.
public func ~ (constraint: LayoutConstraint, priority: Priority) -> LayoutConstraint {
  var result = constraint
  result.priority = priority
  return result
}

/// Returns a copy of the constraint with another priority, a literal in 1...1000.
public func ~ (constraint: LayoutConstraint, literal: PriorityLiteral) -> LayoutConstraint {
  constraint ~ literal.priority
}

extension LayoutConstraint {
  /// Returns a copy of the constraint that has the given name in diagnostics.
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
