import TestSupport
import Testing

@testable import Cassowary

/// A proved guess must equal the result of the simplex, to the bit.
@Suite struct CrashBasisTests {
  @Test(arguments: 0..<8) func aProvedGuessIsTheOptimumOfTheSimplex(seed: UInt64) throws {
    var random = TestRandom(seed: seed &* 7_368_787 &+ 11)
    var proved = 0
    for _ in 0..<400 {
      var guessed = RandomSystem(using: &random).solver()
      guessed.minimumCrashSize = 0
      var simplex = guessed
      try guessed.solve()
      guard guessed.statistics.crashSolves == 1 else { continue }
      proved += 1
      try simplex.solveAfresh()
      for variable in 0..<guessed.variableCount {
        #expect(
          guessed.value(variable).bitPattern == simplex.value(variable).bitPattern
            && guessed.unroundedValue(variable).bitPattern
              == simplex.unroundedValue(variable).bitPattern
        )
      }
      #expect(guessed.solution == simplex.solution)
    }
    #expect(proved > 20)
  }

  /// Programs compiled from it answer like a new solver, for constants that move the optimum.
  @Test(arguments: 0..<40) func itsProgramsAnswerAsTheSimplexDoes(seed: UInt64) throws {
    var random = TestRandom(seed: seed &* 982_451 &+ 5)
    var solver = RandomSystem(using: &random).solver()
    solver.minimumCrashSize = 0
    solver.verifiesPrograms = true
    for _ in 0..<30 {
      for index in 0..<solver.constraintCount where Int.random(in: 0..<4, using: &random) == 0 {
        solver.setConstant(index, Double(Int.random(in: -30...300, using: &random)) / 3)
      }
      try solver.solve()
    }
  }

  /// n labels below each other, each as wide as its text unless the cell is narrower.
  @Test func aColumnOfLabelsNeedsNoPivot() throws {
    let count = 200
    // The cell's width and height, then each label's width, height and top.
    var solver = SimplexSolver(
      domains: [.nonNegative, .nonNegative]
        + (0..<count).flatMap { _ in [VariableDomain.nonNegative, .nonNegative, .free] })
    solver.add(LinearConstraint([Term(0, 1)], .equal, 100), unrelaxable: true)
    for label in 0..<count {
      let (width, height, top) = (2 + 3 * label, 3 + 3 * label, 4 + 3 * label)
      let above = label == 0 ? [] : [Term(top - 3, -1), Term(height - 3, -1)]
      solver.add(LinearConstraint([Term(top, 1)] + above, .equal, 8))
      solver.add(LinearConstraint([Term(width, 1), Term(0, -1)], .lessOrEqual, -32))
      for (variable, size) in [(width, 40 + label), (height, 20)] {
        solver.add(
          LinearConstraint(
            [Term(variable, 1)], .lessOrEqual, Double(size), strength: .preferred(250)))
        solver.add(
          LinearConstraint(
            [Term(variable, 1)], .greaterOrEqual, Double(size), strength: .preferred(750)))
      }
    }
    solver.add(
      LinearConstraint([Term(1, 1), Term(3 * count + 1, -1), Term(3 * count, -1)], .equal, 8))
    try solver.solve()
    #expect(solver.statistics.crashSolves == 1 && solver.statistics.pivots == 0)
    #expect(solver.value(1) == Double(count * 28 + 8))
    #expect((0..<count).allSatisfy { solver.value(2 + 3 * $0) == min(40 + Double($0), 68) })
  }

  /// The cell is as high as the highest of its views: only one of its bounds is tight.
  @Test func theHighestOfManyDecides() throws {
    let heights = (0..<60).map { Double(($0 * 37) % 101) }
    var solver = SimplexSolver(
      domains: Array(repeating: .nonNegative, count: heights.count + 1))
    for (index, height) in heights.enumerated() {
      solver.add(LinearConstraint([Term(index + 1, 1), Term(0, -1)], .lessOrEqual, -16))
      solver.add(
        LinearConstraint([Term(index + 1, 1)], .equal, height, strength: .preferred(750)))
    }
    solver.add(LinearConstraint([Term(0, 1)], .equal, 10, strength: .preferred(50)))
    solver.minimumCrashSize = 0
    try solver.solve()
    #expect(solver.statistics.pivots == 0)
    #expect(solver.value(0) == (heights.max() ?? 0) + 16)
  }

  /// Below the minimum size the simplex answers.
  @Test func aSmallSystemIsNotGuessed() throws {
    var solver = SimplexSolver(domains: [.free])
    solver.add(LinearConstraint([Term(0, 1)], .equal, 5))
    try solver.solve()
    #expect(solver.statistics.crashSolves == 0 && solver.statistics.coldSolves == 1)
  }
}
