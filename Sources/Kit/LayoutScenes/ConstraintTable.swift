import AutoLayout

/// The constraints of a scene in document order, with their groups and their rows in the engine.
struct ConstraintTable: Sendable {
  /// A constraint of the scene, its group, its row, and whether it is switched on.
  struct Entry: Sendable {
    let id: ConstraintID
    fileprivate(set) var constraint: LayoutConstraint
    let group: Int?
    /// Whether the constraint itself is switched on; it is active if its group is active too.
    ///
    /// Stacks and grids switch it for hidden views.
    fileprivate(set) var isOn: Bool
    let isPermanent: Bool
    /// Index of the constraint's row in `rows`; changes when the rows are sorted.
    var row: Int
  }

  /// A group of constraints that are switched on or off together.
  struct Group: Sendable {
    fileprivate(set) var isActive: Bool
    fileprivate(set) var members: [ConstraintID]
  }

  /// The result of `claim(_:_:)`: the constraint was not changed, was changed, or was switched on.
  enum Claim {
    case nothing, change, activation
  }

  /// The constraints in document order, which is the order of their ids.
  private(set) var entries: [Entry] = []
  private(set) var groups: [Group] = []
  private(set) var rows = SceneRows()
  /// The ids of the constraints that refer to each item, unordered; shape `[items]`, or shorter if
  /// no constraint refers to the last items.
  private var mentions: [Set<ConstraintID>] = []
  /// Indices of the rows that must be bound once more; not used if new engines are needed.
  private var changes: Set<Int> = []
  private var isStructureNew = false
  private var rowsNeedLayingOut = false
  private var lastSerial = 0
  private let limits: SceneLimits

  init(limits: SceneLimits) { self.limits = limits }

  // MARK: Looking up

  /// The constraint with the given id; `nil` if it is not in the scene.
  subscript(id: ConstraintID) -> Entry? { index(of: id).map { entries[$0] } }

  /// The constraint that uses a row; `nil` for a spare row.
  func owner(ofRow row: Int) -> Entry? { rows[row].owner.flatMap { self[$0] } }

  /// Whether a constraint is active: it is switched on, and its group, if it has one, is active.
  func holds(_ entry: Entry) -> Bool {
    entry.isOn && (entry.group.map { groups[$0].isActive } ?? true)
  }

  /// Whether any constraint that refers to an item, on or off, meets a condition.
  func mentions(_ item: Int, where isSuch: (LayoutConstraint) -> Bool) -> Bool {
    mentions.indices.contains(item)
      && mentions[item].contains { id in self[id].map { isSuch($0.constraint) } ?? false }
  }

  /// The ids of all constraints of a stack or grid, on or off, in document order.
  func ids(serial: Int) -> [ConstraintID] {
    let first = insertionIndex(of: ConstraintID(serial: serial, number: 0))
    return entries[first...].prefix { $0.id.serial == serial }.map(\.id)
  }

  private func index(of id: ConstraintID) -> Int? {
    let index = insertionIndex(of: id)
    return index < entries.count && entries[index].id == id ? index : nil
  }

  /// The index in `entries` of the first constraint whose id is equal to a given one or greater.
  private func insertionIndex(of id: ConstraintID) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the constraint with the given id; throws if it is not in the scene.
  func existing(_ id: ConstraintID) throws(SceneError) -> Entry {
    guard let entry = self[id] else { throw .unknownConstraint }
    return entry
  }

  /// Throws if `count` more constraints would exceed the limit.
  func checkRoom(for count: Int) throws(SceneError) {
    guard entries.count + count <= limits.constraints else {
      throw .tooMany("constraints", limit: limits.constraints)
    }
  }

  // MARK: Constraints

