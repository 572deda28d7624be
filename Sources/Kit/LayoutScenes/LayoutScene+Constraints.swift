public import AutoLayout
public import LayoutPrimitives

extension LayoutScene {
  /// The constraints in the scene, in document order, including those of inactive groups.
  public var installedConstraints: [LayoutConstraint] { table.entries.map(\.constraint) }

  /// The constraint with the given id; `nil` if it is not in the scene.
  public func constraint(_ id: ConstraintID) -> LayoutConstraint? { table[id]?.constraint }

  /// Number of the engine's rows for constraints; it includes spare rows, whose constraints were
  /// removed.
  public var rowCount: Int { table.rows.count }

  /// Adds the constraints that a closure returns, last in document order; if one is refused, adds
  /// none.
  ///
  /// - Parameters:
  ///   - isPermanent: Whether the constraints are never removed and their multipliers and
  ///     priorities never change.
  ///   - constraints: Returns the constraints; its argument is the root, because the closure cannot
  ///     access the scene.
  /// - Throws: `SceneError` for unknown items, pairs of attributes that UIKit refuses, invalid
  ///   numbers, or if a limit would be exceeded.
  @discardableResult
  public mutating func add(
    isPermanent: Bool = false,
    @ConstraintBuilder _ constraints: (_ root: SceneItem) -> [LayoutConstraint]
  ) throws(SceneError) -> [ConstraintID] {
    try add(constraints(root), isPermanent: isPermanent)
  }

  /// Adds the constraints that a closure returns as a group, last in document order.
  ///
  /// - Parameters:
  ///   - isActive: Whether the group is switched on at first.
  ///   - constraints: Returns the constraints; its argument is the root, because the closure cannot
  ///     access the scene.
  /// - Throws: `SceneError` for unknown items, pairs of attributes that UIKit refuses, invalid
  ///   numbers, or if a limit would be exceeded; no constraint is added then.
  public mutating func addGroup(
    isActive: Bool = false,
    @ConstraintBuilder _ constraints: (_ root: SceneItem) -> [LayoutConstraint]
  ) throws(SceneError) -> GroupID {
    try addGroup(isActive: isActive, constraints(root))
  }

  /// The ids of a group's constraints, in document order; empty for an unknown group.
  public func constraints(in group: GroupID) -> [ConstraintID] {
    table.groups.indices.contains(group.index) ? table.groups[group.index].members : []
  }

  /// Whether the constraints of a group are switched on; `false` for an unknown group.
  public func isActive(_ group: GroupID) -> Bool {
    table.groups.indices.contains(group.index) && table.groups[group.index].isActive
  }

  /// Adds a constraint as the last one in document order.
  ///
  /// - Parameters:
  ///   - constraint: The constraint; if it has no name, its linear form is used as its name.
  ///   - isPermanent: Whether the constraint is never removed and its multiplier and priority never
  ///     change. If permanent constraints decide the width of a text, the text is not measured
  ///     unwrapped. A ratio of such a width does not join the axes.
  /// - Throws: `SceneError` for unknown items, pairs of attributes that UIKit refuses, invalid
  ///   numbers, or if a limit would be exceeded.
  @discardableResult
  public mutating func add(
    _ constraint: LayoutConstraint, isPermanent: Bool = false
  ) throws(SceneError) -> ConstraintID {
    try add([constraint], isPermanent: isPermanent)[0]
  }

  /// Removes a constraint.
  ///
  /// - Throws: `SceneError` if the constraint is not in the scene, or is permanent.
  public mutating func remove(_ id: ConstraintID) throws(SceneError) {
    try remove([id])
  }

  /// Throws if the constraints of a stack or grid would exceed the limit.
  ///
  /// - Parameters:
  ///   - ids: The ids of the constraints that will be active.
  ///   - serial: The `ConstraintID.serial` of all constraints of the stack or grid.
  ///   - keepsOthers: Whether other constraints of the stack or grid stay in the scene.
  /// - Returns: The ids of the constraints that must be removed.
  @discardableResult
  func checkRoom(
    for ids: [ConstraintID], serial: Int, keepingOthers keepsOthers: Bool
  ) throws(SceneError) -> [ConstraintID] {
    let kept = Set(ids)
    let leaving = keepsOthers ? [] : table.ids(serial: serial).filter { !kept.contains($0) }
    try table.checkRoom(for: ids.count { table[$0] == nil } - leaving.count)
    return leaving
  }
}

