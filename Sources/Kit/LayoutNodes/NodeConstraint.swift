public import AutoLayout

/// A constraint of a node, which is active as soon as it is written.
///
/// The node on its left-hand side stores it. Changes take effect in the next layout; a new constant
/// creates no new engine.
public final class NodeConstraint: CustomStringConvertible {
  /// Distance added to the right-hand side, in points.
  public var constant: Double
  /// Priority of the constraint; required unless `~` sets another.
  public var priority = NodePriority.required
  /// Whether the constraint is active; its node stores it only while it is.
  public var isActive = true {
    didSet {
      guard isActive != oldValue, let first else { return }
      if isActive { first.keep(self) } else { first.drop(self) }
    }
  }

  /// The attribute of the first node.
  public let attribute: NodeAttribute
  /// How both sides compare.
  public let relation: Relation
  /// Factor of the second node's attribute.
  public let multiplier: Double
  /// The attribute of the second node; `nil` for a constraint against a number.
  public let secondAttribute: NodeAttribute?
  /// The superitem's edge to which the number of a constraint without a second node is added; `nil`
  /// for extents and with a second node.
  public let origin: NodeAttribute?
  private(set) weak var first: LayoutManager?
  private(set) weak var second: LayoutManager?

  /// Creates a constraint of two nodes that is active at once.
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

  /// Creates a constraint against a number, measured from an edge of the superitem, that is active
  /// at once.
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

  /// Whether a node of the constraint is no more.
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

  /// The constant as text behind an anchor; empty for 0.
  private var distance: String {
    constant == 0 ? "" : constant < 0 ? " - \(-constant)" : " + \(constant)"
  }
}

/// The priority of a node's constraint, written as a number or by one of Panda's names.
public struct NodePriority: Hashable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The priority in 1...1000.
  public let priority: Priority

  /// Creates a priority from a number, rounded to the nearest whole one in 1...1000.
  ///
  /// NaN becomes 1.
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