  /// Returns the serial number for the next constraint, stack or grid that is added.
  mutating func nextSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }

  /// Adds a constraint as the last one in document order; `tree.check` must have accepted it.
  mutating func append(
    _ constraint: LayoutConstraint, to group: Int? = nil, isPermanent: Bool = false
  ) -> ConstraintID {
    let id = ConstraintID(serial: nextSerial(), number: 0)
    insert(constraint, id: id, group: group, isPermanent: isPermanent)
    if let group { groups[group].members.append(id) }
    return id
  }

  /// Inserts a constraint at the position of its id in document order; `tree.check` must have
  /// accepted the constraint.
  mutating func insert(
    _ constraint: LayoutConstraint, id: ConstraintID, group: Int? = nil, isOn: Bool = true,
    isPermanent: Bool = false
  ) {
    let (row, isNew) = rows.claim(constraint, id: id, isPermanent: isPermanent)
    entries.insert(
      Entry(
        id: id, constraint: constraint, group: group, isOn: isOn, isPermanent: isPermanent,
        row: row),
      at: insertionIndex(of: id))
    for item in Self.items(of: constraint) {
      while mentions.count <= item { mentions.append([]) }
      mentions[item].insert(id)
    }
    touch(row, isNew: isNew)
  }

  /// Removes constraints.
  ///
  /// - Returns: The removed constraints, in document order.
  mutating func remove(_ ids: [ConstraintID]) -> [Entry] {
    guard !ids.isEmpty else { return [] }
    var removed: [Entry] = []
    if ids.count == 1 {
      if let index = index(of: ids[0]) { removed = [entries.remove(at: index)] }
    } else {
      // All are removed in one pass, so that removing everything takes linear time.
      let leaving = Set(ids)
      removed = entries.filter { leaving.contains($0.id) }
      entries.removeAll { leaving.contains($0.id) }
    }
    for entry in removed {
      rows.release(entry.row)
      touch(entry.row)
      for item in Self.items(of: entry.constraint) { mentions[item].remove(entry.id) }
    }
    for group in Set(removed.compactMap(\.group)) {
      let leaving = Set(ids)
      groups[group].members.removeAll { leaving.contains($0) }
    }
    return removed
  }

  private static func items(of constraint: LayoutConstraint) -> [Int] {
    [constraint.first.item] + (constraint.second.map { [$0.item] } ?? [])
  }

  /// Replaces a constraint by one that differs only in constant, multiplier or priority.
  mutating func change(_ id: ConstraintID, to constraint: LayoutConstraint) {
    guard let index = index(of: id) else { return }
    let old = entries[index]
    entries[index].constraint = constraint
    if constraint.priority == old.constraint.priority {
      rows.setMultiplier(old.row, constraint.multiplier)
      touch(old.row)
    } else {
      let (row, isNew) = rows.claim(constraint, id: id, isPermanent: false)
      rows.release(old.row)
      entries[index].row = row
      touch(old.row)
      touch(row, isNew: isNew)
    }
  }

  /// Switches a constraint of a stack or grid on, and makes it equal to the wanted constraint.
  mutating func claim(_ wanted: LayoutConstraint, _ id: ConstraintID) -> Claim {
    guard let index = index(of: id) else { return .nothing }
    let old = entries[index]
    if old.constraint.terms != wanted.terms {
      // After a change of axis, distribution or alignment, the same id has other terms.
      _ = remove([id])
      insert(wanted, id: id)
      return .change
    }
    guard !old.isOn || old.constraint != wanted else { return .nothing }
    entries[index].isOn = true
    change(id, to: wanted)
    return old.isOn ? .change : .activation
  }

  /// Switches a constraint of a stack or grid off; returns it if it was on, otherwise `nil`.
  mutating func disclaim(_ id: ConstraintID) -> LayoutConstraint? {
    guard let index = index(of: id), entries[index].isOn else { return nil }
    entries[index].isOn = false
    touch(entries[index].row)
    return entries[index].constraint
  }

  // MARK: Groups

  /// Adds a group without constraints; returns its index.
  mutating func addGroup(isActive: Bool) -> Int {
    groups.append(Group(isActive: isActive, members: []))
    return groups.count - 1
  }

  /// Switches a group on or off.
  ///
  /// - Returns: The group's constraints if the group was switched; empty if it already had this
  ///   state.
  mutating func setActive(_ group: Int, _ isActive: Bool) -> [LayoutConstraint] {
    guard groups[group].isActive != isActive else { return [] }
    groups[group].isActive = isActive
    return groups[group].members.compactMap { id in
      guard let entry = self[id] else { return nil }
      touch(entry.row)
      return entry.constraint
    }
  }

  // MARK: Rows

  /// Records that new items or terms require new engines.
  mutating func markStructureChanged() {
    isStructureNew = true
    rowsNeedLayingOut = true
  }

  private mutating func touch(_ row: Int, isNew: Bool = false) {
    if isNew { markStructureChanged() } else { changes.insert(row) }
  }

  /// Sorts the rows in document order if the structure has changed.
  mutating func layOutRows() {
    guard rowsNeedLayingOut else { return }
    rows.layOut(&entries, keeping: limits.spareRows)
    rowsNeedLayingOut = false
  }

  /// Returns the indices of the rows that changed since the last call and must be bound; `nil` if
  /// new engines are required.
  mutating func removeChanges() -> Set<Int>? {
    defer {
      changes = []
      isStructureNew = false
    }
    return isStructureNew ? nil : changes
  }
}

