import Cassowary
import TestSupport
import Testing

@testable import IncrementalSolver

/// The cases of Apple's "High Performance Auto Layout" (WWDC 2018, session 220), and the defects
/// that kiwi's users reported.
@Suite struct ConstraintSolverSeedTests {
  /// Min x and width of two text fields, in the order in which the talk gives them.
  static func textFields(_ first: Int) -> [LinearConstraint] {
    [
      LinearConstraint([Term(first, 1)], .equal, 8),
      LinearConstraint([Term(first + 1, 1)], .equal, 100),
      LinearConstraint(
        [Term(first + 2, 1), Term(first, -1), Term(first + 1, -1)], .equal, 20),
      LinearConstraint([Term(first + 3, 1)], .equal, 100),
    ]
  }

  static func hierarchies(_ count: Int) throws -> ConstraintSolver {
    var solver = ConstraintSolver(
      domains: (0..<count).flatMap { _ in
        [VariableDomain.free, .nonNegative, .free, .nonNegative]
      })
    for index in 0..<count { try solver.add(contentsOf: textFields(4 * index)) }
    try solver.solve()
    return solver
  }

  @Test func theTwoTextFields() throws {
    let solver = try Self.hierarchies(1)
    #expect((0..<4).map(solver.value) == [8, 100, 128, 100])
  }

  @Test func fourFieldsInTwoIndependentHierarchiesCostTwiceOne() throws {
    let one = try Self.hierarchies(1).statistics
    #expect(one.solves > 0)
    for count in [2, 3, 10] {
      let solver = try Self.hierarchies(count)
      #expect(solver.statistics.solves == count * one.solves)
      #expect(solver.statistics.pivots == count * one.pivots)
      // Two for each: the second field's width is independent of the rest.
      #expect(solver.partCount == 2 * count)
    }
  }

  /// "Text field one should be aligned with text field three": only those two are joined.
  @Test func aConstraintAcrossHierarchiesTiesTheBlocksTogether() throws {
    var solver = try Self.hierarchies(3)
    let across = try solver.add(LinearConstraint([Term(0, 1), Term(4, -1)], .equal, 0))
    #expect(solver.partCount == 5)
    try solver.solve()
    #expect((0..<12).map(solver.value) == [8, 100, 128, 100, 8, 100, 128, 100, 8, 100, 128, 100])
    try solver.remove(across)
    try solver.solve()
    #expect(solver.value(4) == 8)
  }

  @Test func anInequalityCostsOneVariable() throws {
    for relation in [LinearRelation.equal, .greaterOrEqual] {
      var solver = try Self.hierarchies(1)
      let rows = solver.rowCount
      func symbols() -> Int {
        solver.parts.parts.reduce(0) { $0 + $1.solver.variableCount + $1.solver.constraintCount }
      }
      let before = symbols()
      try solver.add(LinearConstraint([Term(1, 1)], relation, 100))
      try solver.solve()
      #expect(solver.rowCount == rows + 1)
      #expect(symbols() == before + 1)
      #expect(solver.value(1) == 100)
    }
  }

