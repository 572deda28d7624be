import IncrementalSolver
import Cassowary
import PairedBenchmark

extension Benchmark {
  /// `chain.update.N-vs-10`: one constant changed that moves N views, and 10.
  static let chainUpdates = [20, 40, 80].map { views in
    Benchmark(
      name: "chain.update.\(views)-vs-10", sense: .timesAsLong, operation: "update"
    ) { input in
      let updates = 2_000
      var long = try ViewChain(views: views)
      var short = try ViewChain(views: 10)
      let sink = input.sink
      return Contest(
        operations: updates,
        subject: { try CPUClock.thread.measure { sink.take(try long.update(times: updates)) } },
        reference: { try CPUClock.thread.measure { sink.take(try short.update(times: updates)) } })
    }
  }

  /// `independent.80-vs-1`: constraints of 80 reference cells added to one solver, and of one.
  static let independent = Benchmark(
    name: "independent.80-vs-1", sense: .timesAsLong, operation: "solver"
  ) { input in
    let many = IndependentCells(count: 80)
    let one = IndependentCells(count: 1)
    let sink = input.sink
    // The small side runs several times a sample, or the clock's own time would show.
    let repetitions = 20
    return Contest(
      operations: repetitions,
      subject: {
        try CPUClock.thread.measure {
          for _ in 0..<repetitions { sink.take(try many.solve()) }
        }
      },
      reference: {
        try CPUClock.thread.measure {
          for _ in 0..<repetitions { sink.take(try one.solve()) }
        }
      })
  }
}

/// Views in a row, each placed from the one before: four equalities a view.
private struct ViewChain {
  private var solver: SimplexSolver
  private let first: Int
  private let last: Int

  init(views: Int) throws {
    solver = SimplexSolver(domains: [VariableDomain](repeating: .free, count: 4 * views))
    var first = 0
    for view in 0..<views {
      for number in 0..<4 {
        let variable = view * 4 + number
        let isPosition = number < 2
        let constraint: LinearConstraint
        if view == 0 {
          constraint = LinearConstraint([Term(variable, 1)], .equal, isPosition ? 0 : 100)
        } else if isPosition {
          constraint = LinearConstraint(
            [Term(variable, 1), Term(variable - 4, -1), Term(variable - 2, -1)], .equal, 8)
        } else {
          constraint = LinearConstraint([Term(variable, 1), Term(variable - 4, -1)], .equal, 0)
        }
        let index = solver.add(constraint)
        if variable == 0 { first = index }
      }
    }
    self.first = first
    last = 4 * (views - 1)
    try solver.solve()
    guard solver.value(last) == Double(views - 1) * 108 else {
      throw BenchmarkError("the last of \(views) views is at \(solver.value(last))")
    }
  }

  /// Moves the first view, and with it all others; the place of the last one in the end.
  mutating func update(times: Int) throws -> Int {
    for time in 0..<times {
      solver.setConstant(first, Double(time % 7 + 1))
      try solver.solve()
    }
    return Int(solver.value(last))
  }
}

/// Reference cells that share no variable, in one solver.
private struct IndependentCells {
  private let domains: [VariableDomain]
  private let constraints: [LinearConstraint]

  init(count: Int) {
    let cell = ReferenceCell.constraints().constraints
    domains = (0..<count).flatMap { _ in ReferenceCell.domains }
    constraints = (0..<count).flatMap { number in
      cell.map { constraint in
        var constraint = constraint
        for index in constraint.terms.indices {
          constraint.terms[index].variable += number * ReferenceCell.variables
        }
        return constraint
      }
    }
  }

  /// Makes a solver, adds all constraints and solves; the height of the last cell.
  func solve() throws -> Int {
    var solver = ConstraintSolver(domains: domains)
    try solver.add(contentsOf: constraints)
    try solver.solve()
    return Int(solver.value(domains.count - ReferenceCell.variables + 3))
  }
}
