extension LayoutScene {
  /// Installs a constraint, last in document order.
  ///
  /// - Parameters:
  ///   - constraint: The constraint; without a name it goes by its own text.
  ///   - isPermanent: Whether it is never removed, nor changes its factor or priority. The engine
  ///     may rely on permanent constraints: a width that they decide needs no measuring of
  ///     unwrapped text, and a ratio of such a width no joint solution of both axes.
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, absurd numbers.
  @discardableResult
  public mutating func add(
    _ constraint: LayoutConstraint, isPermanent: Bool = false
  ) throws(SceneError) -> ConstraintID {
    try check(constraint)
    try checkRoom(for: 1)
    return install(constraint, isPermanent: isPermanent)
  }

  /// Installs constraints, last in document order; all of them or, after an error, none.
  ///
  /// - Throws: `SceneError` for unknown items, pairs that UIKit refuses, absurd numbers.
  @discardableResult
  public mutating func add(
    _ constraints: [LayoutConstraint], isPermanent: Bool = false
  ) throws(SceneError) -> [ConstraintID] {
    for constraint in constraints { try check(constraint) }
    try checkRoom(for: constraints.count)
    return constraints.map { install($0, isPermanent: isPermanent) }
  }

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

  /// Takes a constraint out of the scene.
  ///
  /// - Throws: `SceneError` when it is not there, or was added for good.
  public mutating func remove(_ id: ConstraintID) throws(SceneError) {
    try checkRemovable(id)
    uninstall(try place(of: id))
  }

  /// Takes constraints out of the scene; all of them or, after an error, none.
  ///
  /// - Throws: `SceneError` when one is not there, or was added for good.
  public mutating func remove(_ ids: [ConstraintID]) throws(SceneError) {
    for id in ids { try checkRemovable(id) }
    if ids.count == 1 { return uninstall(try place(of: ids[0])) }
    // One walk, so that taking out everything takes no longer than laying it out.
    let leaving = Set(ids)
    var groupsLeft: Set<Int> = []
    for constraint in constraints where leaving.contains(constraint.id) {
      noteRemoval(constraint)
      if let group = constraint.group { groupsLeft.insert(group) }
    }
    constraints.removeAll { leaving.contains($0.id) }
    for group in groupsLeft { groups[group].members.removeAll { leaving.contains($0) } }
  }

  /// The constraint of an id, if it is in the scene.
  public func constraint(_ id: ConstraintID) -> LayoutConstraint? {
    knownPlace(of: id).map { constraints[$0].constraint }
  }

  /// Changes the constant of a constraint, in points.
  ///
  /// - Throws: `SceneError` when it is not there, or for an absurd number.
  public mutating func setConstant(_ id: ConstraintID, _ constant: Double) throws(SceneError) {
    let place = try place(of: id)
    let constraint = constraints[place].constraint
    try check(constant, "the constant of '\(text(of: constraint))'")
    guard constraint.constant != constant else { return }
    constraints[place].constraint.constant = constant
    touch(row: constraints[place].row)
    bindingChurn.changed(itemsTied(by: constraint))
  }

  /// Changes the factor of a constraint; the next layout solves from nothing, by the same engine.
  ///
  /// - Throws: `SceneError` when it is not there, was added for good, or for an absurd number.
  public mutating func setMultiplier(
    _ id: ConstraintID, _ multiplier: Double
  ) throws(SceneError) {
    let place = try place(of: id)
    try checkTermsMayChange(place)
    var constraint = constraints[place].constraint
    guard constraint.multiplier != multiplier else { return }
    constraint.multiplier = multiplier
    try check(constraint)
    constraints[place].constraint = constraint
    rows.setMultiplier(constraints[place].row, multiplier)
    touch(row: constraints[place].row)
    bindingChurn.changed(itemsTied(by: constraint))
  }

  /// Changes the priority of a constraint.
  ///
  /// Between priorities that its terms have had before no engine is made.
  ///
  /// - Throws: `SceneError` when it is not there, or was added for good.
  public mutating func setPriority(_ id: ConstraintID, _ priority: Priority) throws(SceneError) {
    let place = try place(of: id)
    try checkTermsMayChange(place)
    guard constraints[place].constraint.priority != priority else { return }
    constraints[place].constraint.priority = priority
    let old = constraints[place].row
    let (row, isNew) = rows.take(constraints[place].constraint, id: id, isPermanent: false)
    rows.release(old)
    constraints[place].row = row
    touch(row: old)
    if isNew { structureChanged() } else { touch(row: row) }
    bindingChurn.changed(itemsTied(by: constraints[place].constraint))
  }

  /// Installs a checked constraint.
  mutating func install(
    _ constraint: LayoutConstraint, group: Int? = nil, isPermanent: Bool = false
  ) -> ConstraintID {
    lastSerial += 1
    let id = ConstraintID(serial: lastSerial, place: 0)
    insert(constraint, id: id, group: group, isPermanent: isPermanent)
    bindingChurn.added(constraint, itemsTied(by: constraint))
    return id
  }

  /// Puts a checked constraint at its place in the document.
  mutating func insert(
    _ constraint: LayoutConstraint, id: ConstraintID, group: Int? = nil, isOn: Bool = true,
    isPermanent: Bool = false
  ) {
    let (row, isNew) = rows.take(constraint, id: id, isPermanent: isPermanent)
    constraints.insert(
      SceneConstraint(
        id: id, constraint: constraint, group: group, isOn: isOn, isPermanent: isPermanent,
        row: row),
      at: insertionPlace(of: id))
    if isNew { structureChanged() } else { touch(row: row) }
  }

  private mutating func uninstall(_ place: Int) {
    let removed = constraints.remove(at: place)
    if let group = removed.group { groups[group].members.removeAll { $0 == removed.id } }
    noteRemoval(removed)
  }

  private mutating func noteRemoval(_ removed: SceneConstraint) {
    rows.release(removed.row)
    touch(row: removed.row)
    bindingChurn.removed(removed.constraint, itemsTied(by: removed.constraint))
  }

  private func checkRemovable(_ id: ConstraintID) throws(SceneError) {
    let constraint = constraints[try place(of: id)]
    guard !constraint.isPermanent else { throw .permanent(text(of: constraint.constraint)) }
  }

  private func checkTermsMayChange(_ place: Int) throws(SceneError) {
    guard !constraints[place].isPermanent else {
      throw .permanent(text(of: constraints[place].constraint))
    }
  }
}
