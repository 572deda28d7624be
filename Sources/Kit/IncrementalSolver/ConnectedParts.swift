import Cassowary

/// The connected components of a `ConstraintSolver`'s variables; each component has its own solver.
struct ConnectedParts: Sendable {
  /// A connected component: variables that are connected by constraints, and these constraints.
  struct Part: Sendable {
    /// Indices of the part's variables; ascending after the part is built.
    var variables: [Int] = []
    /// The constraint of each row in `solver`, or `nil` for a row of a removed constraint; shape
    /// `[rows]`.
    var rows: [ConstraintSolver.ConstraintID?] = []
    /// Number of rows of removed constraints.
    var deadRows = 0
    /// The solver of the part; empty until the part is built.
    var solver = SimplexSolver(domains: [])
    /// Whether `solver` was made from the current rows and variables.
    var isBuilt = false

    /// Whether the part has so many rows of removed constraints that it should be rebuilt without
    /// them.
    var isCrowded: Bool {
      deadRows == rows.count
        || deadRows >= ConstraintSolver.deadRowAllowance && 2 * deadRows > rows.count
    }
  }

  /// The location of a constraint: the index of its part, and the index of its row in that part.
  private struct Location: Sendable {
    var part = 0
    var row = 0
  }

  private(set) var parts: [Part] = []
  private(set) var domains: [VariableDomain]
  /// The index of each variable's part, or `nil` if no constraint uses the variable; shape
  /// `[variables]`.
  private(set) var partsOfVariables: [Int?]
  /// Number of times that a constraint joined parts or added variables to a part.
  private(set) var joins = 0
  /// Statistics of all removed solvers, added up.
  private(set) var retired = SimplexSolver.Statistics()
  /// The index of each variable in its part's solver; shape `[variables]`.
  private var localVariables: [Int]
  /// The location of each constraint; shape `[slots]`.
  private var locations: [Location] = []
  /// Indices of empty parts, which are reused.
  private var freeParts: [Int] = []
  /// Indices of the parts that changed after their values were last copied to
  /// `ConstraintSolver.values`.
  private(set) var dirtyParts: Set<Int> = []
  /// Indices of the variables that lost their last constraint since the last solve.
  private(set) var loosened: [Int] = []
  private var pivotLimit: Int

  init(domains: [VariableDomain], pivotLimit: Int) {
    self.domains = domains
    self.pivotLimit = pivotLimit
    partsOfVariables = [Int?](repeating: nil, count: domains.count)
    localVariables = [Int](repeating: 0, count: domains.count)
  }

  /// Number of connected parts, without the empty parts that are kept for reuse.
  var count: Int { parts.count - freeParts.count }

  /// Whether no part and no variable changed since the last solve.
  var isSolved: Bool { dirtyParts.isEmpty && loosened.isEmpty }

  /// The index of the part that contains a slot's constraint.
  func part(of slot: Int) -> Int { locations[slot].part }

  mutating func addVariable(_ domain: VariableDomain) {
    domains.append(domain)
    partsOfVariables.append(nil)
    localVariables.append(0)
  }

  mutating func setPivotLimit(_ limit: Int) {
    pivotLimit = limit
    for part in parts.indices { parts[part].solver.pivotLimit = limit }
  }

  // MARK: Changes

  /// Adds a slot's constraint to the part of its variables; joins parts if it connects several.
  mutating func attach(_ slot: Int, _ records: ConstraintRecords) {
    var connected: [Int] = []
    var fresh: [Int] = []
    for term in records[slot].terms {
      if let part = partsOfVariables[term.variable] {
        if !connected.contains(part) { connected.append(part) }
      } else {
        fresh.append(term.variable)
      }
    }
    // The other parts are moved into the largest part, so that few constraints are moved.
    let part =
      connected.max { (parts[$0].rows.count, $1) < (parts[$1].rows.count, $0) } ?? makePart()
    if connected.count > 1 || !fresh.isEmpty {
      unbuild(part)
      joins += 1
    }
    for other in connected where other != part { move(other, into: part) }
    for variable in fresh { partsOfVariables[variable] = part }
    parts[part].variables.append(contentsOf: fresh)
    append(records.id(slot), to: part)
    if parts[part].isBuilt {
      parts[part].solver.add(localConstraint(slot, records), isActive: records.isActive(slot))
    }
    dirtyParts.insert(part)
  }

