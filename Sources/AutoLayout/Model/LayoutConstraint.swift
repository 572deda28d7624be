/// An attribute of an item, as one side of a constraint.
public struct Anchor: Hashable, Sendable {
  /// Index of the item in its `LayoutSystem`.
  public var item: Int
  /// The attribute of that item.
  public var attribute: Attribute

  /// Creates an anchor.
  public init(item: Int, attribute: Attribute) {
    self.item = item
    self.attribute = attribute
  }
}

// reason: a plain value; an engine checks and installs it.
/// A constraint between two anchors: `first RELATION multiplier * second + constant @priority`.
public struct LayoutConstraint: Hashable, Sendable {
  /// Name of the constraint for diagnostics.
  public var name: String
  /// The anchor on the left-hand side.
  public var first: Anchor
  /// How the left-hand side compares with the right-hand side.
  public var relation: Relation
  /// Factor of the second anchor.
  public var multiplier: Double
  /// The anchor on the right-hand side; `nil` for a constraint against a constant.
  public var second: Anchor?
  /// Constant added to the right-hand side, in points.
  public var constant: Double
  /// Priority of the constraint.
  public var priority: Priority

  /// Creates a constraint, which has no effect until an engine installs it.
  public init(
    name: String, first: Anchor, relation: Relation, multiplier: Double = 1, second: Anchor?,
    constant: Double = 0, priority: Priority = .required
  ) {
    self.name = name
    self.first = first
    self.relation = relation
    self.multiplier = multiplier
    self.second = second
    self.constant = constant
    self.priority = priority
  }
}
