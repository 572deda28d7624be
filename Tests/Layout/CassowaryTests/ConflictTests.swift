import TestSupport
import Testing

@testable import Cassowary

@Suite struct ConflictTests {
  @Test func nothingIsReportedForAConstraintThatHeld() throws {
    var solver = SimplexSolver(domains: [.free])
    let first = solver.add(LinearConstraint([Term(0, 1)], .equal, 10))
    try solver.solve()
    #expect(solver.conflict(of: first) == nil)
  }

  /// Width 100 of two views of 60 each; the height and the preference are not involved.
  @Test func theMembersAreThoseThatClashAndNoOthers() throws {
    var solver = SimplexSolver(domains: [.nonNegative, .nonNegative, .nonNegative, .nonNegative])
    let width = solver.add(LinearConstraint([Term(0, 1)], .equal, 100))
    solver.add(LinearConstraint([Term(3, 1)], .equal, 44))
    let sum = solver.add(LinearConstraint([Term(1, 1), Term(2, 1), Term(0, -1)], .lessOrEqual, 0))
    solver.add(LinearConstraint([Term(1, 1)], .equal, 80, strength: .preferred(750)))
    let left = solver.add(LinearConstraint([Term(1, 1)], .greaterOrEqual, 60))
    let right = solver.add(LinearConstraint([Term(2, 1)], .greaterOrEqual, 60))
    try solver.solve()
    #expect(
      solver.conflict(of: right)
        == Conflict(constraint: right, members: [width, sum, left, right], leastError: 20))
  }

  /// A size that may not be negative needs no second constraint to refuse -5.
  @Test func aDomainIsNoMember() throws {
    var solver = SimplexSolver(domains: [.nonNegative])
    let only = solver.add(LinearConstraint([Term(0, 1)], .lessOrEqual, -5))
    try solver.solve()
    #expect(
      solver.conflict(of: only) == Conflict(constraint: only, members: [only], leastError: 5))
  }

  /// The environment is accepted first, whatever its position, and is one of the members.
  @Test func theEnvironmentIsAMemberEvenWhenItComesLater() throws {
    var solver = SimplexSolver(domains: [.free])
    let wish = solver.add(LinearConstraint([Term(0, 1)], .equal, 400))
    let environment = solver.add(LinearConstraint([Term(0, 1)], .equal, 390), unrelaxable: true)
    try solver.solve()
    #expect(solver.solution.relaxed == [wish])
    #expect(
      solver.conflict(of: wish)
        == Conflict(constraint: wish, members: [wish, environment], leastError: 10))
  }

  /// Nothing is relaxed for a width of -5, nor for a second width.
  @Test func whatIsUnrelaxableIsNeverRelaxed() throws {
    var solver = SimplexSolver(domains: [.nonNegative])
    let wish = solver.add(LinearConstraint([Term(0, 1)], .equal, 400))
    let width = solver.add(LinearConstraint([Term(0, 1)], .equal, -5), unrelaxable: true)
    #expect(throws: SolverError.contradiction(constraint: width)) { try solver.solve() }
    solver.setConstant(width, 390)
    try solver.solve()
    #expect(solver.value(0) == 390 && solver.solution.relaxed == [wish])
    let other = solver.add(LinearConstraint([Term(0, 1)], .equal, 320), unrelaxable: true)
    #expect(throws: SolverError.contradiction(constraint: other)) { try solver.solve() }
    solver.setActive(other, false)
    try solver.solve()
    #expect(solver.value(0) == 390 && solver.solution.relaxed == [wish])
  }

  /// Of two equal reasons the filter in document order leaves the later one.
  @Test func eachOfSeveralRelaxedConstraintsHasItsOwnReason() throws {
    var solver = SimplexSolver(domains: [.free, .free])
    let x = solver.add(LinearConstraint([Term(0, 1)], .equal, 10))
    let y = solver.add(LinearConstraint([Term(1, 1)], .equal, 20))
    let otherX = solver.add(LinearConstraint([Term(0, 1)], .equal, 13))
    let otherY = solver.add(LinearConstraint([Term(1, 2)], .equal, 50))
    try solver.solve()
    #expect(solver.solution.relaxed == [otherX, otherY])
    #expect(
      solver.conflict(of: otherX)
        == Conflict(constraint: otherX, members: [x, otherX], leastError: 3))
    #expect(
      solver.conflict(of: otherY)
        == Conflict(constraint: otherY, members: [y, otherY], leastError: 10))
  }

  @Test(arguments: 0..<60) func generatedConflictsAreIrreducible(seed: UInt64) throws {
    var random = TestRandom(seed: seed &* 104_729 &+ 3)
    for _ in 0..<5 {
      var system = RandomSystem(using: &random)
      for index in system.constraints.indices where Bool.random(using: &random) {
        system.constraints[index].strength = .required
      }
      var solver = system.solver()
      try solver.solve()
      for relaxed in solver.solution.relaxed {
        let conflict = try #require(solver.conflict(of: relaxed))
        #expect(conflict.members == conflict.members.sorted())
        #expect(conflict.members.contains(relaxed))
        #expect(conflict.leastError > Tolerance.reported)
        #expect(try !system.canMeet(conflict.members))
        for left in conflict.members {
          #expect(try system.canMeet(conflict.members.filter { $0 != left }), "\(left)")
        }
      }
    }
  }

  /// A row of 120 views that is one point too long: every one of its 241 constraints matters.
  @Test func aConflictOfHundredsOfConstraintsIsFound() throws {
    let views = 120
    var solver = SimplexSolver(
      domains: (0..<views).flatMap { _ in [VariableDomain.free, .nonNegative] })
    var expected = [solver.add(LinearConstraint([Term(0, 1)], .equal, 0))]
    for view in 0..<views {
      expected.append(
        solver.add(LinearConstraint([Term(2 * view + 1, 1)], .greaterOrEqual, 10)))
      if view > 0 {
        expected.append(
          solver.add(
            LinearConstraint(
              [Term(2 * view, 1), Term(2 * view - 2, -1), Term(2 * view - 1, -1)], .equal, 0)))
      }
    }
    let end = solver.add(
      LinearConstraint(
        [Term(2 * views - 2, 1), Term(2 * views - 1, 1)], .lessOrEqual, Double(10 * views - 1)))
    try solver.solve()
    let conflict = try #require(solver.conflict(of: end))
    #expect(conflict == Conflict(constraint: end, members: expected + [end], leastError: 1))
  }
}

extension RandomSystem {
  /// Whether some required constraints can hold together, according to a separate solver.
  func canMeet(_ members: [Int]) throws -> Bool {
    var solver = SimplexSolver(domains: domains)
    for member in members { solver.add(constraints[member]) }
    try solver.solve()
    return solver.solution.relaxed.isEmpty
  }
}
