/// How the two sides of a constraint compare.
public enum Relation: String, Hashable, Sendable {
  /// Both sides are equal.
  case equal = "=="
  /// The left side is at least the right one.
  case greaterOrEqual = ">="
  /// The left side is at most the right one.
  case lessOrEqual = "<="
}

/// The priority of a constraint: 1000 is required; smaller ones are violated first.
public struct Priority: Hashable, Sendable, Comparable {
  /// The number, in 1...1000.
  public let value: Int

  /// Creates a priority, or nothing outside 1...1000.
  public init?(_ value: Int) {
    guard (1...1000).contains(value) else { return nil }
    self.value = value
  }

  private init(known value: Int) { self.value = value }

  /// Satisfied whenever possible.
  public static let required = Priority(known: 1000)
  /// Default compression resistance.
  public static let defaultCompression = Priority(known: 750)
  /// Default hugging.
  public static let defaultHugging = Priority(known: 250)
  /// The preference of a cell for the smallest size.
  public static let fitting = Priority(known: 50)

  /// Whether it is 1000.
  public var isRequired: Bool { value == 1000 }

  /// Whether the left one is smaller.
  public static func < (left: Priority, right: Priority) -> Bool { left.value < right.value }
}

/// One attribute of one item.
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
/// `first RELATION multiplier * second + constant @priority`.
public struct LayoutConstraint: Hashable, Sendable {
  /// Name for diagnostics.
  public var name: String
  /// The anchor on the left-hand side.
  public var first: Anchor
  /// How the sides compare.
  public var relation: Relation
  /// Factor of the second anchor.
  public var multiplier: Double
  /// The anchor on the right-hand side; `nil` for a constraint against a constant.
  public var second: Anchor?
  /// Added to the right-hand side, in points.
  public var constant: Double
  /// Rank of the constraint.
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
