extension LayoutScene {
  /// The constraints in the scene, in document order, those of inactive groups included.
  public var installedConstraints: [LayoutConstraint] { table.entries.map(\.constraint) }

  /// The constraint with an id; `nil` where it is not in the scene.
  public func constraint(_ id: ConstraintID) -> LayoutConstraint? { table[id]?.constraint }

  /// Number of the engine's rows for constraints, including spare rows of removed constraints.
  public var rowCount: Int { table.rows.count }

  /// Adds the constraints that a closure returns, last in document order; after an error, none of
  /// them.
  ///
  /// - Parameters:
  ///   - isPermanent: Whether the constraints are never removed, and their multiplier and priority
  ///     never change.
  ///   - constraints: Returns the constraints; its argument is the root, because the scene is
  ///     inaccessible in the closure.
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, invalid numbers.
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
  ///   - isActive: Whether the constraints hold from the beginning.
  ///   - constraints: Returns the constraints; its argument is the root, because the scene is
  ///     inaccessible in the closure.
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, invalid numbers.
  public mutating func addGroup(
    isActive: Bool = false,
    @ConstraintBuilder _ constraints: (_ root: SceneItem) -> [LayoutConstraint]
  ) throws(SceneError) -> GroupID {
    try addGroup(isActive: isActive, constraints(root))
  }

  /// The ids of a group's constraints, in document order; none for an unknown group.
  public func constraints(in group: GroupID) -> [ConstraintID] {
    table.groups.indices.contains(group.index) ? table.groups[group.index].members : []
  }

  /// Whether the constraints of a group are switched on.
  public func isActive(_ group: GroupID) -> Bool {
    table.groups.indices.contains(group.index) && table.groups[group.index].isActive
  }
}
