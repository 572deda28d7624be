public import LayoutPrimitives

/// Where a constraint in the engine comes from.
public enum ConstraintSource: Hashable, Sendable {
  /// The fixed width of the root.
  case environmentWidth
  /// The fixed height of the root.
  case environmentHeight
  /// A preference of the root for a target width or height.
  case fittingPull
  /// A required width or height of an item.
  case fixed(item: Int, axis: Axis)
  /// An item's preference not to be larger than its content along an axis.
  case hugging(item: Int, axis: Axis)
  /// An item's preference not to be smaller than its content along an axis.
  case compression(item: Int, axis: Axis)
  /// A constraint of the `LayoutSystem`, given by its index.
  case constraint(Int)

  /// The indices of the constraint's items, that of the left-hand side first.
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

/// A constraint in the engine, with its source and with the numbers bound for the laid-out record.
public struct ImposedConstraint: Hashable, Sendable {
  /// Where the constraint comes from.
  public var source: ConstraintSource
  /// The name of the constraint in diagnostics.
  public var name: String
  /// The constraint's linear form with the bound and measured numbers:
  /// `title.width >= 120.333 @750`.
  public var equation: String
  /// The indices of the constraint's items, that of the left-hand side first.
  public var items: [Int]
  /// The priority of the constraint, 1...1000.
  public var priority: Priority
}
