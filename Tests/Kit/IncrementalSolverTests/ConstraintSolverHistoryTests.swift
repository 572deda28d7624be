import Cassowary
import TestSupport
import Testing

@testable import IncrementalSolver

@Suite struct ConstraintSolverHistoryTests {
  /// A long-lived solver and a list of its content.
  struct Session {
    struct Entry {
      var id: ConstraintSolver.ConstraintID
      var constraint: LinearConstraint
      var group: Int?
    }
    var solver: ConstraintSolver
    var domains: [VariableDomain]
    var entries: [Entry] = []
    var groups: [(id: ConstraintSolver.GroupID, isActive: Bool)] = []
    var refused = 0

    init(variables: Int, using random: inout TestRandom) {
      domains = (0..<variables).map { _ in Bool.random(using: &random) ? .free : .nonNegative }
      solver = ConstraintSolver(domains: domains)
      for _ in 0..<3 { groups.append((solver.addGroup(), true)) }
    }

    /// Thirds of points, and few enough numbers that constraints often meet in one point.
    static func constant(_ random: inout TestRandom) -> Double {
      Double(Int.random(in: -4...12, using: &random)) * 10 / 3
    }

    func constraint(_ random: inout TestRandom) -> LinearConstraint {
      let size = Int.random(in: 1...3, using: &random)
      let start = Int.random(in: domains.indices, using: &random)
      // Neighbors, so that parts are created and removed.
      let terms = (0..<size).map {
        Term(
          (start + $0) % domains.count, [1.0, -1, 1, 3].randomElement(using: &random) ?? 1)
      }
      let relation: LinearRelation =
        [.equal, .greaterOrEqual, .lessOrEqual].randomElement(using: &random) ?? .equal
      return LinearConstraint(
        terms, relation, Self.constant(&random), strength: Self.strength(&random))
    }

    static func strength(_ random: inout TestRandom) -> Strength {
      [
        .required, .required, .preferred(750), .preferred(250), .preferred(250), .preferred(50),
      ]
      .randomElement(using: &random) ?? .required
    }

    /// One random change; a refused one must leave no trace.
    mutating func step(using random: inout TestRandom) throws(ConstraintSolverError) {
      let isAtRest = Bool.random(using: &random)
      if isAtRest { try solver.solve() }
      let before = domains.indices.map { solver.value($0).bitPattern }
      do {
        try change(&random)
      } catch {
        guard error.contradiction != nil else { throw error }
        refused += 1
        #expect(solver.constraints == entries.map(\.id))
        #expect(domains.indices.map { solver.value($0).bitPattern } == before)
        if isAtRest {
          try solver.solve()
          #expect(domains.indices.map { solver.value($0).bitPattern } == before)
        }
      }
    }

    private mutating func change(_ random: inout TestRandom) throws(ConstraintSolverError) {
      let picked = entries.indices.randomElement(using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1, 2:
        let new = constraint(&random)
        let group = Bool.random(using: &random) ? nil : groups.indices.randomElement(using: &random)
        let id = try solver.add(new, to: group.map { groups[$0].id })
        entries.append(Entry(id: id, constraint: new, group: group))
      case 3:
        let new = (0..<3).map { _ in constraint(&random) }
        let ids = try solver.add(contentsOf: new)
        for (id, constraint) in zip(ids, new) {
          entries.append(Entry(id: id, constraint: constraint, group: nil))
        }
      case 4, 5, 6:
        for _ in 0..<(entries.count > 24 ? 3 : 1) where entries.count > 12 {
          let picked = Int.random(in: entries.indices, using: &random)
          try solver.remove(entries[picked].id)
          entries.remove(at: picked)
        }
      case 7, 8:
        guard let picked else { return }
        let constant = Self.constant(&random)
        try solver.setConstant(entries[picked].id, constant)
        entries[picked].constraint.constant = constant
      case 9:
        guard let picked else { return }
        let strength = Self.strength(&random)
        try solver.setStrength(entries[picked].id, strength)
        entries[picked].constraint.strength = strength
      default:
        let group = Int.random(in: groups.indices, using: &random)
        try solver.setActive(groups[group].id, !groups[group].isActive)
        groups[group].isActive.toggle()
      }
    }

    /// A solver with the present content, and no history.
    func fresh() throws -> ConstraintSolver {
      var fresh = ConstraintSolver(domains: domains)
      let ids = groups.map { fresh.addGroup(isActive: $0.isActive) }
      for entry in entries { try fresh.add(entry.constraint, to: entry.group.map { ids[$0] }) }
      try fresh.solve()
      return fresh
    }
  }

