import Cassowary
import PairedBenchmark

extension Benchmark {
  /// `program.batch.vs-manual`: the reference cell by compiled programs or by hand; easy data.
  static let programBatch = Benchmark(
    name: "program.batch.vs-manual", sense: .timesAsLong, operation: "cell",
    mayAllocate: settledPathMayAllocate
  ) { input in try batch(.easy, input) }

  /// `program.batch-hard.vs-manual`: the same with four widths and texts that are cut.
  static let programBatchHard = Benchmark(
    name: "program.batch-hard.vs-manual", sense: .timesAsLong, operation: "cell"
  ) { input in try batch(.hard, input) }

  private static func batch(
    _ kind: ReferenceCells.Kind, _ input: BenchmarkInput
  ) throws -> Contest {
    let cells = ReferenceCells(kind, count: 20_000)
    var (solver, ofInput) = ReferenceCell.solver(usesPrograms: true)
    var batch = SolverBatch(
      capacity: cells.count, variables: ReferenceCell.variables,
      constraintsOfInput: Array(ofInput.prefix(cells.inputCount)))
    batch.inputs = cells.inputs
    var manual = batch.values
    try solver.solve(&batch, count: cells.count)
    ManualReferenceCell.layOut(cells, into: &manual)
    try agree(batch.values, manual, of: cells.count)
    let sink = input.sink
    return Contest(
      operations: cells.count,
      subject: {
        let taken = try CPUClock.thread.measure { try solver.solve(&batch, count: cells.count) }
        sink.take(Int(batch.values[cells.count - 1]))
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
