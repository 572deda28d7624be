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

  /// Adds a constraint, last in document order.
  ///
  /// - Parameters:
  ///   - constraint: The constraint; without a name its text is used.
  ///   - isPermanent: Whether the constraint is never removed, and its multiplier and priority
  ///     never change. A width that permanent constraints decide needs no unwrapped text, and a
  ///     ratio of such a width needs no joint solution of both axes.
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, invalid numbers.
  @discardableResult
  public mutating func add(
    _ constraint: LayoutConstraint, isPermanent: Bool = false
  ) throws(SceneError) -> ConstraintID {
    try add([constraint], isPermanent: isPermanent)[0]
  }

  /// Removes a constraint.
  ///
  /// - Throws: `SceneError` where the constraint is not in the scene, or is permanent.
  public mutating func remove(_ id: ConstraintID) throws(SceneError) {
    try remove([id])
  }

  /// Throws where there is no room for the constraints of a stack or grid.
  ///
  /// - Parameters:
  ///   - ids: The ids of the constraints that are to hold.
  ///   - serial: The `ConstraintID.serial` of all constraints of the stack or grid.
  ///   - keepsOthers: Whether others stay in the scene.
  /// - Returns: The ids of the constraints that have to be removed.
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
