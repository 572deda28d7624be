import Cassowary
import PairedBenchmark

extension Benchmark {
  /// `edit.vs-manual`: one cell after another by a solver that lives on, without compiled programs.
  static let edit = Benchmark(
    name: "edit.vs-manual", sense: .timesAsLong, operation: "cell"
  ) { input in try edits(.easy, input) }

  /// `edit-hard.vs-manual`: the same, but every other cell needs another basis.
  static let editHard = Benchmark(
    name: "edit-hard.vs-manual", sense: .timesAsLong, operation: "cell"
  ) { input in try edits(.hard, input) }

  /// `fresh.vs-manual`: every cell by a solver of its own, made, filled, solved and read.
  static let fresh = Benchmark(
    name: "fresh.vs-manual", sense: .timesAsLong, operation: "cell"
  ) { input in
    let ofInput = ReferenceCell.constraints().ofInput
    return try contest(ReferenceCells(.easy, count: 2_000), input) { cells, cell, values in
      var solver = ReferenceCell.solver(usesPrograms: false).0
      try solve(cell, of: cells, by: &solver, ofInput, into: &values)
    }
  }

  private static func edits(
    _ kind: ReferenceCells.Kind, _ input: BenchmarkInput
  ) throws -> Contest {
    var (solver, ofInput) = ReferenceCell.solver(usesPrograms: false)
    return try contest(ReferenceCells(kind, count: 20_000), input) { cells, cell, values in
      try solve(cell, of: cells, by: &solver, ofInput, into: &values)
    }
  }

  /// Changes the inputs of a solver to those of a cell, solves, and reads all variables.
  private static func solve(
    _ cell: Int, of cells: ReferenceCells, by solver: inout SimplexSolver, _ ofInput: [[Int]],
    into values: inout ContiguousArray<Double>
  ) throws {
    for input in 0..<cells.inputCount {
      let constant = cells.inputs[input * cells.count + cell]
      for constraint in ofInput[input] { solver.setConstant(constraint, constant) }
    }
    try solver.solve()
    for variable in 0..<ReferenceCell.variables {
      values[variable * cells.count + cell] = solver.value(variable)
    }
  }

  /// Compares one way to lay out a cell with hand-written code, for all cells.
  private static func contest(
    _ cells: ReferenceCells, _ input: BenchmarkInput,
    _ layOut: @escaping (ReferenceCells, Int, inout ContiguousArray<Double>) throws -> Void
  ) throws -> Contest {
    var values = ContiguousArray(repeating: 0.0, count: cells.count * ReferenceCell.variables)
    var manual = values
    for cell in 0..<cells.count { try layOut(cells, cell, &values) }
    ManualReferenceCell.layOut(cells, into: &manual)
    try agree(values, manual, of: cells.count)
    let sink = input.sink
    return Contest(
      operations: cells.count,
      subject: {
        let taken = try CPUClock.thread.measure {
          for cell in 0..<cells.count { try layOut(cells, cell, &values) }
        }
        sink.take(Int(values[cells.count - 1]))
        return taken
      },
      reference: {
        let taken = CPUClock.thread.measure { ManualReferenceCell.layOut(cells, into: &manual) }
        sink.take(Int(manual[cells.count - 1]))
        return taken
      })
  }

  /// Ends the benchmark when a solver and hand-written code differ in any number of any cell.
  static func agree(
    _ left: ContiguousArray<Double>, _ right: ContiguousArray<Double>, of count: Int
  ) throws {
    for index in left.indices where left[index] != right[index] {
      throw BenchmarkError(
        "variable \(index / count) of cell \(index % count) is \(left[index]) by the solver and "
          + "\(right[index]) by hand")
    }
  }
}
