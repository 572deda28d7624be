import TestSupport
import Testing

@testable import Cassowary

/// The stored state of a long-lived solver (bases, costs, programs) must never outlive its inputs.
@Suite struct StaleStateTests {
  private static func fresh(_ solver: SimplexSolver) throws -> SimplexSolver {
    var fresh = SimplexSolver(domains: solver.domains, freedomOrder: solver.freedomOrder)
    for index in 0..<solver.constraintCount {
      var constraint = solver.table.constraints[index]
      constraint.constant = solver.constant(index)
      fresh.add(
        constraint, isActive: solver.isActive(index), unrelaxable: solver.table.unrelaxable[index])
    }
    fresh.usesPrograms = false
    try fresh.solve()
    return fresh
  }

  /// The state for the set of constraints before the switch still had the old strength.
  @Test func aStrengthChangedTogetherWithASwitchIsNotForgottenWhenItIsSwitchedBack() throws {
    var solver = SimplexSolver(domains: [.free, .free])
    let first = solver.add(LinearConstraint([Term(0, 1)], .equal, 10, strength: .preferred(500)))
    solver.add(LinearConstraint([Term(0, 1)], .equal, 20, strength: .preferred(400)))
    let switched = solver.add(
      LinearConstraint([Term(1, 1)], .equal, 5, strength: .preferred(500)), isActive: false)
    try solver.solve()
    #expect(solver.value(0) == 10)
    solver.setStrength(first, .preferred(300))
    solver.setActive(switched, true)
    try solver.solve()
    #expect(solver.value(0) == 20)
    solver.setActive(switched, false)
    try solver.solve()
    #expect(solver.value(0) == 20)
  }

  /// The preference for 10 is violated when it becomes required.
  ///
  /// Its cost was still charged at 500: without the limit, x moved past 30 towards it.
  @Test func aPreferenceThatBecomesRequiredIsNoLongerCharged() throws {
    var solver = SimplexSolver(domains: [.free])
    let limit = solver.add(
      LinearConstraint([Term(0, 1)], .lessOrEqual, 0, strength: .preferred(900)))
    let wish = solver.add(
      LinearConstraint([Term(0, 1)], .greaterOrEqual, 10, strength: .preferred(500)))
    solver.add(LinearConstraint([Term(0, 1)], .equal, 30, strength: .preferred(300)))
    try solver.solve()
    #expect(solver.value(0) == 0)
    solver.setStrength(wish, .required)
    try solver.solve()
    #expect(solver.value(0) == 10)
    solver.setConstant(limit, 100)
    try solver.solve()
    #expect(solver.value(0) == 30)
  }

  @Test(arguments: 0..<60) func editsOfEveryKindGiveWhatAFreshSolverGives(seed: UInt64) throws {
    var random = TestRandom(seed: seed &* 15_485_863 &+ 3)
    let system = RandomSystem(using: &random)
    var solver = system.solver()
    let strengths: [Strength] = [
      .required, .preferred(750), .preferred(250), .preferred(250), .preferred(50),
    ]
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<solver.constraintCount, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4:
          solver.setConstant(index, Double(Int.random(in: -3...9, using: &random)) * 20 / 3)
        case 4..<8: solver.setActive(index, !solver.isActive(index))
        case 8..<10:
          solver.setStrength(index, strengths.randomElement(using: &random) ?? .required)
        case 10:
          solver.setTerms(
            index,
            (RandomSystem(using: &random).constraints.first?.terms ?? []).filter {
              $0.variable < solver.variableCount
            })
        default:
          if solver.constraintCount < 24 {
            solver.add(
              solver.table.constraints[index], isActive: Bool.random(using: &random),
              unrelaxable: Bool.random(using: &random))
          }
        }
      }
      do throws(SolverError) {
        try solver.solve()
      } catch {
        // Unrelaxable constraints that contradict each other are refused again as well.
        #expect(throws: error) { try Self.fresh(solver) }
        continue
      }
      let fresh = try Self.fresh(solver)
      try #require(fresh.values == solver.values)
      try #require(fresh.solution.relaxed == solver.solution.relaxed)
      try #require((fresh.solution.ambiguous == nil) == (solver.solution.ambiguous == nil))
    }
  }

  /// Programs have no limits themselves: they must leave inputs that the simplex refuses to it.
  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func aProgramAnswersNothingThatTheSimplexRefuses(absurd: Double) throws {
    var solver = SimplexSolver(domains: [.free, .free])
    solver.add(LinearConstraint([Term(0, 1)], .equal, 1))
    solver.add(LinearConstraint([Term(1, 1), Term(0, -1)], .equal, 1))
    for constant in 0..<12 {
      solver.setConstant(0, Double(constant))
      try solver.solve()
    }
    #expect(solver.statistics.programEvaluations > 0)
    solver.setConstant(0, absurd)
    #expect(solver.constant(0).bitPattern == absurd.bitPattern)
    let fresh = Result { try Self.fresh(solver).values }
    let answer = Result { () throws -> ContiguousArray<Double> in
      try solver.solve()
      return solver.values
    }
    #expect((try? fresh.get()) == (try? answer.get()))
    solver.setConstant(0, 3)
    try solver.solve()
    #expect(solver.value(1) == 4)
  }

  /// While a constraint is off its constant may be anything.
  ///
  /// Its row kept the remainder of 20 beside 10³⁰⁰, which is 0.
  @Test(arguments: [Double.nan, .infinity, 1e300, 1e12])
  func anAbsurdConstantOfAConstraintThatIsOffLeavesNoTrace(absurd: Double) throws {
    var solver = SimplexSolver(domains: [.nonNegative])
    solver.add(LinearConstraint([Term(0, 1)], .equal, 0, strength: .preferred(250)))
    let limit = solver.add(
      LinearConstraint([Term(0, 1)], .greaterOrEqual, 100 / 3), isActive: false)
    try solver.solve()
    solver.setConstant(limit, absurd)
    try solver.solve()
    #expect(solver.value(0) == 0)
    solver.setConstant(limit, 100 / 3)
    solver.setActive(limit, true)
    try solver.solve()
    #expect(solver.value(0) == ResultGrid.round(100 / 3))
  }

  /// From 2²⁶ on every number is a multiple of 2⁻²⁶ already.
  @Test func roundingKeepsWhatIsOnTheGrid() {
    for value in [0x1p26 + 0x1p-26, 0x1p26 - 0x1p-26, 0x1p25 + 0x1p-26, -0x1p26 - 0x1p-26, 1e300] {
      #expect(ResultGrid.round(value) == value)
    }
    #expect(ResultGrid.round(0x1p25 + 0x1p-27) == 0x1p25 + 0x1p-26)
    #expect(ResultGrid.round(-0x1p25 - 0x1p-27) == -0x1p25)
  }
}
