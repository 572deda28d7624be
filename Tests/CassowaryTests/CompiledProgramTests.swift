import Testing

@testable import Cassowary

@Suite struct CompiledProgramTests {
  /// Few switches and few values a constant, so that programs are met again and vertices are
  /// degenerate; every answer of a program is compared with the simplex's.
  @Test(arguments: 0..<80) func programsAnswerAsTheSimplexDoes(seed: UInt64) throws {
    var random = Generator(state: seed &* 104_729 &+ 5)
    let system = RandomSystem(using: &random)
    var solver = system.solver()
    solver.verifiesPrograms = true
    let switched = (0..<2).map { _ in Int.random(in: 0..<solver.constraintCount, using: &random) }
    for _ in 0..<120 {
      for index in solver.constraints.indices where Int.random(in: 0..<4, using: &random) == 0 {
        solver.setConstant(index, Double(Int.random(in: 0...6, using: &random)) * 20 / 3)
      }
      for index in switched where Bool.random(using: &random) {
        solver.setActive(index, !solver.isActive(index))
      }
      try solver.solve()
    }
  }
}
