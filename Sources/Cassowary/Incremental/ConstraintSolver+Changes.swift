extension ConstraintSolver {
  /// Adds a constraint after all others in document order.
  ///
  /// A preferred one, and a required one with a free variable that nothing used before, cost no
  /// solve; another required one is checked at once. To add several, `add(contentsOf:to:)` checks
  /// once.
  ///
  /// - Parameters:
  ///   - constraint: Terms over existing variables; those of one variable are summed.
  ///   - group: The group that switches it; none by default.
  /// - Returns: The name of the constraint.
  /// - Throws: `ConstraintSolverError` when it is refused; the solver is then as it was.
  @discardableResult
  public mutating func add(
    _ constraint: LinearConstraint, to group: GroupID? = nil
  ) throws(ConstraintSolverError) -> ConstraintID {
    let added = try add(contentsOf: CollectionOfOne(constraint), to: group)
    return added[0]
  }

  /// Adds constraints in their order, all or none, with one check.
  ///
  /// - Parameters:
  ///   - constraints: Terms over existing variables; those of one variable are summed.
  ///   - group: The group that switches them; none by default.
  /// - Returns: The names of the constraints; shape `[constraints]`.
  /// - Throws: `ConstraintSolverError` when one is refused; the solver is then as it was.
  @discardableResult
  public mutating func add(
    contentsOf constraints: some Collection<LinearConstraint>, to group: GroupID? = nil
  ) throws(ConstraintSolverError) -> [ConstraintID] {
    try validate(group)
    var accepted: [LinearConstraint] = []
    accepted.reserveCapacity(constraints.count)
    for constraint in constraints { accepted.append(try validated(constraint)) }
    let wasSolved = isSolved
    let joinsBefore = joins
    var added: [ConstraintID] = []
    added.reserveCapacity(accepted.count)
    var toCheck: [Int] = []
    for constraint in accepted {
      let mayContradict = mayContradict(constraint)
      let slot = insert(constraint, group?.index)
      added.append(id(slot))
      if mayContradict, isActive(slot) { toCheck.append(slot) }
    }
    do {
      for slot in toCheck { try check(records[slot].part) }
    } catch {
      let touched = Set(added.map { records[$0.slot].part }).sorted()
      for id in added.reversed() { detach(id.slot) }
      // What only the refused constraints connected does not stay together.
      for part in touched where joins != joinsBefore || parts[part].isCrowded { divide(part) }
      recover(wasSolved: wasSolved)
      throw error
    }
    assert(structureViolation() == nil, structureViolation() ?? "")
    return added
  }

  /// Removes a constraint.
  ///
  /// Its row is switched off where it is; a part is divided and rebuilt when more than half of its
  /// rows, and at least 16, are dead, or all of them.
  ///
  /// - Throws: `ConstraintSolverError.unknownConstraint` if it was removed before.
  public mutating func remove(_ id: ConstraintID) throws(ConstraintSolverError) {
    let slot = try known(id)
    let part = records[slot].part
    detach(slot)
    if parts[part].isCrowded { divide(part) }
    assert(structureViolation() == nil, structureViolation() ?? "")
  }

  /// Changes the right-hand side of a constraint: one new value, mostly without a pivot.
  ///
  /// - Throws: `ConstraintSolverError` when a required constraint would contradict others, the
  ///   constant is no finite number or the constraint is gone; the solver is then as it was.
  public mutating func setConstant(
    _ id: ConstraintID, _ constant: Double
  ) throws(ConstraintSolverError) {
    let slot = try known(id)
    guard constant.isFinite else { throw .notFinite(value: "\(constant)", variable: nil) }
    let before = records[slot].constraint.constant
    guard constant != before else { return }
    let wasSolved = isSolved
    applyConstant(slot, constant)
    guard isActive(slot), records[slot].constraint.strength == .required else { return }
    do { try check(records[slot].part) } catch {
      applyConstant(slot, before)
      recover(wasSolved: wasSolved)
      throw error
    }
  }

  /// Changes how strictly a constraint is held; its place in document order stays.
  ///
  /// - Throws: `ConstraintSolverError` when the constraint becomes required and contradicts
  ///   others, the priority is out of range or the constraint is gone; the solver is then as it
  ///   was.
  public mutating func setPriority(
    _ id: ConstraintID, _ strength: Strength
  ) throws(ConstraintSolverError) {
    let slot = try known(id)
    try validate(strength)
    let before = records[slot].constraint.strength
    guard strength != before else { return }
    let wasSolved = isSolved
    applyStrength(slot, strength)
    guard isActive(slot), strength == .required else { return }
    do { try check(records[slot].part) } catch {
      applyStrength(slot, before)
      recover(wasSolved: wasSolved)
      throw error
    }
  }

  /// Switches the constraints of a group on or off together.
  ///
  /// - Throws: `ConstraintSolverError` when required ones among them would contradict others; the
  ///   solver is then as it was.
  public mutating func setActive(
    _ group: GroupID, _ isActive: Bool
  ) throws(ConstraintSolverError) {
    try validate(group)
    guard groups[group.index].isActive != isActive else { return }
    let wasSolved = isSolved
    applyActive(group.index, isActive)
    guard isActive else { return }
    do {
      for id in groups[group.index].members
      where records[id.slot].constraint.strength == .required {
        try check(records[id.slot].part)
      }
    } catch {
      applyActive(group.index, false)
      recover(wasSolved: wasSolved)
      throw error
    }
  }

  /// Whether the constraints of a group take part.
  ///
  /// - Throws: `ConstraintSolverError.unknownGroup`.
  public func isActive(_ group: GroupID) throws(ConstraintSolverError) -> Bool {
    try validate(group)
    return groups[group.index].isActive
  }

  private mutating func insert(_ constraint: LinearConstraint, _ group: Int?) -> Int {
    let record = ConstraintRecord(serial: nextSerial, constraint: constraint, group: group)
    nextSerial += 1
    let slot: Int
    if let free = freeRecords.popLast() {
      slot = free
      records[slot] = record
    } else {
      slot = records.count
      records.append(record)
    }
    if let group { groups[group].members.append(id(slot)) }
    attach(slot)
    return slot
  }

  private mutating func applyConstant(_ slot: Int, _ constant: Double) {
    records[slot].constraint.constant = constant
    let part = records[slot].part
    if parts[part].isBuilt { parts[part].solver.setConstant(records[slot].row, constant) }
    if isActive(slot) { markDirty(part) }
  }

  private mutating func applyStrength(_ slot: Int, _ strength: Strength) {
    records[slot].constraint.strength = strength
    let part = records[slot].part
    if parts[part].isBuilt { parts[part].solver.setStrength(records[slot].row, strength) }
    markDirty(part)
  }

  private mutating func applyActive(_ group: Int, _ isActive: Bool) {
    groups[group].isActive = isActive
    for id in groups[group].members {
      let part = records[id.slot].part
      if parts[part].isBuilt { parts[part].solver.setActive(records[id.slot].row, isActive) }
      markDirty(part)
    }
  }
}
