import Cassowary

/// The constraints of a `ConstraintSolver`, and the groups by which they are switched on or off.
struct ConstraintRecords: Sendable {
  /// A stored constraint and its group.
  struct Record: Sendable {
    var serial: Int
    /// The constraint; each variable occurs at most once, and no coefficient is zero.
    var constraint: LinearConstraint
    var group: Int?
    /// Whether the slot contains a constraint; `false` from the constraint's removal until the slot
    /// is reused.
    var isLive = true
  }

  /// A group of constraints that are switched on or off together.
  struct Group: Sendable {
    var isActive: Bool
    /// The constraints of the group, in document order.
    var members: [ConstraintSolver.ConstraintID] = []
  }

  private(set) var records: [Record] = []
  private(set) var groups: [Group] = []
  /// Indices in `records` of removed constraints, which are reused.
  private var freeSlots: [Int] = []
  private var nextSerial = 0

  /// Number of constraints, including those of inactive groups.
  var count: Int { records.count - freeSlots.count }

  /// The ids of all constraints, in document order.
  var ids: [ConstraintSolver.ConstraintID] {
    records.indices.compactMap { records[$0].isLive ? id($0) : nil }.sorted()
  }

  /// The constraint of a slot.
  subscript(slot: Int) -> LinearConstraint { records[slot].constraint }

  /// The id of a slot's constraint.
  func id(_ slot: Int) -> ConstraintSolver.ConstraintID {
    ConstraintSolver.ConstraintID(serial: records[slot].serial, slot: slot)
  }

  /// The slot of a constraint; `nil` if the constraint was removed.
  func slot(_ id: ConstraintSolver.ConstraintID) -> Int? {
    guard records.indices.contains(id.slot), records[id.slot].isLive,
      records[id.slot].serial == id.serial
    else { return nil }
    return id.slot
  }

  /// Whether a slot's constraint is switched on.
  func isActive(_ slot: Int) -> Bool { records[slot].group.map { groups[$0].isActive } ?? true }

  mutating func addGroup(isActive: Bool) -> Int {
    groups.append(Group(isActive: isActive))
    return groups.count - 1
  }

  /// Adds a constraint after all others in document order.
  ///
  /// - Returns: The slot of the constraint.
  mutating func insert(_ constraint: LinearConstraint, _ group: Int?) -> Int {
    let record = Record(serial: nextSerial, constraint: constraint, group: group)
    nextSerial += 1
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      records[slot] = record
    } else {
      slot = records.count
      records.append(record)
    }
    if let group { groups[group].members.append(id(slot)) }
    return slot
  }

  mutating func remove(_ slot: Int) {
    if let group = records[slot].group, let index = index(of: slot, in: group) {
      groups[group].members.remove(at: index)
    }
    records[slot].isLive = false
    freeSlots.append(slot)
  }

  mutating func setConstant(_ slot: Int, _ constant: Double) {
    records[slot].constraint.constant = constant
  }

  mutating func setStrength(_ slot: Int, _ strength: Strength) {
    records[slot].constraint.strength = strength
  }

  mutating func setActive(group: Int, _ isActive: Bool) { groups[group].isActive = isActive }

  /// The index of a slot's constraint in the members of its group.
  private func index(of slot: Int, in group: Int) -> Int? {
    let id = id(slot)
    let members = groups[group].members
    var bounds = 0..<members.count
    while let lower = bounds.first {
      let middle = lower + bounds.count / 2
      if members[middle] == id { return middle }
      bounds = members[middle] < id ? (middle + 1)..<bounds.upperBound : lower..<middle
    }
    return nil
  }
}
