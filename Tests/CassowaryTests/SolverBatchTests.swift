import TestSupport
import Testing

@testable import Cassowary

@Suite struct SolverBatchTests {
  /// A batch is `setConstant` and `solve()`, cell by cell: same bits, same errors.
  @Test(arguments: 0..<50) func aBatchAnswersAsCellByCell(seed: UInt64) throws {
    var random = TestRandom(seed: seed &* 32_452_843 &+ 11)
    let system = RandomSystem(using: &random)
    var solver = system.solver()
    var single = solver
    let inputs = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Int.random(in: 0..<solver.constraintCount, using: &random)
      }
    }
    var batch = SolverBatch(
      capacity: 61, variables: solver.variableCount, constraintsOfInput: inputs)
    for _ in 0..<4 {
      for index in batch.inputs.indices {
        batch.inputs[index] =
          [0.0, -0.0, 0x1p25, 0x1p26 + 0x1p-26, 1e-9, 0x1p-22, 100 / 3, 20, 40, 60]
          .randomElement(using: &random) ?? 0
        if Int.random(in: 0..<9, using: &random) > 0 {
          batch.inputs[index] = Double(Int.random(in: 0...6, using: &random)) * 20 / 3
        }
      }
      let switched = Int.random(in: 0..<solver.constraintCount, using: &random)
      solver.setActive(switched, !solver.isActive(switched))
      single.setActive(switched, solver.isActive(switched))
      // A constant that is no input moves as well: what was prepared for the last batch is stale.
      let moved = Int.random(in: 0..<solver.constraintCount, using: &random)
      let constant = Double(Int.random(in: 0...9, using: &random)) * 10 / 3
      solver.setConstant(moved, constant)
      single.setConstant(moved, constant)
      let count = Int.random(in: 0...batch.capacity, using: &random)
      let before = solver.statistics.solves
      try solver.solve(&batch, count: count)
      #expect(solver.statistics.solves - before <= count)
      for cell in 0..<count {
        for (input, constraints) in inputs.enumerated() {
          for constraint in constraints {
            single.setConstant(constraint, batch.inputs[input * batch.capacity + cell])
          }
        }
        try single.solve()
        for variable in 0..<solver.variableCount {
          try #require(
            batch.values[variable * batch.capacity + cell].bitPattern
              == single.value(variable).bitPattern)
        }
      }
      // The solver stands at the last cell, as if it had solved one by one.
      #expect(count == 0 || solver.table.constants == single.table.constants)
      try solver.solve()
      try single.solve()
      #expect(solver.values == single.values)
    }
  }

  @Test func aBatchWithoutProgramsCompilesNone() throws {
    var solver = SimplexSolver(domains: [.nonNegative])
    solver.usesPrograms = false
    solver.add(LinearConstraint([Term(0, 1)], .equal, 0))
    var batch = SolverBatch(capacity: 9, variables: 1, constraintsOfInput: [[0]])
    for cell in 0..<9 { batch.inputs[cell] = Double(cell) }
    try solver.solve(&batch, count: 9)
    #expect(Array(batch.values) == (0..<9).map(Double.init))
    #expect(solver.library.programs.isEmpty)
    #expect(solver.statistics.programEvaluations == 0)
  }
}
