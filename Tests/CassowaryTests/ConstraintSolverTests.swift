import Testing

@testable import Cassowary

@Suite struct ConstraintSolverTests {
  static func equal(_ variable: Int, _ value: Double, _ priority: Int? = nil) -> LinearConstraint {
    LinearConstraint(
      [Term(variable, 1)], .equal, value,
      strength: priority.map { .preferred($0) } ?? .required)
  }

  // MARK: What a change does

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
    // Its record is used again, its place in the order is not.
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
    try solver.setPriority(second, .preferred(600))
    try solver.solve()
    #expect(solver.value(0) == 20)
    try solver.setPriority(second, .preferred(500))
    try solver.solve()
    #expect(solver.value(0) == 10)
    try solver.setPriority(second, .required)
    #expect(throws: ConstraintSolverError.self) { try solver.setPriority(first, .required) }
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

  /// What kiwi's users ask for (#154): an edit that holds without ifs.
  @Test func aRequiredEditThrowsWhereItCannotHold() throws {
    var solver = ConstraintSolver(domains: [.nonNegative])
    try solver.add(LinearConstraint([Term(0, 1)], .lessOrEqual, 100))
    let edit = try solver.edit(0, priority: 1000)
    try solver.suggest(edit, 60)
    #expect(throws: ConstraintSolverError.self) { try solver.suggest(edit, 101) }
    try solver.solve()
    #expect(solver.value(0) == 60)
  }

  // MARK: What a contradiction says

