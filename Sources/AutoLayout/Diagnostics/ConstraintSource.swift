public import LayoutPrimitives

/// What imposes a constraint on the engine.
public enum ConstraintSource: Hashable, Sendable {
  /// The environment's width of the root.
  case environmentWidth
  /// A height at which the root is held.
  case environmentHeight
  /// The pull that makes the root as small as its constraints allow.
  case fittingPull
  /// A required extent of an item.
  case fixed(item: Int, axis: Axis)
  /// An item's wish not to be larger than its content.
  case hugging(item: Int, axis: Axis)
  /// An item's resistance against being smaller than its content.
  case compression(item: Int, axis: Axis)
  /// A constraint of the `LayoutSystem`, by index.
  case constraint(Int)

  /// The source of an engine's row.
  init(_ origin: RowOrigin) {
    switch origin {
    case .environmentWidth: self = .environmentWidth
    case .environmentHeight: self = .environmentHeight
    case .fittingTarget: self = .fittingPull
    case .fixed(let item, let axis): self = .fixed(item: item, axis: axis)
    case .hugging(let item, let axis): self = .hugging(item: item, axis: axis)
    case .compression(let item, let axis): self = .compression(item: item, axis: axis)
    case .constraint(let index): self = .constraint(index)
    }
  }
}

/// A constraint as it stood in the engine: where it comes from, and its numbers as bound.
public struct ImposedConstraint: Hashable, Sendable {
  /// What imposes it.
  public var source: ConstraintSource
  /// What it is called in diagnostics.
  public var name: String
  /// The linear form with every number as bound and measured: `title.width >= 120.333 @750`.
  public var equation: String
  /// Items it speaks of, the first one first.
  public var items: [Int]
  /// Its rank, 1...1000.
  public var priority: Priority

  /// Creates a description of a constraint.
  public init(
    source: ConstraintSource, name: String, equation: String, items: [Int], priority: Priority
  ) {
    self.source = source
    self.name = name
    self.equation = equation
    self.items = items
    self.priority = priority
  }
}
