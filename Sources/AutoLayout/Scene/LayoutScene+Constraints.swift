extension LayoutScene {
  /// The constraints in the scene, in document order, those of inactive groups included.
  public var installedConstraints: [LayoutConstraint] { table.entries.map(\.constraint) }

  /// The constraint of an id, if it is in the scene.
  public func constraint(_ id: ConstraintID) -> LayoutConstraint? { table[id]?.constraint }

  /// Number of the engine's rows for constraints, with those of removed ones.
  public var rowCount: Int { table.rows.count }

  /// Adds the constraints of a closure, last in document order; all or none.
  ///
  /// - Parameters:
  ///   - isPermanent: Whether they are never removed.
  ///   - constraints: Its argument is the root, because the scene is inaccessible in the closure.
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, invalid numbers.
  @discardableResult
  public mutating func add(
    isPermanent: Bool = false,
    @ConstraintBuilder _ constraints: (_ root: SceneItem) -> [LayoutConstraint]
  ) throws(SceneError) -> [ConstraintID] {
    try add(constraints(root), isPermanent: isPermanent)
  }

  /// Adds the constraints of a closure as a group.
  ///
  /// - Parameters:
  ///   - isActive: Whether they hold from the beginning.
  ///   - constraints: Its argument is the root, because the scene is inaccessible in the closure.
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, invalid numbers.
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
