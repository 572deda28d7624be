import TestSupport
import Testing

@testable import Cassowary

@Suite struct AlternativeSolutionsTests {
  /// The case of Apple's "What's New in Auto Layout" (WWDC 2016): one min x, at -120 or at -160,
  /// because every constraint allows both.
  @Test func minXAtMinus120OrMinus160IsOneAnswerWithTwoValidSolutions() throws {
    // Superview's width, the view's min x and width.
    var solver = SimplexSolver(domains: [.nonNegative, .free, .nonNegative])
    solver.add(LinearConstraint([Term(0, 1)], .equal, 320))
    solver.add(LinearConstraint([Term(2, 1)], .equal, 400))
    solver.add(LinearConstraint([Term(1, 1)], .lessOrEqual, -120))
    solver.add(LinearConstraint([Term(1, 1)], .greaterOrEqual, -160))
    let drag = solver.add(
      LinearConstraint([Term(1, 1)], .equal, -160, strength: .preferred(500)), isActive: false)
    try solver.solve()
    let expected = AlternativeSolutions(
      variable: 1, first: [320, -120, 400], second: [320, -160, 400])
    #expect(solver.alternatives() == expected)
    // Earlier layouts do not affect the result.
    solver.setActive(drag, true)
    try solver.solve()
    #expect(solver.value(1) == -160)
    #expect(solver.alternatives() == nil)
    solver.setActive(drag, false)
    try solver.solve()
    #expect(solver.value(1) == -120)
    #expect(solver.alternatives() == expected)
  }

  @Test func aVariableThatNothingBoundsIsMovedByAHundredPoints() throws {
    var solver = SimplexSolver(domains: [.free, .free])
    solver.add(LinearConstraint([Term(0, 1), Term(1, -1)], .equal, 7))
    try solver.solve()
    #expect(
      solver.alternatives()
        == AlternativeSolutions(variable: 0, first: [0, -7], second: [100, 93]))
  }

  @Test(arguments: 0..<60) func bothSolutionsAreOptimaByThePriorities(seed: UInt64) throws {
    var random = TestRandom(seed: seed &* 7877 &+ 5)
    var found = 0
    for _ in 0..<20 {
      let system = RandomSystem(using: &random)
      var solver = system.solver()
      try solver.solve()
      let alternatives = solver.alternatives()
      #expect((alternatives == nil) == (solver.solution.ambiguous == nil))
      guard let alternatives else { continue }
      found += 1
      let (first, second) = (alternatives.first, alternatives.second)
      #expect(first == system.domains.indices.map(solver.value))
      let variable = alternatives.variable
      #expect(abs(first[variable] - second[variable]) > Tolerance.reported)
      let relaxed = solver.solution.relaxed
      for priority in [1000, 750, 250, 50] {
        let errors = [first, second].map { system.error($0, at: priority) }
        #expect(abs(errors[0] - errors[1]) < 1e-6, "priority \(priority)")
      }
      for (index, constraint) in system.constraints.enumerated()
      where constraint.strength == .required && !relaxed.contains(index) {
        #expect(constraint.error(second) < 1e-6)
      }
      for (variable, domain) in system.domains.enumerated() where domain == .nonNegative {
        #expect(second[variable] >= 0)
      }
    }
    #expect(found > 0)
  }
}

@Suite struct TieTests {
  /// Three preferences for one width: the first is met, and both others have errors.
  ///
  /// Moving towards the middle one would reduce its error as much as it increases the other's.
  @Test func theRivalsOfATieAreThoseThatPay() throws {
    var solver = SimplexSolver(domains: [.free])
    let first = solver.add(
      LinearConstraint([Term(0, 1)], .equal, 10, strength: .preferred(500)))
    solver.add(LinearConstraint([Term(0, 1)], .greaterOrEqual, 0, strength: .preferred(500)))
    let second = solver.add(
      LinearConstraint([Term(0, 1)], .equal, 20, strength: .preferred(500)))
    try solver.solve()
    #expect(solver.ties() == [Tie(constraint: first, priority: 500, rivals: [second])])
  }

  /// Every width from 10 to 20 has the same sum at 500, so 400 decides.
  @Test("L1: what a weaker priority decides is no tie")
  func whatAWeakerPriorityDecidesIsNoTie() throws {
    var solver = SimplexSolver(domains: [.free])
    solver.add(LinearConstraint([Term(0, 1)], .equal, 10, strength: .preferred(500)))
    solver.add(LinearConstraint([Term(0, 1)], .equal, 20, strength: .preferred(500)))
    solver.add(LinearConstraint([Term(0, 1)], .equal, 90, strength: .preferred(400)))
    try solver.solve()
    #expect(solver.value(0) == 20)
    #expect(solver.solution.isStrong)
    #expect(solver.ties().isEmpty)
  }

  @Test func whatThePrioritiesDecideIsNoTie() throws {
    var solver = SimplexSolver(domains: [.free])
    solver.add(LinearConstraint([Term(0, 1)], .equal, 10, strength: .preferred(501)))
    solver.add(LinearConstraint([Term(0, 1)], .equal, 20, strength: .preferred(500)))
    try solver.solve()
    #expect(solver.ties().isEmpty)
  }