  @Test(arguments: 0..<3) func aThousandChangesLeaveNoTrace(seed: UInt64) throws {
    var random = TestRandom(seed: seed &* 15_485_863 &+ 29)
    var session = Session(variables: 4 + Int(seed) * 2, using: &random)
    for step in 0..<1_000 {
      try session.step(using: &random)
      #expect(session.solver.structureViolation() == nil)
      guard step % 10 == 9 else { continue }
      try session.solver.solve()
      let fresh = try session.fresh()
      for variable in session.domains.indices {
        #expect(
          session.solver.value(variable).bitPattern == fresh.value(variable).bitPattern,
          "x\(variable) after \(step)")
      }
      #expect((session.solver.ambiguous == nil) == (fresh.ambiguous == nil), "after \(step)")
      #expect(session.solver.constraintCount == session.entries.count)
    }
    #expect(session.refused > 10)
  }

  /// One simplex over everything must answer as the parts do.
  @Test(arguments: 0..<20) func partsAnswerAsOneSystemDoes(seed: UInt64) throws {
    var random = TestRandom(seed: seed &* 32_452_843 &+ 7)
    var session = Session(variables: 9, using: &random)
    for _ in 0..<60 { try session.step(using: &random) }
    try session.solver.solve()
    var whole = SimplexSolver(domains: session.domains)
    for entry in session.entries {
      let isActive = entry.group.map { session.groups[$0].isActive } ?? true
      whole.add(entry.constraint, isActive: isActive)
    }
    try whole.solve()
    #expect(whole.solution.relaxed.isEmpty)
    for variable in session.domains.indices {
      #expect(whole.value(variable).bitPattern == session.solver.value(variable).bitPattern)
    }
    // The ties found at a degenerate vertex depend on the basis, so both start from scratch.
    let fresh = try session.fresh()
    let places = Dictionary(
      uniqueKeysWithValues: zip(fresh.constraints, fresh.constraints.indices))
    #expect(whole.solution.ties == fresh.ties.compactMap { places[$0] })
    let ties = fresh.ties.compactMap { places[$0] }.map { session.entries[$0].id }
    #expect(session.solver.explainTies().map(\.constraint) == ties)
  }

  /// Each refused constraint contradicts the named set.
  @Test(arguments: 0..<10) func aRefusalNamesAnIrreducibleSet(seed: UInt64) throws {
    var random = TestRandom(seed: seed &* 49_979_687 &+ 3)
    var session = Session(variables: 5, using: &random)
    var refused = 0
    for _ in 0..<80 {
      var new = session.constraint(&random)
      if Bool.random(using: &random) { new.strength = .required }
      do {
        let id = try session.solver.add(new)
        session.entries.append(.init(id: id, constraint: new, group: nil))
      } catch {
        guard let contradiction = error.contradiction else { throw error }
        refused += 1
        #expect(contradiction.members.last == contradiction.constraint)
        #expect(try !canMeet(contradiction.constraints, session.domains))
        for left in contradiction.constraints.indices {
          var rest = contradiction.constraints
          rest.remove(at: left)
          #expect(try canMeet(rest, session.domains))
        }
      }
    }
    #expect(refused > 3)
  }

  private func canMeet(_ constraints: [LinearConstraint], _ domains: [VariableDomain]) throws
    -> Bool
  {
    var solver = SimplexSolver(domains: domains)
    for constraint in constraints { solver.add(constraint) }
    try solver.solve()
    return solver.solution.relaxed.isEmpty
  }

  @Test func aPartIsDividedWhenMostOfItsRowsAreDead() throws {
    var solver = ConstraintSolver(domains: [VariableDomain](repeating: .free, count: 18))
    for variable in 0..<18 {
      try solver.add(LinearConstraint([Term(variable, 1)], .equal, Double(variable)))
    }
    let bridges = try solver.add(
      contentsOf: (1..<18).map {
        LinearConstraint([Term($0, 1), Term($0 - 1, -1)], .equal, 1)
      })
    try solver.solve()
    #expect(solver.partCount == 1 && solver.rowCount == 35)
    for bridge in bridges { try solver.remove(bridge) }
    // 17 of 35 rows: not yet more than half.
    #expect(solver.partCount == 1 && solver.rowCount == 35)
    let last = try #require(solver.constraints.last)
    try solver.remove(last)
    #expect(solver.partCount == 17 && solver.rowCount == 17)
    try solver.solve()
    #expect((0..<18).map(solver.value) == (0..<17).map(Double.init) + [0])
  }

  /// kiwi.js #11 and kiwi #154: there, adding and removing makes the solver grow without bound.
  @Test func tenThousandAdditionsAndRemovalsDoNotMakeItGrow() throws {
    var solver = ConstraintSolver(domains: [.nonNegative, .nonNegative, .free])
    try solver.add(LinearConstraint([Term(0, 1), Term(1, 1)], .lessOrEqual, 300))
    for cycle in 0..<10_000 {
      let kept = try solver.add(
        LinearConstraint(
          [Term(0, 1)], .equal, Double(cycle % 7), strength: .preferred(1 + cycle % 999)))
      let edit = try solver.edit(2, priority: 500)
      try solver.suggest(edit, 3)
      if cycle % 50 == 0 {
        try solver.solve()
        #expect(solver.value(0) == Double(cycle % 7) && solver.value(2) == 3)
      }
      try solver.endEdit(edit)
      try solver.remove(kept)
    }
    #expect(solver.rowCount <= 2 * (ConstraintSolver.deadRowAllowance + 1))
    #expect(solver.records.records.count <= 3)
    #expect(solver.parts.parts.count <= 3 && solver.parts.dirtyParts.count <= 3)
    #expect(solver.parts.loosened.count <= 4)
    try solver.solve()
    #expect(solver.value(0) == 0 && solver.value(2) == 0)
  }
}
