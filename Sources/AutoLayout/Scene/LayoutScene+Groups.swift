extension LayoutScene {
  /// Adds constraints that are switched together, last in document order.
  ///
  /// - Parameter isActive: Whether they hold from the start.
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, absurd numbers.
  public mutating func addGroup(
    isActive: Bool = false, _ constraints: [LayoutConstraint]
  ) throws(SceneError) -> GroupID {
    for constraint in constraints { try check(constraint) }
    try checkRoom(for: constraints.count)
    groups.append(SceneGroup(isActive: isActive, members: []))
    let group = groups.count - 1
    for constraint in constraints {
      let id = install(constraint, group: group)
      groups[group].members.append(id)
    }
    return GroupID(index: group)
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
    groups.indices.contains(group.index) ? groups[group.index].members : []
  }

  /// Whether a group holds.
  public func isActive(_ group: GroupID) -> Bool {
    groups.indices.contains(group.index) && groups[group.index].isActive
  }

  /// Switches a group; nothing is torn down.
  ///
  /// - Throws: `SceneError.unknownGroup` for a group of another scene.
  public mutating func setActive(_ group: GroupID, _ isActive: Bool) throws(SceneError) {
    guard groups.indices.contains(group.index) else { throw .unknownGroup }
    guard groups[group.index].isActive != isActive else { return }
    groups[group.index].isActive = isActive
    for id in groups[group.index].members {
      guard let place = knownPlace(of: id) else { continue }
      touch(row: constraints[place].row)
      bindingChurn.switched(itemsTied(by: constraints[place].constraint))
    }
  }

  /// Begins a binding: what is removed and added again until its end counts as churn.
  ///
  /// Without it a binding lasts from one layout to the next.
  public mutating func beginBinding() {
    closeBinding()
    isBinding = true
  }

  /// Ends a binding and tells what it did to the constraints.
  @discardableResult
  public mutating func endBinding() -> ConstraintChurn {
    let churn = bindingChurn.churn(items)
    isBinding = false
    closeBinding()
    return churn
  }

  /// Does the changes of one record and tells what they did to the constraints.
  ///
  /// - Throws: What the changes throw.
  @discardableResult
  public mutating func bind<Failure: Error>(
    _ changes: (inout LayoutScene) throws(Failure) -> Void
  ) throws(Failure) -> ConstraintChurn {
    beginBinding()
    do { try changes(&self) } catch {
      endBinding()
      throw error
    }
    return endBinding()
  }

  /// What happened to the constraints since the scene was made.
  public var churn: ConstraintChurn {
    var all = earlierChurn
    all.add(bindingChurn)
    return all.churn(items)
  }

  mutating func closeBinding() {
    earlierChurn.add(bindingChurn)
    bindingChurn = ChurnCounter()
  }
}