  @Test func setConstantIsOneUpdate() throws {
    var solver = try Self.hierarchies(20)
    let id = try #require(solver.constraints.dropFirst(40).first)
    let before = solver.statistics
    for drag in 1...50 {
      try solver.setConstant(id, 8 + Double(drag))
      try solver.solve()
      #expect(solver.value(40) == 8 + Double(drag))
      #expect(solver.value(42) == 128 + Double(drag))
    }
    let after = solver.statistics
    #expect(after.pivots == before.pivots)
    #expect(after.repairs == before.repairs && after.coldSolves == before.coldSolves)
    #expect(
      after.evaluations + after.programEvaluations + after.crashSolves
        == before.evaluations + before.programEvaluations + before.crashSolves + 50)
  }

  // MARK: kiwi

  static func wish(_ value: Double, _ priority: Int) -> LinearConstraint {
    LinearConstraint([Term(0, 1)], .equal, value, strength: .preferred(priority))
  }

  /// #28: strengths 1001, 1002 and 1003 together beat 1004.
  @Test func threeWeakerConstraintsDoNotOutvoteAStronger() throws {
    for strongest in 0..<4 {
      var solver = ConstraintSolver(domains: [.free])
      var wishes = [Self.wish(10, 501), Self.wish(10, 502), Self.wish(10, 503)]
      wishes.insert(Self.wish(20, 504), at: strongest)
      try solver.add(contentsOf: wishes)
      try solver.solve()
      #expect(solver.value(0) == 20)
    }
  }

  /// #33: a weak constraint is added, and two stronger ones change places.
  ///
  /// Here their sum remains the minimum, 80. Between them the weaker constraints decide: the median
  /// of those at 699, and if that is a range, those at 1, and then document order.
  @Test("L1: weaker constraints decide what the sum of the stronger ones leaves open, and no more")
  func weakConstraintsDecideWithinTheSumOfStrongerOnes() throws {
    for (first, second, values) in [(10.0, 90.0, [90.0, 50, 90]), (90, 10, [10, 45, 50])] {
      var solver = ConstraintSolver(domains: [.free, .free])
      try solver.add(LinearConstraint([Term(1, 1), Term(0, -1)], .equal, 5))
      try solver.add(contentsOf: [Self.wish(first, 700), Self.wish(second, 700)])
      try solver.solve()
      #expect(solver.value(0) == first)
      for (weak, value) in zip([second, 50, 1_000], values) {
        try solver.add(Self.wish(weak, 699))
        try solver.add(LinearConstraint([Term(1, 1)], .equal, weak, strength: .preferred(1)))
        try solver.solve()
        #expect(solver.value(0) == value && solver.value(1) == value + 5)
        #expect(abs(value - first) + abs(value - second) == 80)
      }
    }
  }

  /// #164: the same constraints in another order gave another answer if something was ambiguous.
  @Test func theOrderOfAdditionDecidesNothingButTies() throws {
    let constraints = [
      LinearConstraint([Term(0, 1), Term(1, 1), Term(2, 1)], .equal, 100),
      LinearConstraint([Term(1, 1)], .greaterOrEqual, 10),
      LinearConstraint([Term(2, 3)], .lessOrEqual, 50),
      LinearConstraint([Term(0, 1), Term(1, -1)], .equal, 0, strength: .preferred(300)),
      LinearConstraint([Term(3, 1), Term(4, 1)], .greaterOrEqual, 30),
      LinearConstraint([Term(4, 1)], .lessOrEqual, 90, strength: .preferred(20)),
    ]
    var random = TestRandom(seed: 164)
    var expected: [UInt64]?
    for _ in 0..<40 {
      var solver = ConstraintSolver(domains: [.nonNegative, .free, .nonNegative, .free, .free])
      for constraint in constraints.shuffled(using: &random) { try solver.add(constraint) }
      try solver.solve()
      let values = (0..<5).map { solver.value($0).bitPattern }
      #expect(values == expected ?? values)
      expected = values
    }
  }

  /// #20, kiwi.js #31: after a refused constraint the solver continued with a broken tableau.
  @Test func aRefusedConstraintBreaksNothing() throws {
    var solver = try Self.hierarchies(1)
    for attempt in 1...40 {
      #expect(throws: ConstraintSolverError.self) {
        try solver.add(LinearConstraint([Term(2, 1)], .lessOrEqual, Double(attempt)))
      }
      #expect((0..<4).map(solver.value) == [8, 100, 128, 100])
    }
    let first = try #require(solver.constraints.first)
    try solver.setConstant(first, 16)
    try solver.solve()
    #expect((0..<4).map(solver.value) == [16, 100, 136, 100])
    #expect(solver.rowCount <= 4 + ConstraintSolver.deadRowAllowance)
  }
}
