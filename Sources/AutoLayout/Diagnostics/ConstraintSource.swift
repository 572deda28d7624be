public import LayoutPrimitives

/// The source of a constraint in the engine.
public enum ConstraintSource: Hashable, Sendable {
  /// The given width of the root.
  case environmentWidth
  /// The given height of the root.
  case environmentHeight
  /// The preference of the root for a target size.
  case fittingPull
  /// A required extent of an item.
  case fixed(item: Int, axis: Axis)
  /// An item's preference not to be larger than its content.
  case hugging(item: Int, axis: Axis)
  /// An item's preference not to be smaller than its content.
  case compression(item: Int, axis: Axis)
  /// A constraint of the `LayoutSystem`, by index.
  case constraint(Int)

  /// The items of the constraint, that of its left-hand side first.
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

/// A constraint in the engine: its source, and its numbers as bound.
public struct ImposedConstraint: Hashable, Sendable {
  /// Its source.
  public var source: ConstraintSource
  /// Its name in diagnostics.
  public var name: String
  /// The linear form with every number as bound and measured: `title.width >= 120.333 @750`.
  public var equation: String
  /// Its items, that of the left-hand side first.
  public var items: [Int]
  /// Its rank, 1...1000.
  public var priority: Priority
}
