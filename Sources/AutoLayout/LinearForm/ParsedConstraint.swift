// reason: a plain value; what was read, before it is checked.
/// A constraint as parsed: names are not resolved, bound numbers not evaluated.
public struct ParsedConstraint: Hashable, Sendable {
  /// An item's name in a text.
  public enum ItemName: Hashable, Sendable {
    /// By its id.
    case named(String)
    /// `|` of the visual format: the common superview of the string's views.
    case superview
  }

  // reason: a plain value; what was read, before it is checked.
  /// One attribute of a named item.
  public struct Anchor: Hashable, Sendable {
    /// The item.
    public var item: ItemName
    /// Its attribute.
    public var attribute: Attribute
    /// Offset of the item's name in the text, in characters.
    public var offset: Int

    /// Creates an anchor.
    public init(item: ItemName, attribute: Attribute, offset: Int) {
      self.item = item
      self.attribute = attribute
      self.offset = offset
    }
  }

  /// A named priority, as the metrics of the visual format.
  public struct PriorityName: Hashable, Sendable {
    /// The name.
    public var name: String
    /// Its offset in the text, in characters.
    public var offset: Int
  }

  /// The left-hand side.
  public var first: Anchor
  /// How the sides compare.
  public var relation: Relation
  /// Factor of the second anchor; 1 when the text names none.
  public var multiplier: Quantity
  /// The anchor on the right-hand side; `nil` for a constraint against a number.
  public var second: Anchor?
  /// Added to the right-hand side, in points; 0 when the text names none.
  public var constant: Quantity
  /// Priority of the constraint; 1000 where only its name is known.
  public var priority: Priority
  /// The name of its priority; `nil` where the text has a number.
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
