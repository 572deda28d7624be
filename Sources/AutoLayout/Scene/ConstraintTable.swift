/// The constraints of a scene in document order, with their groups and rows.
struct ConstraintTable: Sendable {
  /// A constraint of the scene.
  struct Entry: Sendable {
    let id: ConstraintID
    fileprivate(set) var constraint: LayoutConstraint
    let group: Int?
    /// Whether it holds while its group does; stacks switch it for hidden views.
    fileprivate(set) var isOn: Bool
    let isPermanent: Bool
    /// Its row; changes when the rows are sorted.
    var row: Int
  }

  /// Constraints that are switched together.
  struct Group: Sendable {
    fileprivate(set) var isActive: Bool
    fileprivate(set) var members: [ConstraintID]
  }

  /// The effect of a stack's claim on a constraint.
  enum Claim {
    case nothing, change, activation
  }

  /// In document order, which is that of the ids.
  private(set) var entries: [Entry] = []
  private(set) var groups: [Group] = []
  private(set) var rows = SceneRows()
  /// Rows to bind again, unless new engines are needed.
  private var changes: Set<Int> = []
  private var isStructureNew = false
  private var rowsNeedLayingOut = false
  private var lastSerial = 0
  private let limits: SceneLimits

  init(limits: SceneLimits) { self.limits = limits }

  // MARK: Looking up

  /// The constraint of an id.
  subscript(id: ConstraintID) -> Entry? { place(of: id).map { entries[$0] } }

  /// The constraint that has a row now.
  func owner(ofRow row: Int) -> Entry? { rows[row].owner.flatMap { self[$0] } }

  /// Whether a constraint takes part.
  func holds(_ entry: Entry) -> Bool {
    entry.isOn && (entry.group.map { groups[$0].isActive } ?? true)
  }

  private func place(of id: ConstraintID) -> Int? {
    let place = insertionPlace(of: id)
    return place < entries.count && entries[place].id == id ? place : nil
  }

  /// The first index whose id is not smaller.
  private func insertionPlace(of id: ConstraintID) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Throws for ids of constraints that are not in the scene.
  func known(_ id: ConstraintID) throws(SceneError) -> Entry {
    guard let entry = self[id] else { throw .unknownConstraint }
    return entry
  }

  /// Throws for more constraints than the limit.
  func checkRoom(for count: Int) throws(SceneError) {
    guard entries.count + count <= limits.constraints else {
      throw .tooMany("constraints", limit: limits.constraints)
    }
  }

  // MARK: Constraints

  /// A serial for the ids of what is added next.
  mutating func nextSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }

  /// Adds a checked constraint, last in document order.
  mutating func append(
    _ constraint: LayoutConstraint, to group: Int? = nil, isPermanent: Bool = false
  ) -> ConstraintID {
    let id = ConstraintID(serial: nextSerial(), place: 0)
    insert(constraint, id: id, group: group, isPermanent: isPermanent)
    if let group { groups[group].members.append(id) }
    return id
  }

  /// Inserts a checked constraint in document order.
  mutating func insert(
    _ constraint: LayoutConstraint, id: ConstraintID, group: Int? = nil, isOn: Bool = true,
    isPermanent: Bool = false
  ) {
    let (row, isNew) = rows.take(constraint, id: id, isPermanent: isPermanent)
    entries.insert(
      Entry(
        id: id, constraint: constraint, group: group, isOn: isOn, isPermanent: isPermanent,
        row: row),
      at: insertionPlace(of: id))
    touch(row, isNew: isNew)
  }

  /// Removes constraints.
  ///
  /// - Returns: Those that were in the scene, in document order.
  mutating func remove(_ ids: [ConstraintID]) -> [Entry] {
    var removed: [Entry] = []
    if ids.count == 1 {
      if let place = place(of: ids[0]) { removed = [entries.remove(at: place)] }
    } else {
      // One pass, so that removing everything takes linear time.
      let leaving = Set(ids)
      removed = entries.filter { leaving.contains($0.id) }
      entries.removeAll { leaving.contains($0.id) }
    }
    for entry in removed {
      rows.release(entry.row)
      touch(entry.row)
    }
    for group in Set(removed.compactMap(\.group)) {
      let leaving = Set(ids)
      groups[group].members.removeAll { leaving.contains($0) }
    }
    return removed
  }

  /// Changes the numbers of a constraint: constant, factor or priority.
  mutating func change(_ id: ConstraintID, to constraint: LayoutConstraint) {
    guard let place = place(of: id) else { return }
    let old = entries[place]
    entries[place].constraint = constraint
    if constraint.priority == old.constraint.priority {
      rows.setMultiplier(old.row, constraint.multiplier)
      touch(old.row)
    } else {
      let (row, isNew) = rows.take(constraint, id: id, isPermanent: false)
      rows.release(old.row)
      entries[place].row = row
      touch(old.row)
      touch(row, isNew: isNew)
    }
  }

  /// Makes a constraint of a stack hold with given terms and numbers.
  mutating func claim(_ wanted: LayoutConstraint, _ id: ConstraintID) -> Claim {
    guard let place = place(of: id) else { return .nothing }
    let known = entries[place]
    if known.constraint.terms != wanted.terms {
      // Another axis, distribution or alignment: other terms for the same id.
      _ = remove([id])
      insert(wanted, id: id)
      return .change
    }
    guard !known.isOn || known.constraint != wanted else { return .nothing }
    entries[place].isOn = true
    change(id, to: wanted)
    return known.isOn ? .change : .activation
  }

  /// Switches a constraint of a stack off; returns it where it held.
  mutating func disclaim(_ id: ConstraintID) -> LayoutConstraint? {
    guard let place = place(of: id), entries[place].isOn else { return nil }
    entries[place].isOn = false
    touch(entries[place].row)
    return entries[place].constraint
  }

  // MARK: Groups

  /// Makes a group without constraints.
  mutating func addGroup(isActive: Bool) -> Int {
    groups.append(Group(isActive: isActive, members: []))
    return groups.count - 1
  }

  /// Switches a group.
  ///
  /// - Returns: Its constraints if that changed anything.
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

  /// Requests new engines because of new items or terms.
  mutating func noteStructure() {
    isStructureNew = true
    rowsNeedLayingOut = true
  }

  private mutating func touch(_ row: Int, isNew: Bool = false) {
    if isNew { noteStructure() } else { changes.insert(row) }
  }

  /// Sorts the rows in document order where the structure has changed.
  mutating func layOutRows() {
    guard rowsNeedLayingOut else { return }
    rows.layOut(&entries, keeping: limits.spareRows)
    rowsNeedLayingOut = false
  }

  /// The rows to bind again since the last call; `nil` where new engines are needed.
  mutating func takeChanges() -> Set<Int>? {
    defer {
      changes = []
      isStructureNew = false
    }
    return isStructureNew ? nil : changes
  }
}