  @Test func aContradictionNamesAnIrreducibleSetAndWhatItSays() throws {
    var solver = ConstraintSolver(domains: [.nonNegative, .nonNegative, .nonNegative])
    let width = try solver.add(Self.equal(0, 100))
    try solver.add(LinearConstraint([Term(2, 1)], .equal, 44))
    let sum = try solver.add(
      LinearConstraint([Term(0, 1), Term(1, -1)], .greaterOrEqual, 0))
    let least = try solver.add(LinearConstraint([Term(1, 1)], .greaterOrEqual, 60))
    let error = #expect(throws: ConstraintSolverError.self) {
      try solver.setConstant(least, 130)
    }
    let contradiction = try #require(error?.contradiction)
    #expect(contradiction.constraint == least)
    #expect(contradiction.members == [width, sum, least])
    #expect(contradiction.constraints.map(\.constant) == [100, 0, 130])
    #expect(contradiction.leastError == 30)
    #expect(
      contradiction.description
        == "constraint 3 contradicts constraint 0, 2 by at least 30.0 points: change or remove "
        + "one of them, or give one a priority below 1000")
  }

  /// The earlier one is accepted first even if it is the one that changed.
  @Test func theLaterConstraintIsTheOneThatContradicts() throws {
    var solver = ConstraintSolver(domains: [.nonNegative])
    let first = try solver.add(LinearConstraint([Term(0, 1)], .lessOrEqual, 100))
    let second = try solver.add(LinearConstraint([Term(0, 1)], .greaterOrEqual, 90))
    let error = #expect(throws: ConstraintSolverError.self) {
      try solver.setConstant(first, 80)
    }
    #expect(error?.contradiction?.constraint == second)
    #expect(error?.contradiction?.members == [first, second])
  }

  @Test func aConstraintWithoutVariablesIsTrueOrRefused() throws {
    var solver = ConstraintSolver(domains: [.free])
    // 2x - 2x
    let terms = [Term(0, 2), Term(0, -2)]
    try solver.add(LinearConstraint(terms, .equal, 0))
    let atMost = try solver.add(LinearConstraint(terms, .lessOrEqual, 5))
    try solver.add(LinearConstraint(terms, .equal, 3, strength: .preferred(500)))
    #expect(throws: ConstraintSolverError.self) {
      try solver.add(LinearConstraint(terms, .equal, 1))
    }
    #expect(throws: ConstraintSolverError.self) { try solver.setConstant(atMost, -1) }
    try solver.solve()
    #expect(solver.constraintCount == 3)
    for _ in 0..<100 {
      try solver.remove(try solver.add(LinearConstraint(terms, .equal, 0)))
    }
    #expect(solver.rowCount <= 3 + ConstraintSolver.deadRowAllowance)
  }

  // MARK: Bad input

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func numbersThatAreNotFiniteAreRefused(value: Double) throws {
    var solver = ConstraintSolver(domains: [.free])
    let id = try solver.add(Self.equal(0, 1))
    let ofConstant = ConstraintSolverError.notFinite(value: "\(value)", variable: nil)
    let ofCoefficient = ConstraintSolverError.notFinite(value: "\(value)", variable: 0)
    #expect(throws: ofConstant) { try solver.setConstant(id, value) }
    #expect(throws: ofConstant) { try solver.add(Self.equal(0, value)) }
    #expect(throws: ofCoefficient) {
      try solver.add(LinearConstraint([Term(0, value)], .equal, 1))
    }
    let edit = try solver.edit(0, priority: 5)
    #expect(throws: ofConstant) { try solver.suggest(edit, value) }
    try solver.solve()
    #expect(solver.value(0) == 1)
  }

  @Test func coefficientsThatOverflowWhenSummedAreRefused() {
    var solver = ConstraintSolver(domains: [.free])
    let huge = Double.greatestFiniteMagnitude
    #expect(throws: ConstraintSolverError.notFinite(value: "inf", variable: 0)) {
      try solver.add(LinearConstraint([Term(0, huge), Term(0, huge)], .equal, 1))
    }
  }

  @Test func theTermsOfOneVariableAreSummed() throws {
    var solver = ConstraintSolver(domains: [.free])
    let id = try solver.add(
      LinearConstraint([Term(0, 1), Term(0, 2), Term(0, -0.5)], .equal, 5))
    #expect(solver.constraint(id)?.terms == [Term(0, 2.5)])
    try solver.solve()
    #expect(solver.value(0) == 2)
  }

  @Test func unknownNamesAndPrioritiesOutOfRangeAreErrors() throws {
    var other = ConstraintSolver(domains: [.free, .free])
    let foreign = try other.add(contentsOf: [Self.equal(0, 1), Self.equal(1, 1)])[1]
    let group = other.addGroup()
    var solver = ConstraintSolver(domains: [.free])
    let id = try solver.add(Self.equal(0, 1, 7))
    #expect(throws: ConstraintSolverError.unknownVariable(1)) { try solver.add(Self.equal(1, 1)) }
    #expect(throws: ConstraintSolverError.unknownVariable(-1)) {
      try solver.add(Self.equal(-1, 1))
    }
    #expect(throws: ConstraintSolverError.unknownVariable(9)) {
      try solver.edit(9, priority: 1)
    }
    #expect(throws: ConstraintSolverError.unknownVariable(9)) {
      try solver.constraintsAffecting(9)
    }
    #expect(throws: ConstraintSolverError.unknownConstraint(foreign)) {
      try solver.remove(foreign)
    }
    #expect(throws: ConstraintSolverError.unknownGroup(group)) {
      try solver.setActive(group, true)
    }
    #expect(throws: ConstraintSolverError.unknownGroup(group)) {
      try solver.add(Self.equal(0, 1), to: group)
    }
    for priority in [0, 1000, -3] {
      let error = ConstraintSolverError.invalidPriority(priority)
      #expect(throws: error) { try solver.add(Self.equal(0, 1, priority)) }
      #expect(throws: error) { try solver.setPriority(id, .preferred(priority)) }
    }
    try solver.remove(id)
    #expect(throws: ConstraintSolverError.unknownConstraint(id)) { try solver.remove(id) }
    #expect(throws: ConstraintSolverError.unknownConstraint(id)) {
      try solver.setConstant(id, 1)
    }
    #expect(solver.constraintCount == 0)
  }

  @Test func absurdNumbersEndInAnErrorAndCanBeTakenBack() throws {
    var solver = ConstraintSolver(domains: [.nonNegative, .free])
    solver.pivotLimit = 200
    try solver.add(Self.equal(0, 3))
    let absurd = try solver.add(
      LinearConstraint(
        [Term(0, 1e300), Term(1, 1e-300)], .equal, 1e308, strength: .preferred(3)))
    do { try solver.solve() } catch {
      guard case .noAnswer = error else { throw error }
    }
    try solver.remove(absurd)
    try solver.solve()
    #expect(solver.value(0) == 3)
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

extension ConstraintSolverError {
  /// What contradicts, if that is the error.
  var contradiction: ConstraintSolver.Contradiction? {
    if case .contradiction(let contradiction) = self { contradiction } else { nil }
  }
}