  /// Switches a slot's constraint off and marks its row as removed; `divide` removes the row.
  mutating func detach(_ slot: Int) {
    setActive(slot, false)
    let location = locations[slot]
    parts[location.part].rows[location.row] = nil
    parts[location.part].deadRows += 1
  }

  mutating func setConstant(_ slot: Int, _ constant: Double, isActive: Bool) {
    change(slot, movesOptimum: isActive) { $0.setConstant($1, constant) }
  }

  mutating func setStrength(_ slot: Int, _ strength: Strength) {
    change(slot) { $0.setStrength($1, strength) }
  }

  mutating func setActive(_ slot: Int, _ isActive: Bool) {
    change(slot) { $0.setActive($1, isActive) }
  }

  /// Changes a slot's constraint in its part's solver, if the part is built.
  private mutating func change(
    _ slot: Int, movesOptimum: Bool = true, _ change: (inout SimplexSolver, _ row: Int) -> Void
  ) {
    let location = locations[slot]
    if parts[location.part].isBuilt { change(&parts[location.part].solver, location.row) }
    if movesOptimum { dirtyParts.insert(location.part) }
  }

  /// Removes the rows of removed constraints from a part, and divides the part into its connected
  /// components.
  mutating func divide(_ part: Int, _ records: ConstraintRecords) {
    let variables = parts[part].variables.sorted()
    let rows = parts[part].rows.compactMap(\.self).sorted()
    freePart(part)
    for (local, variable) in variables.enumerated() {
      localVariables[variable] = local
      partsOfVariables[variable] = nil
    }
    var sets = DisjointSets(count: variables.count)
    for id in rows {
      let terms = records[id.slot].terms
      for term in terms.dropFirst() {
        sets.join(localVariables[terms[0].variable], localVariables[term.variable])
      }
    }
    var partOfSet = [Int?](repeating: nil, count: variables.count)
    for id in rows {
      let set = records[id.slot].terms.first.map {
        sets.representative(localVariables[$0.variable])
      }
      let target: Int
      if let set, let existing = partOfSet[set] {
        target = existing
      } else {
        target = makePart()
        if let set { partOfSet[set] = target }
        dirtyParts.insert(target)
      }
      append(id, to: target)
    }
    for (local, variable) in variables.enumerated() {
      if let target = partOfSet[sets.representative(local)] {
        partsOfVariables[variable] = target
        parts[target].variables.append(variable)
      } else {
        loosened.append(variable)
      }
    }
    if loosened.count > domains.count {
      loosened = domains.indices.filter { partsOfVariables[$0] == nil }
    }
  }

  private mutating func append(_ id: ConstraintSolver.ConstraintID, to part: Int) {
    while locations.count <= id.slot { locations.append(Location()) }
    locations[id.slot] = Location(part: part, row: parts[part].rows.count)
    parts[part].rows.append(id)
  }

  /// Returns the index of a part without variables and constraints; it reuses an empty part if
  /// there is one.
  private mutating func makePart() -> Int {
    if let part = freeParts.popLast() { return part }
    parts.append(Part())
    return parts.count - 1
  }

  /// Empties a part after its variables and constraints were moved to another part.
  private mutating func freePart(_ part: Int) {
    unbuild(part)
    parts[part] = Part()
    dirtyParts.remove(part)
    freeParts.append(part)
  }

  /// Moves all variables and constraints from one part into another.
  private mutating func move(_ source: Int, into part: Int) {
    for variable in parts[source].variables { partsOfVariables[variable] = part }
    parts[part].variables.append(contentsOf: parts[source].variables)
    for case let id? in parts[source].rows { append(id, to: part) }
    freePart(source)
  }

  // MARK: Solving

  /// Solves a part; builds its solver first if necessary.
  mutating func solve(_ part: Int, _ records: ConstraintRecords) throws(SolverError) {
    build(part, records)
    try parts[part].solver.solve()
  }

  /// Solves the parts that changed, and then copies their values; if it throws, no value is copied.
  ///
  /// - Parameters:
  ///   - check: Solves one part; throws if the part has no answer.
  ///   - values: Receives the values of the solved parts; shape `[variables]` of the whole solver.
  mutating func solveChanged(
    _ check: (inout Self, _ part: Int) throws(ConstraintSolverError) -> Void,
    into values: inout ContiguousArray<Double>
  ) throws(ConstraintSolverError) {
    for part in dirtyParts.sorted() { try check(&self, part) }
    for part in dirtyParts {
      for (local, variable) in parts[part].variables.enumerated() {
        values[variable] = parts[part].solver.value(local)
      }
    }
    dirtyParts.removeAll(keepingCapacity: true)
    for variable in loosened where partsOfVariables[variable] == nil { values[variable] = 0 }
    loosened.removeAll(keepingCapacity: true)
  }

