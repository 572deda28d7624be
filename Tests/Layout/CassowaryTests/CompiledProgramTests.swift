import TestSupport
import Testing

@testable import Cassowary

@Suite struct CompiledProgramTests {
  /// Few switches and few values a constant, so that programs recur and vertices are degenerate.
  ///
  /// Every answer of a program is compared with the simplex's.
  @Test("D4: programs answer as the simplex does, and do run", arguments: 0..<8)
  func programsAnswerAsTheSimplexDoes(group: UInt64) throws {
    var ran = 0
    for seed in group * 10..<group * 10 + 10 { ran += try programsRun(seed: seed) }
    // In a system or two no basis recurs; then nothing is compared.
    #expect(ran > 10)
  }

  /// Solves a system repeatedly, and compares each answer of a program with the simplex's.
  ///
  /// - Returns: How often a program answered.
  private func programsRun(seed: UInt64) throws -> Int {
    var random = TestRandom(seed: seed &* 104_729 &+ 5)
    let system = RandomSystem(using: &random)
    var solver = system.solver()
    solver.verifiesPrograms = true
    let switched = (0..<2).map { _ in Int.random(in: 0..<solver.constraintCount, using: &random) }
    for _ in 0..<120 {
      for index in 0..<solver.constraintCount where Int.random(in: 0..<4, using: &random) == 0 {
        solver.setConstant(index, Double(Int.random(in: 0...6, using: &random)) * 20 / 3)
      }
      for index in switched where Bool.random(using: &random) {
        solver.setActive(index, !solver.isActive(index))
      }
      try solver.solve()
    }
    return solver.statistics.programEvaluations
  }

  /// Four sizes that are truncated or not make 16 bases.
  ///
  /// From the last program alone, each of the 240 pairs would require a route.
  @Test func aBasisIsMissedOnce() throws {
    var random = TestRandom(seed: 77)
    var solver = SimplexSolver(domains: [.nonNegative, .nonNegative, .nonNegative, .nonNegative])
    for variable in 0..<4 {
      solver.add(LinearConstraint([Term(variable, 1)], .equal, 10, strength: .preferred(500)))
      solver.add(LinearConstraint([Term(variable, 1)], .lessOrEqual, 20))
    }
    for _ in 0..<1000 {
      let sizes = (0..<4).map { _ in Bool.random(using: &random) ? 5.0 : 30 }
      for variable in 0..<4 { solver.setConstant(variable * 2, sizes[variable]) }
      try solver.solve()
      #expect(Array(solver.values) == sizes.map { min($0, 20) })
    }
    #expect(solver.library.programs.count == 16)
    #expect(solver.statistics.basisMisses <= 32)
  }

  @Test func aSolverWithoutProgramsCompilesNone() throws {
    var solver = SimplexSolver(domains: [.nonNegative])
    solver.usesPrograms = false
    solver.add(LinearConstraint([Term(0, 1)], .equal, 0))
    for size in 0..<9 {
      solver.setConstant(0, Double(size))
      try solver.solve()
      #expect(solver.value(0) == Double(size))
    }
    #expect(solver.library.programs.isEmpty)
    #expect(solver.statistics.programEvaluations == 0)
  }

  /// More checks than bits in the mask, and more bases than the library keeps: 3⁷.
  @Test func moreChecksThanBitsAndMoreBasesThanPlacesOnlyCostTime() throws {
    var random = TestRandom(seed: 78)
    let count = 40
    var solver = SimplexSolver(domains: Array(repeating: .nonNegative, count: count))
    for variable in 0..<count {
      solver.add(LinearConstraint([Term(variable, 1)], .equal, 10, strength: .preferred(500)))
      solver.add(LinearConstraint([Term(variable, 1)], .lessOrEqual, 20))
      solver.add(
        LinearConstraint([Term(variable, 1)], .greaterOrEqual, 5, strength: .preferred(700)))
    }
    let moved = [0, 6, 12, 18, 24, 30, 39]
    for _ in 0..<700 {
      let wanted: [Double] = moved.map { _ in
        [2, 3, 12, 13, 30, 31].randomElement(using: &random) ?? 2
      }
      for (variable, size) in zip(moved, wanted) { solver.setConstant(variable * 3, size) }
      try solver.solve()
      for (variable, size) in zip(moved, wanted) {
        try #require(solver.value(variable) == min(max(size, 5), 20))
      }
    }
    #expect(solver.library.programs.count <= ProgramLibrary.capacity)
  }
}
