// reason: a plain value; what was read, before it is checked.
/// A constraint as parsed, with names not yet resolved and bound numbers not yet evaluated.
public struct ParsedConstraint: Hashable, Sendable {
  /// How a text names an item.
  public enum ItemName: Hashable, Sendable {
    /// By the item's id.
    case named(String)
    /// `|` of the visual format: the common superview of the string's views.
    case superview
  }

  // reason: a plain value; what was read, before it is checked.
  /// One attribute of a named item.
  public struct Anchor: Hashable, Sendable {
    /// The named item.
    public var item: ItemName
    /// The attribute of the item.
    public var attribute: Attribute
    /// Offset of the item's name in the text, in characters from 0.
    public var offset: Int

    /// Creates an anchor.
    public init(item: ItemName, attribute: Attribute, offset: Int) {
      self.item = item
      self.attribute = attribute
      self.offset = offset
    }
  }

  /// The name of a priority, which is a metric of the visual format.
  public struct PriorityName: Hashable, Sendable {
    /// The name of the metric.
    public var name: String
    /// Offset of the name in the text, in characters from 0.
    public var offset: Int
  }

  /// The anchor on the left-hand side.
  public var first: Anchor
  /// How the left-hand side compares with the right-hand side.
  public var relation: Relation
  /// Factor of the second anchor; 1 where the text has none.
  public var multiplier: Quantity
  /// The anchor on the right-hand side; `nil` for a constraint against a number.
  public var second: Anchor?
  /// Constant added to the right-hand side, in points; 0 where the text has none.
  public var constant: Quantity
  /// Priority of the constraint; 1000 where the text has none, or `priorityName` instead.
  public var priority: Priority
  /// The name of the constraint's priority; `nil` where the text has a number or no priority.
  public var priorityName: PriorityName?

  /// Creates a constraint from its parts.
  public init(
    first: Anchor, relation: Relation, multiplier: Quantity = .literal(1), second: Anchor?,
    constant: Quantity = .literal(0), priority: Priority = .required
  ) {
    self.first = first
    self.relation = relation
    self.multiplier = multiplier
    self.second = second
    self.constant = constant
    self.priority = priority
  }
}
