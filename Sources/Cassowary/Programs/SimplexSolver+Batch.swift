extension SimplexSolver {
  /// Cells after which those that wait for another program are evaluated, while their values are
  /// still in the processor's cache.
  private static let cellsPerRound = 1024

  /// Solves many cells that differ in some constants only.
  ///
  /// Each cell gets the values that `setConstant` and `solve()` would have given it, to the bit. All
  /// are tried with the program that held last; the checks that fail lead a cell to its own
  /// program; what no program answers is solved by the simplex and compiled for the next ones.
  ///
  /// Afterwards the constants are those of the last cell.
  ///
  /// - Parameter count: The first so many cells of the batch.
  /// - Throws: `SolverError` when the numbers of a cell are of absurd size; its constants are then
  ///   those of the solver, and the values of the batch are of no use.
  public mutating func solve(_ batch: inout SolverBatch, count: Int) throws(SolverError) {
    precondition(
      batch.variables == variableCount
        && batch.inputs.count == batch.capacity * batch.constraintsOfInput.count,
      "a batch has the shape of its solver")
    let count = min(count, batch.capacity)
    guard count > 0 else { return }
    guard usesPrograms, !verifiesPrograms else {
      for cell in 0..<count {
        bind(cell, of: batch)
        try solve()
        store(cell, in: &batch)
      }
      return
    }
    try solveCell(0, of: &batch)
    // Taken out, so that this is the only reference and nothing is copied.
    var round = batchRound.take() ?? BatchRound(solver: self, batch: batch)
    if !round.fits(self, batch) { round = BatchRound(solver: self, batch: batch) }
    round.follow(constants)
    var start = 0
    while start < count {
      let end = min(start + Self.cellsPerRound, count)
      let cells = start..<end
      guard let router = library.lastProgram(of: activePattern) else {
        // Something required had to give: nothing is compiled, each cell is solved.
        for cell in cells where cell > 0 { try solveCell(cell, of: &batch) }
        start = end
        continue
      }
      round.begin(library)
      round.route(cells, by: router, of: &batch, library.programs, constants)
      round.evaluateWaiting(of: &batch, library.programs, constants)
      // The first cell is solved already, and the solver still stands there.
      if start == 0 { store(0, in: &batch) }
      statistics.programEvaluations +=
        cells.count - (start == 0 ? 1 : 0) - round.misses.count { $0.cell > 0 }
      for miss in round.misses where miss.cell > 0 {
        try solveCell(Int(miss.cell), of: &batch)
        if miss.failed != BatchKernel.outOfRange, solution.relaxed.isEmpty,
          let found = library.lastProgram(of: activePattern)
        {
          library.learnRoute(from: miss.program, failed: miss.failed, to: found)
        }
      }
      start = end
    }
    batchRound = round
    bind(count - 1, of: batch)
  }

  /// Solves one cell of a batch and keeps its program.
  private mutating func solveCell(_ cell: Int, of batch: inout SolverBatch) throws(SolverError) {
    bind(cell, of: batch)
    if !isSolved {
      try refuseAbsurdConstants()
    }
    if !isSolved, !answerFromProgram() {
      try solveWithTableau()
      if let program = compiledProgram() { library.insert(program, pattern: activePattern) }
    }
    store(cell, in: &batch)
  }

  /// Sets the constants of a cell.
  private mutating func bind(_ cell: Int, of batch: SolverBatch) {
    for (input, constraints) in batch.constraintsOfInput.enumerated() {
      let constant = batch.inputs[input * batch.capacity + cell]
      for constraint in constraints { setConstant(constraint, constant) }
    }
  }

  /// Keeps the values of a cell.
  private func store(_ cell: Int, in batch: inout SolverBatch) {
    for variable in 0..<variableCount {
      batch.values[variable * batch.capacity + cell] = results[variable]
    }
  }
}
