/// The engine's rows for the scene's constraints, in the engine's order.
///
/// The row of a removed constraint stays, inactive, for the next constraint with equal terms. So
/// adding and removing constraints makes no new engine.
struct SceneRows: Sendable {
  struct Row: Sendable {
    let terms: LayoutConstraint
    var multiplier: Double
    /// The constraint that has the row; `nil` for a spare row.
    var owner: ConstraintID?
    let isPermanent: Bool
  }

  private var rows: [Row] = []
  /// Indices of the spare rows, which have no owner, by their terms; never iterated.
  private var spare: [LayoutConstraint: [Int]] = [:]

  subscript(row: Int) -> Row { rows[row] }

  var count: Int { rows.count }

  /// Gives a constraint a spare row with equal terms, or a new row where there is none.
  mutating func take(
    _ constraint: LayoutConstraint, id: ConstraintID, isPermanent: Bool
  ) -> (row: Int, isNew: Bool) {
    let terms = constraint.terms
    // A plan relies on permanent rows, so permanent constraints never use spare rows.
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

  /// Whether, within each of some priorities, the rows with owners are in document order.
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
  ///   - limit: Maximum number of spare rows; the latest ones are kept.
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
  /// The constraint without name, multiplier and constant; constraints with equal terms can use the
  /// same row.
  var terms: LayoutConstraint {
    LayoutConstraint(
      name: "", first: first, relation: relation, second: second, priority: priority)
  }
}
