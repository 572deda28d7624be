import Cassowary
import Testing

@testable import IncrementalSolver

@Suite struct ConstraintSolverTests {
  static func equal(_ variable: Int, _ value: Double, _ priority: Int? = nil) -> LinearConstraint {
    LinearConstraint(
      [Term(variable, 1)], .equal, value,
      strength: priority.map { .preferred($0) } ?? .required)
  }

  // MARK: Effects of a change

  @Test func valuesAreThoseOfTheLastSolve() throws {
    var solver = ConstraintSolver(domains: [.free])
    let id = try solver.add(Self.equal(0, 7))
    #expect(solver.value(0) == 0)
    try solver.solve()
    #expect(solver.value(0) == 7)
    try solver.setConstant(id, 8)
    #expect(solver.value(0) == 7)
    try solver.solve()
    #expect(solver.value(0) == 8)
    try solver.remove(id)
    try solver.solve()
    #expect(solver.value(0) == 0)
  }

  @Test func documentOrderIsTheOrderOfAddition() throws {
    var solver = ConstraintSolver(domains: [.free, .free])
    let first = try solver.add(Self.equal(0, 10, 500))
    let removed = try solver.add(Self.equal(1, 1))
    let second = try solver.add(Self.equal(0, 20, 500))
    try solver.remove(removed)
    // Its record is reused, its position in the order is not.
    let third = try solver.add(Self.equal(1, 2))
    #expect([third, second, first].sorted() == [first, second, third])
    #expect(solver.constraints == [first, second, third])
    try solver.solve()
    #expect(solver.value(0) == 10)
    #expect(solver.ties == [first])
    #expect(
      solver.explainTies() == [
        ConstraintSolver.ConstraintTie(constraint: first, priority: 500, rivals: [second])
      ])
  }

  @Test func aPreferenceIsNeverRefusedAndCostsNoSolve() throws {
    var solver = ConstraintSolver(domains: [.free])
    try solver.add(Self.equal(0, 10))
    for value in [20.0, 30, 40] { try solver.add(Self.equal(0, value, 999)) }
    #expect(solver.statistics == ConstraintSolver.Statistics())
    try solver.solve()
    #expect(solver.value(0) == 10)
  }

  @Test func aTransactionIsCheckedOnceAndAsAWhole() throws {
    var solver = ConstraintSolver(domains: [.nonNegative, .nonNegative])
    let width = try solver.add(Self.equal(0, 100))
    try solver.solve()
    let solves = solver.statistics.coldSolves + solver.statistics.repairs
    try solver.add(contentsOf: [
      LinearConstraint([Term(0, 1)], .greaterOrEqual, 50),
      LinearConstraint([Term(0, 1)], .lessOrEqual, 100),
      LinearConstraint([Term(0, 2)], .lessOrEqual, 200),
    ])
    #expect(
      solver.statistics.coldSolves + solver.statistics.repairs
        + solver.statistics.evaluations <= solves + 1)
    let before = solver
    #expect(throws: ConstraintSolverError.self) {
      try solver.add(contentsOf: [Self.equal(1, 5), Self.equal(0, 7, 100), Self.equal(0, 101)])
    }
    #expect(solver.constraints == before.constraints)
    #expect(solver.partCount == before.partCount)
    try solver.solve()
    #expect(solver.value(0) == 100 && solver.value(1) == 0)
    try solver.remove(width)
  }

  @Test func aGroupIsSwitchedWithoutTearingAnythingDown() throws {
    var solver = ConstraintSolver(domains: [.nonNegative])
    let photo = solver.addGroup(isActive: false)
    let noPhoto = solver.addGroup()
    try solver.add(Self.equal(0, 180), to: photo)
    try solver.add(Self.equal(0, 0), to: noPhoto)
    try solver.solve()
    let rows = solver.rowCount
    #expect(throws: ConstraintSolverError.self) { try solver.setActive(photo, true) }
    #expect(try !solver.isActive(photo))
    try solver.setActive(noPhoto, false)
    try solver.setActive(photo, true)
    try solver.solve()
    #expect(solver.value(0) == 180)
    #expect(solver.rowCount == rows)
  }

  @Test func aPriorityChangesInPlace() throws {
    var solver = ConstraintSolver(domains: [.free])
    let first = try solver.add(Self.equal(0, 10, 500))
    let second = try solver.add(Self.equal(0, 20, 400))
    try solver.solve()
    #expect(solver.value(0) == 10)
    try solver.setStrength(second, .preferred(600))
    try solver.solve()
    #expect(solver.value(0) == 20)
    try solver.setStrength(second, .preferred(500))
    try solver.solve()
    #expect(solver.value(0) == 10)
    try solver.setStrength(second, .required)
    #expect(throws: ConstraintSolverError.self) { try solver.setStrength(first, .required) }
    try solver.solve()
    #expect(solver.value(0) == 20)
    #expect(solver.constraint(first)?.strength == .preferred(500))
  }

  @Test func anEditVariableFollowsItsSuggestions() throws {
    var solver = ConstraintSolver(domains: [.free, .free])
    try solver.add(LinearConstraint([Term(1, 1), Term(0, -1)], .equal, 20))
    try solver.add(LinearConstraint([Term(1, 1)], .lessOrEqual, 100))
    let edit = try solver.edit(0, priority: 900)
    for (suggested, expected) in [(30.0, 50.0), (50, 70), (500, 100), (-5, 15)] {
      try solver.suggest(edit, suggested)
      try solver.solve()
      #expect(solver.value(1) == expected)
    }
    try solver.endEdit(edit)
    #expect(throws: ConstraintSolverError.unknownConstraint(edit.constraint)) {
      try solver.suggest(edit, 1)
    }
    try solver.solve()
    #expect(solver.value(0) == 0 && solver.value(1) == 20)
  }

  /// A request of kiwi's users (#154): an edit that always holds.
  @Test func aRequiredEditThrowsWhereItCannotHold() throws {
    var solver = ConstraintSolver(domains: [.nonNegative])
    try solver.add(LinearConstraint([Term(0, 1)], .lessOrEqual, 100))
    let edit = try solver.edit(0, priority: 1000)
    try solver.suggest(edit, 60)
    #expect(throws: ConstraintSolverError.self) { try solver.suggest(edit, 101) }
    try solver.solve()
    #expect(solver.value(0) == 60)
  }

  // MARK: Explanations

  @Test func whatIsLeftOpenIsShownWithTwoSolutions() throws {
    var solver = ConstraintSolver(domains: [.nonNegative, .free, .free])
    try solver.add(Self.equal(0, 320))
    try solver.add(LinearConstraint([Term(1, 1)], .lessOrEqual, -120))
    let left = try solver.add(LinearConstraint([Term(1, 1)], .greaterOrEqual, -160))
    try solver.add(LinearConstraint([Term(2, 1), Term(0, -0.5)], .equal, 0))
    try solver.solve()
    #expect(solver.ambiguous == 1)
    #expect(
      solver.alternatives()
        == AlternativeSolutions(
          variable: 1, first: [320, -120, 160], second: [320, -160, 160]))
    try solver.setConstant(left, -120)
    try solver.solve()
    #expect(solver.ambiguous == nil && solver.alternatives() == nil)
  }

  @Test func dependenciesAreThoseOfTheVariablesOwnPart() throws {
    var solver = ConstraintSolver(domains: [.free, .free, .free])
    let first = try solver.add(Self.equal(0, 8))
    let other = try solver.add(Self.equal(2, 5))
    let second = try solver.add(LinearConstraint([Term(1, 1), Term(0, -1)], .equal, 20))
    try solver.solve()
    #expect(try solver.constraintsAffecting(1) == [first, second])
    #expect(try solver.constraintsAffecting(2) == [other])
    #expect(solver.partCount == 2)
  }
}
