public import AutoLayout

/// A constraint of a node; it is active as soon as it is created.
///
/// The node on the left-hand side stores the constraint. Changes take effect in the next layout. A
/// new constant does not create a new engine.
public final class NodeConstraint: CustomStringConvertible {
  /// Distance added to the right-hand side, in points.
  public var constant: Double
  /// Priority of the constraint; required unless `~` sets another.
  public var priority = NodePriority.required
  /// Whether the constraint is active; the node on the left-hand side stores only active
  /// constraints.
  public var isActive = true {
    didSet {
      guard isActive != oldValue, let first else { return }
      if isActive { first.keep(self) } else { first.drop(self) }
    }
  }

  /// The attribute of the first node.
  public let attribute: NodeAttribute
  /// How the left-hand side compares with the right-hand side.
  public let relation: Relation
  /// Factor of the second node's attribute.
  public let multiplier: Double
  /// The attribute of the second node; `nil` if the right-hand side is a number.
  public let secondAttribute: NodeAttribute?
  /// The superitem's edge to which the number on the right-hand side is added; `nil` for extents,
  /// and if there is a second node.
  public let origin: NodeAttribute?
  private(set) weak var first: LayoutManager?
  private(set) weak var second: LayoutManager?

  /// Creates a constraint between two nodes and makes it active.
  init(_ first: NodeExpression, _ relation: Relation, _ second: NodeExpression) {
    attribute = first.attribute
    self.relation = relation
    multiplier = second.multiplier
    secondAttribute = second.attribute
    origin = nil
    constant = second.constant
    self.first = first.item.manager
    self.second = second.item.manager
    first.item.manager.keep(self)
  }

  /// Creates a constraint between a node and a number, and makes it active; the number is measured
  /// from an edge of the superitem.
  init(
    _ first: NodeExpression, _ relation: Relation, constant: Double, from origin: NodeAttribute?
  ) {
    attribute = first.attribute
    self.relation = relation
    multiplier = 1
    secondAttribute = nil
    self.origin = origin
    self.constant = constant
    self.first = first.item.manager
    first.item.manager.keep(self)
  }

  /// Whether a node of the constraint no longer exists.
  var isOrphan: Bool { first == nil || secondAttribute != nil && second == nil }

  /// The constraint as text, such as `title.left == icon.right + 8 ~ 750`.
  public var description: String {
    var text = "\(first?.label ?? "gone").\(attribute.rawValue) \(relation.rawValue) "
    if let secondAttribute {
      if multiplier != 1 { text += "\(multiplier) * " }
      text += "\(second?.label ?? "gone").\(secondAttribute.rawValue)\(distance)"
    } else if let origin, origin != attribute.origin {
      text += "superItem.\(origin.rawValue)\(distance)"
    } else {
      text += "\(constant)"
    }
    if priority != .required { text += " ~ \(priority.priority.value)" }
    return text
  }

  /// The constant as text to append to an anchor; empty for 0.
  private var distance: String {
    constant == 0 ? "" : constant < 0 ? " - \(-constant)" : " + \(constant)"
  }
}

/// The priority of a node's constraint, written as a number or as one of the names that Panda uses.
public struct NodePriority: Hashable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The priority in 1...1000.
  public let priority: Priority

  /// Creates a priority from a number, which is rounded and clamped to a whole number in 1...1000.
  ///
  /// NaN becomes 1.
  public init(_ value: Double) {
    let whole = value.isNaN ? 1 : min(max(value.rounded(), 1), 1000)
    priority = Priority(Int(whole)) ?? .required
  }

  /// Creates a priority from a literal, which is rounded and clamped to 1...1000.
  public init(floatLiteral value: Double) { self.init(value) }

  /// Creates a priority from a literal, which is clamped to 1...1000.
  public init(integerLiteral value: Int) { self.init(Double(value)) }

  /// The priority of required constraints: 1000.
  public static let required: NodePriority = 1000
  /// The priority of content hugging and compression resistance of nodes: 750.
  public static let strong: NodePriority = 750
  /// A medium priority: 250.
  public static let medium: NodePriority = 250
  /// A weak priority: 10.
  public static let weak: NodePriority = 10
}

infix operator ~ : LayoutPriorityPrecedence

/// Sets the priority of a constraint and returns the constraint.
@discardableResult
public func ~ (constraint: NodeConstraint, priority: NodePriority) -> NodeConstraint {
  constraint.priority = priority
  return constraint
}

/// Sets the priority of constraints and returns the constraints.
@discardableResult
public func ~ (constraints: [NodeConstraint], priority: NodePriority) -> [NodeConstraint] {
  for constraint in constraints { constraint.priority = priority }
  return constraints
}