  /// Lists the constraints on whose constants the value of a variable depends.
  func constraintsAffecting(
    _ variable: Int, _ records: ConstraintRecords
  ) -> [ConstraintSolver.ConstraintID] {
    guard let part = partsOfVariables[variable] else { return [] }
    var copy = self
    copy.build(part, records)
    let rows = copy.parts[part].solver.constraintsAffecting(copy.localVariables[variable])
    return rows.compactMap { copy.parts[part].rows[$0] }
  }

  /// Builds the solver of a part from its constraints in document order; does nothing if it is
  /// built.
  private mutating func build(_ part: Int, _ records: ConstraintRecords) {
    guard !parts[part].isBuilt else { return }
    parts[part].variables.sort()
    for (local, variable) in parts[part].variables.enumerated() {
      localVariables[variable] = local
    }
    var solver = SimplexSolver(domains: parts[part].variables.map { domains[$0] })
    solver.pivotLimit = pivotLimit
    let rows = parts[part].rows.compactMap(\.self).sorted()
    parts[part].rows.removeAll(keepingCapacity: true)
    for id in rows {
      append(id, to: part)
      solver.add(localConstraint(id.slot, records), isActive: records.isActive(id.slot))
    }
    parts[part].deadRows = 0
    parts[part].solver = solver
    parts[part].isBuilt = true
  }

  /// Removes the solver of a part; the next solve builds a new one.
  private mutating func unbuild(_ part: Int) {
    guard parts[part].isBuilt else { return }
    retired += parts[part].solver.statistics
    parts[part].solver = SimplexSolver(domains: [])
    parts[part].isBuilt = false
  }

  /// A slot's constraint, with the variables numbered as in its part's solver.
  private func localConstraint(_ slot: Int, _ records: ConstraintRecords) -> LinearConstraint {
    var constraint = records[slot]
    for index in constraint.terms.indices {
      constraint.terms[index].variable = localVariables[constraint.terms[index].variable]
    }
    return constraint
  }

  // MARK: Checks

  /// Describes the first invariant that is violated; `nil` if none is.
  ///
  /// The invariants: each constraint is at its location, its variables are in its part, and the
  /// part of each variable contains the variable.
  func structureViolation(_ records: ConstraintRecords) -> String? {
    for id in records.ids {
      let (part, row) = (locations[id.slot].part, locations[id.slot].row)
      guard parts.indices.contains(part), parts[part].rows.indices.contains(row),
        parts[part].rows[row] == id
      else { return "constraint \(id.serial) is not in its row" }
      for term in records[id.slot].terms where partsOfVariables[term.variable] != part {
        return "variable \(term.variable) is not in the part of its constraint"
      }
    }
    var count = 0
    for part in parts.indices {
      let dead = parts[part].rows.count { $0 == nil }
      guard dead == parts[part].deadRows else { return "part \(part) miscounts its dead rows" }
      guard dead < parts[part].rows.count || parts[part].rows.isEmpty else {
        return "part \(part) holds nothing but dead rows"
      }
      count += parts[part].rows.count - dead
      for (local, variable) in parts[part].variables.enumerated() {
        guard partsOfVariables[variable] == part,
          !parts[part].isBuilt || localVariables[variable] == local
        else { return "variable \(variable) is not where part \(part) has it" }
      }
    }
    return count == records.count ? nil : "\(records.count) constraints have \(count) rows"
  }
}

/// Disjoint sets of elements, numbered from 0 (union-find).
///
/// Source: path halving, Tarjan, van Leeuwen, "Worst-case analysis of set union algorithms", JACM
/// 31(2), 1984.
struct DisjointSets {
  private var parents: [Int]

  /// Creates a set for each element.
  init(count: Int) { parents = Array(0..<count) }

  /// Returns the smallest element of the set that contains an element.
  mutating func representative(_ element: Int) -> Int {
    var element = element
    while parents[element] != element {
      parents[element] = parents[parents[element]]
      element = parents[element]
    }
    return element
  }

  /// Joins the sets of two elements.
  mutating func join(_ first: Int, _ second: Int) {
    let (first, second) = (representative(first), representative(second))
    parents[max(first, second)] = min(first, second)
  }
}