/// The engine's rows for the scene's constraints, in the engine's order.
///
/// The row of a removed constraint is kept, inactive, for the next constraint with equal terms. So
/// removing constraints and adding equal ones creates no new engine.
struct SceneRows: Sendable {
  struct Row: Sendable {
    let terms: LayoutConstraint
    var multiplier: Double
    /// The constraint that uses the row; `nil` for a spare row.
    var owner: ConstraintID?
    let isPermanent: Bool
  }

  private var rows: [Row] = []
  /// Indices of the spare rows, which have no owner, by the rows' terms; never iterated.
  private var spare: [LayoutConstraint: [Int]] = [:]

  subscript(row: Int) -> Row { rows[row] }

  var count: Int { rows.count }

  /// Gives a constraint a spare row with equal terms, or a new row if there is none.
  mutating func claim(
    _ constraint: LayoutConstraint, id: ConstraintID, isPermanent: Bool
  ) -> (row: Int, isNew: Bool) {
    let terms = constraint.terms
    // A plan may rely on rows that are permanent, so permanent constraints never use spare rows.
    if !isPermanent, var free = spare[terms], !free.isEmpty {
      let same = free.lastIndex { rows[$0].multiplier == constraint.multiplier }
      let row = free.remove(at: same ?? free.count - 1)
      spare[terms] = free.isEmpty ? nil : free
      rows[row].owner = id
      rows[row].multiplier = constraint.multiplier
      return (row, false)
    }
    rows.append(
      Row(
        terms: terms, multiplier: constraint.multiplier, owner: id, isPermanent: isPermanent))
    return (rows.count - 1, true)
  }

  /// Makes the row of a removed constraint a spare row.
  mutating func release(_ row: Int) {
    rows[row].owner = nil
    spare[rows[row].terms, default: []].append(row)
  }

  /// Changes the multiplier of a row.
  mutating func setMultiplier(_ row: Int, _ multiplier: Double) {
    rows[row].multiplier = multiplier
  }

  /// Whether, within each of the given priorities, the rows with owners are in document order.
  func areInDocumentOrder(at priorities: Set<Priority>) -> Bool {
    guard !priorities.isEmpty else { return true }
    var last: [Priority: ConstraintID] = [:]
    for row in rows {
      guard let owner = row.owner, priorities.contains(row.terms.priority) else { continue }
      if let last = last[row.terms.priority], owner < last { return false }
      last[row.terms.priority] = owner
    }
    return true
  }

  /// Sorts the rows in document order, with spare rows last.
  ///
  /// - Parameters:
  ///   - owners: The constraints of the scene in document order.
  ///   - limit: Maximum number of spare rows; the spare rows that were made last are kept.
  mutating func layOut(_ owners: inout [ConstraintTable.Entry], keeping limit: Int) {
    let left = rows.filter { $0.owner == nil }.suffix(max(limit, 0))
    var ordered: [Row] = []
    ordered.reserveCapacity(owners.count + left.count)
    for index in owners.indices {
      ordered.append(rows[owners[index].row])
      owners[index].row = ordered.count - 1
    }
    spare.removeAll()
    for row in left {
      spare[row.terms, default: []].append(ordered.count)
      ordered.append(row)
    }
    rows = ordered
  }
}

extension LayoutConstraint {
  /// The constraint without name, multiplier and constant; constraints with equal terms can use one
  /// row.
  var terms: LayoutConstraint {
    LayoutConstraint(
      name: "", first: first, relation: relation, second: second, priority: priority)
  }
}