  /// Values between 0 and 10, at least 20 and at most -10 are preferred: every point costs 30 in
  /// total.
  @Test func relaxedConstraintsTieAboveAllPreferences() throws {
    var solver = SimplexSolver(domains: [.nonNegative])
    solver.add(LinearConstraint([Term(0, 1)], .lessOrEqual, 10))
    let atLeast = solver.add(LinearConstraint([Term(0, 1)], .greaterOrEqual, 20))
    let atMost = solver.add(LinearConstraint([Term(0, 1)], .lessOrEqual, -10))
    try solver.solve()
    #expect(solver.solution.relaxed == [atLeast, atMost])
    #expect(solver.value(0) == 10)
    #expect(solver.ties() == [Tie(constraint: atLeast, priority: 1000, rivals: [atMost])])
  }

  @Test(arguments: 0..<40) func everyTieHasRivalsOfItsPriority(seed: UInt64) throws {
    var random = TestRandom(seed: seed &* 6151 &+ 11)
    for _ in 0..<8 {
      let system = RandomSystem(using: &random)
      var solver = system.solver()
      try solver.solve()
      let ties = solver.ties()
      #expect(ties.map(\.constraint) == solver.solution.ties)
      for tie in ties {
        #expect(!tie.rivals.isEmpty)
        for rival in tie.rivals {
          #expect(rival > tie.constraint)
          if tie.priority < 1000 {
            #expect(system.constraints[rival].strength == .preferred(tie.priority))
          }
        }
      }
    }
  }
}

@Suite struct DependencyTests {
  /// Apple's two text fields (8, 100, 20, 100): the second one's position depends on three numbers.
  @Test func aVariableDependsOnTheConstantsThatPlaceIt() throws {
    var solver = SimplexSolver(domains: [.free, .nonNegative, .free, .nonNegative])
    solver.add(LinearConstraint([Term(0, 1)], .equal, 8))
    solver.add(LinearConstraint([Term(1, 1)], .equal, 100))
    solver.add(LinearConstraint([Term(2, 1), Term(0, -1), Term(1, -1)], .equal, 20))
    solver.add(LinearConstraint([Term(3, 1)], .equal, 100))
    solver.add(LinearConstraint([Term(3, 1)], .greaterOrEqual, 50))
    try solver.solve()
    #expect(solver.constraintsAffecting(0) == [0])
    #expect(solver.constraintsAffecting(2) == [0, 1, 2])
    #expect(solver.constraintsAffecting(3) == [3])
  }

  @Test func aVariableWithoutConstraintsDependsOnNone() throws {
    var solver = SimplexSolver(domains: [.free])
    try solver.solve()
    #expect(solver.constraintsAffecting(0).isEmpty)
  }

  /// Away from degenerate vertices a small change of a constant moves the variables that are listed
  /// as depending on it, and no others.
  @Test(arguments: 0..<40) func theConstantsThatMoveAVariableAreFoundByTrying(seed: UInt64) throws {
    var random = TestRandom(seed: seed &* 3571 &+ 1)
    var system = RandomSystem(using: &random)
    for index in system.constraints.indices {
      // No two constraints meet by chance.
      system.constraints[index].constant += Double(index * index) / 37
    }
    var solver = system.solver()
    try solver.solve()
    let before = system.domains.indices.map(solver.value)
    let affecting = system.domains.indices.map(solver.constraintsAffecting)
    for index in system.constraints.indices {
      solver.setConstant(index, system.constraints[index].constant + 0x1p-12)
      try solver.solve()
      for variable in system.domains.indices {
        let moved = abs(solver.value(variable) - before[variable]) > 0x1p-18
        #expect(moved == affecting[variable].contains(index), "x\(variable) by \(index)")
      }
      solver.setConstant(index, system.constraints[index].constant)
    }
  }

  /// The first two are unbounded; a variable that is not reported is not named.
  @Test func whatIsFreeWithoutBoundIsFoundBesideASilentVariable() throws {
    var solver = SimplexSolver(domains: [.free, .free, .free])
    solver.silentVariables = [2]
    solver.add(LinearConstraint([Term(2, 1)], .equal, 5))
    solver.add(LinearConstraint([Term(0, 1), Term(1, -1)], .equal, 0))
    try solver.solve()
    #expect(solver.solution.ambiguous == 0)
  }
}

extension LinearConstraint {
  /// By how much a point violates the constraint.
  func error(_ point: [Double]) -> Double {
    let residual = terms.reduce(-constant) { $0 + $1.coefficient * point[$1.variable] }
    return switch relation {
    case .equal: abs(residual)
    case .greaterOrEqual: max(0, -residual)
    case .lessOrEqual: max(0, residual)
    }
  }
}

extension RandomSystem {
  /// The sum of the errors of one priority; 1000 sums those of the required constraints.
  func error(_ point: [Double], at priority: Int) -> Double {
    let strength: Strength = priority == 1000 ? .required : .preferred(priority)
    return constraints.filter { $0.strength == strength }.reduce(0) { $0 + $1.error(point) }
  }
}