/// The id of a constraint of a scene; ids ascend in document order, which decides ties and
/// conflicts.
public struct ConstraintID: Hashable, Sendable, Comparable {
  /// Number of the addition, ascending; all constraints of one stack or grid have the same number.
  let serial: Int
  /// Position among the constraints of a stack or grid; 0 for any other constraint.
  let number: Int

  /// Whether the left constraint comes first in document order.
  public static func < (left: ConstraintID, right: ConstraintID) -> Bool {
    (left.serial, left.number) < (right.serial, right.number)
  }
}

/// The id of a group of constraints that are switched on or off together.
public struct GroupID: Hashable, Sendable {
  let index: Int
}

/// The id of a stack in a scene.
public struct StackID: Hashable, Sendable {
  let index: Int
}

/// The id of a grid in a scene.
public struct GridID: Hashable, Sendable {
  let index: Int
}

/// Collects the constraints that the statements of a closure create.
@resultBuilder
public enum ConstraintBuilder {
  /// Accepts a statement that is one constraint.
  public static func buildExpression(_ constraint: LayoutConstraint) -> [LayoutConstraint] {
    [constraint]
  }

  /// Accepts a statement that is an array of constraints.
  public static func buildExpression(_ constraints: [LayoutConstraint]) -> [LayoutConstraint] {
    constraints
  }

  /// Joins the constraints of all statements, top to bottom.
  public static func buildBlock(_ parts: [LayoutConstraint]...) -> [LayoutConstraint] {
    parts.flatMap { $0 }
  }

  /// Returns the constraints of an `if` without `else`; none if its condition is false.
  public static func buildOptional(_ part: [LayoutConstraint]?) -> [LayoutConstraint] {
    part ?? []
  }

  /// Returns the constraints of the first branch of an `if` with `else`.
  public static func buildEither(first part: [LayoutConstraint]) -> [LayoutConstraint] { part }

  /// Returns the constraints of the second branch of an `if` with `else`.
  public static func buildEither(second part: [LayoutConstraint]) -> [LayoutConstraint] { part }

  /// Joins the constraints of a loop in the order of its iterations.
  public static func buildArray(_ parts: [[LayoutConstraint]]) -> [LayoutConstraint] {
    parts.flatMap { $0 }
  }
}

extension LayoutScene {
  /// Adds the required constraints that place an item according to an autoresizing mask.
  ///
  /// If a position is a fraction of a superview's length and the superview is not the root, a guide
  /// is added. The guide extends from the superview's near edge to that position.
  ///
  /// - Parameters:
  ///   - item: The item; not the root.
  ///   - frame: The item's frame in its superview's coordinates, in points.
  ///   - mask: The flexible margins and extents.
  ///   - superviewSize: The size of the superview to which `frame` belongs, in points.
  /// - Returns: The ids of the constraints for x, width, y and height; the constraints of a guide
  ///   precede the constraint that uses the guide.
  /// - Throws: `SceneError` for the root, for invalid numbers, or if a limit would be exceeded.
  @discardableResult
  public mutating func addAutoresizing(
    _ item: SceneItem, frame: Rect, mask: AutoresizingMask, superviewSize: Size
  ) throws(SceneError) -> [ConstraintID] {
    try tree.check(item)
    guard let parent = superview(of: item) else { throw .unknownItem(item.index) }
    let numbers = [
      frame.x, frame.y, frame.width, frame.height, superviewSize.width, superviewSize.height,
    ]
    for number in numbers { try tree.check(number, "a number of the frame of '\(name(of: item))'") }
    try table.checkRoom(for: 12)
    try tree.checkRoom(for: 2)
    let name = name(of: item)
    let constraints = try AutoresizingConstraints.list(
      item: item.index, parent: parent.index, frame: frame, mask: mask,
      superviewSize: superviewSize
    ) { near throws(SceneError) in
      try addOwnGuide("\(name) after \(near.rawValue)", in: parent).index
    }
    return try add(constraints)
  }
}
