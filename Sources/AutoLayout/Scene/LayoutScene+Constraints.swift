extension LayoutScene {
  /// The constraints in the scene, in document order, those of inactive groups included.
  public var installedConstraints: [LayoutConstraint] { table.entries.map(\.constraint) }

  /// The constraint of an id, if it is in the scene.
  public func constraint(_ id: ConstraintID) -> LayoutConstraint? { table[id]?.constraint }

  /// Rows that the engine has for constraints, those of removed ones included.
  public var rowCount: Int { table.rows.count }

  /// Installs the constraints that a closure states, last in document order; all or none.
  ///
  /// - Parameters:
  ///   - isPermanent: Whether they are never removed.
  ///   - constraints: Is handed the root, because the scene is busy while it is changed.
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, absurd numbers.
  @discardableResult
  public mutating func add(
    isPermanent: Bool = false,
    @ConstraintBuilder _ constraints: (_ root: SceneItem) -> [LayoutConstraint]
  ) throws(SceneError) -> [ConstraintID] {
    try add(constraints(root), isPermanent: isPermanent)
  }

  /// Adds the constraints that a closure states as a group.
  ///
  /// - Parameters:
  ///   - isActive: Whether they hold from the start.
  ///   - constraints: Is handed the root, because the scene is busy while it is changed.
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, absurd numbers.
  public mutating func addGroup(
    isActive: Bool = false,
    @ConstraintBuilder _ constraints: (_ root: SceneItem) -> [LayoutConstraint]
  ) throws(SceneError) -> GroupID {
    try addGroup(isActive: isActive, constraints(root))
  }

  /// The constraints of a group, in document order.
  public func constraints(in group: GroupID) -> [ConstraintID] {
    table.groups.indices.contains(group.index) ? table.groups[group.index].members : []
  }

  /// Whether a group holds.
  public func isActive(_ group: GroupID) -> Bool {
    table.groups.indices.contains(group.index) && table.groups[group.index].isActive
  }
}
