public import AutoLayout

/// The priority of a node's constraint, written as a number or by one of Panda's names.
public struct NodePriority: Hashable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The priority in 1...1000.
  public let priority: Priority

  /// Creates a priority from a number, rounded to the nearest whole one in 1...1000.
  ///
  /// What is no number becomes 1.
  public init(_ value: Double) {
    let whole = value.isNaN ? 1 : min(max(value.rounded(), 1), 1000)
    priority = Priority(Int(whole)) ?? .required
  }

  /// Creates a priority from a literal.
  public init(floatLiteral value: Double) { self.init(value) }

  /// Creates a priority from a literal.
  public init(integerLiteral value: Int) { self.init(Double(value)) }

  /// Required: 1000.
  public static let required: NodePriority = 1000
  /// The priority of a node's content size: 750.
  public static let strong: NodePriority = 750
  /// 250.
  public static let medium: NodePriority = 250
  /// 10.
  public static let weak: NodePriority = 10
}

infix operator ~ : LayoutPriorityPrecedence

/// Sets the priority of a constraint, and returns it.
@discardableResult
public func ~ (constraint: NodeConstraint, priority: NodePriority) -> NodeConstraint {
  constraint.priority = priority
  return constraint
}

/// Sets the priority of constraints, and returns them.
@discardableResult
public func ~ (constraints: [NodeConstraint], priority: NodePriority) -> [NodeConstraint] {
  for constraint in constraints { constraint.priority = priority }
  return constraints
}
