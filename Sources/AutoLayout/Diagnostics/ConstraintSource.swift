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

  /// The items that the constraint is about, that of its left-hand side first.
  func items(in system: LayoutSystem) -> [Int] {
    switch self {
    case .environmentWidth, .environmentHeight, .fittingPull: return [0]
    case .fixed(let item, _), .hugging(let item, _), .compression(let item, _): return [item]
    case .constraint(let index):
      let constraint = system.constraints[index]
      return [constraint.first.item] + (constraint.second.map { [$0.item] } ?? [])
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
}
