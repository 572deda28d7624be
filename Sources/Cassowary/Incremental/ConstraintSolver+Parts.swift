extension ConstraintSolver {
  /// Notes that a part has to be solved.
  mutating func markDirty(_ part: Int) {
    parts[part].isDirty = true
    guard !parts[part].isListed else { return }
    parts[part].isListed = true
    dirtyParts.append(part)
  }

  /// A part without variables and constraints.
  mutating func makePart() -> Int {
    if let part = freeParts.popLast() { return part }
    parts.append(ConnectedPart())
    return parts.count - 1
  }

  /// Empties a part whose variables and constraints went elsewhere.
  private mutating func freePart(_ part: Int) {
    unbuild(part)
    // It stays where it is in the list, so that churn between two solves does not make it grow.
    parts[part] = ConnectedPart(isListed: parts[part].isListed)
    freeParts.append(part)
  }

  /// Drops the simplex of a part; the next solve makes it anew from the constraints.
  mutating func unbuild(_ part: Int) {
    guard parts[part].isBuilt else { return }
    retired += parts[part].solver.statistics
    parts[part].solver = SimplexSolver(domains: [])
    parts[part].isBuilt = false
  }

  /// Makes the simplex of a part from its constraints in document order.
  mutating func build(_ part: Int) {
    parts[part].variables.sort()
    for (local, variable) in parts[part].variables.enumerated() {
      localVariables[variable] = local
    }
    var solver = SimplexSolver(domains: parts[part].variables.map { domains[$0] })
    solver.pivotLimit = pivotLimit
    let rows = parts[part].rows.compactMap(\.self).sorted()
    for (row, id) in rows.enumerated() {
      records[id.slot].row = row
      solver.add(localConstraint(id.slot), isActive: isActive(id.slot))
    }
    parts[part].rows = rows
    parts[part].deadRows = 0
    parts[part].solver = solver
    parts[part].isBuilt = true
  }

  /// A constraint over the variables of its part.
  func localConstraint(_ slot: Int) -> LinearConstraint {
    var constraint = records[slot].constraint
    for index in constraint.terms.indices {
      constraint.terms[index].variable = localVariables[constraint.terms[index].variable]
    }
    return constraint
  }

  /// Puts a new constraint into the part of its variables, joining parts that it connects.
  mutating func attach(_ slot: Int) {
    var connected: [Int] = []
    var fresh: [Int] = []
    for term in records[slot].constraint.terms {
      if let part = partsOfVariables[term.variable] {
        if !connected.contains(part) { connected.append(part) }
      } else {
        fresh.append(term.variable)
      }
    }
    // The largest takes in the others, so that no constraint is moved often.
    let part =
      connected.max { (parts[$0].rows.count, $1) < (parts[$1].rows.count, $0) } ?? makePart()
    if connected.count > 1 || !fresh.isEmpty {
      unbuild(part)
      joins += 1
    }
    for other in connected where other != part { move(other, into: part) }
    for variable in fresh { partsOfVariables[variable] = part }
    parts[part].variables.append(contentsOf: fresh)
    records[slot].part = part
    records[slot].row = parts[part].rows.count
    parts[part].rows.append(id(slot))
    if parts[part].isBuilt {
      parts[part].solver.add(localConstraint(slot), isActive: isActive(slot))
    }
    markDirty(part)
  }

  /// Takes everything out of one part and puts it into another.
  private mutating func move(_ source: Int, into part: Int) {
    for variable in parts[source].variables { partsOfVariables[variable] = part }
    parts[part].variables.append(contentsOf: parts[source].variables)
    for case let id? in parts[source].rows {
      records[id.slot].part = part
      records[id.slot].row = parts[part].rows.count
      parts[part].rows.append(id)
    }
    freePart(source)
  }

  /// Takes a constraint out; its row stays behind, dead, until the part is divided.
  mutating func detach(_ slot: Int) {
    let (part, row) = (records[slot].part, records[slot].row)
    if let group = records[slot].group, let place = place(of: slot, in: group) {
      groups[group].members.remove(at: place)
    }
    if parts[part].isBuilt { parts[part].solver.setActive(row, false) }
    parts[part].rows[row] = nil
    parts[part].deadRows += 1
    records[slot].isLive = false
    freeRecords.append(slot)
    markDirty(part)
  }

  /// Where a constraint stands among the members of its group.
  private func place(of slot: Int, in group: Int) -> Int? {
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

  /// Forgets the dead rows of a part, and divides it where nothing alive connects it.
  mutating func divide(_ part: Int) {
    let variables = parts[part].variables.sorted()
    let rows = parts[part].rows.compactMap(\.self).sorted()
    freePart(part)
    for (local, variable) in variables.enumerated() {
      localVariables[variable] = local
      partsOfVariables[variable] = nil
    }
    var sets = DisjointSets(count: variables.count)
    for id in rows {
      let terms = records[id.slot].constraint.terms
      for term in terms.dropFirst() {
        sets.join(localVariables[terms[0].variable], localVariables[term.variable])
      }
    }
    var partOfSet = [Int?](repeating: nil, count: variables.count)
    for id in rows {
      let terms = records[id.slot].constraint.terms
      let set = terms.first.map { sets.representative(localVariables[$0.variable]) }
      let target: Int
      if let set, let known = partOfSet[set] {
        target = known
      } else {
        target = makePart()
        if let set { partOfSet[set] = target }
        markDirty(target)
      }
      records[id.slot].part = target
      records[id.slot].row = parts[target].rows.count
      parts[target].rows.append(id)
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
}
