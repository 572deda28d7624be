import Cassowary
import Testing

@testable import IncrementalSolver

@Suite struct ConstraintSolverErrorTests {
  // MARK: Reports of contradictions

  @Test func aContradictionNamesAnIrreducibleSetAndWhatItSays() throws {
    var solver = ConstraintSolver(domains: [.nonNegative, .nonNegative, .nonNegative])
    let width = try solver.add(ConstraintSolverTests.equal(0, 100))
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
    let id = try solver.add(ConstraintSolverTests.equal(0, 1))
    let ofConstant = ConstraintSolverError.notFinite(value: "\(value)", variable: nil)
    let ofCoefficient = ConstraintSolverError.notFinite(value: "\(value)", variable: 0)
    #expect(throws: ofConstant) { try solver.setConstant(id, value) }
    #expect(throws: ofConstant) { try solver.add(ConstraintSolverTests.equal(0, value)) }
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
    let foreign = try other.add(contentsOf: [
      ConstraintSolverTests.equal(0, 1), ConstraintSolverTests.equal(1, 1),
    ])[1]
    let group = other.addGroup()
    var solver = ConstraintSolver(domains: [.free])
    let id = try solver.add(ConstraintSolverTests.equal(0, 1, 7))
    #expect(throws: ConstraintSolverError.unknownVariable(1)) {
      try solver.add(ConstraintSolverTests.equal(1, 1))
    }
    #expect(throws: ConstraintSolverError.unknownVariable(-1)) {
      try solver.add(ConstraintSolverTests.equal(-1, 1))
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
      try solver.add(ConstraintSolverTests.equal(0, 1), to: group)
    }
    for priority in [0, 1000, -3] {
      let error = ConstraintSolverError.invalidPriority(priority)
      #expect(throws: error) { try solver.add(ConstraintSolverTests.equal(0, 1, priority)) }
      #expect(throws: error) { try solver.setStrength(id, .preferred(priority)) }
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
    try solver.add(ConstraintSolverTests.equal(0, 3))
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
}

extension ConstraintSolverError {
  /// The contradiction, if that is the error.
  var contradiction: ConstraintSolver.Contradiction? {
    if case .contradiction(let contradiction) = self { contradiction } else { nil }
  }
}
