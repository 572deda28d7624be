extension SimplexSolver {
  /// Programs are compiled from the fifth solve on: a solver made for one cell never pays for them.
  static let solvesBeforePrograms = 4

  /// Evaluates the compiled program whose checks hold, if there is one.
  ///
  /// The tableau stays as it is, with the constants and switches that it was solved for.
  mutating func answerFromProgram() -> Bool {
    guard usesPrograms else { return false }
    let found = constants.withUnsafeBufferPointer { constants in
      programSides.withUnsafeMutableBufferPointer { sides in
        unrounded.withUnsafeMutableBufferPointer { values in
          library.find(
            pattern: activePattern, constants: constants, sides: sides, values: values)
        }
      }
    }
    guard let found, roundAnswer() else {
      if statistics.solves > Self.solvesBeforePrograms { statistics.basisMisses += 1 }
      return false
    }
    solution = library.programs[found].solution
    statistics.programEvaluations += 1
    isSolved = true
    return true
  }

  /// Rounds what a program answered.
  ///
  /// - Returns: Whether all of it is of a size that programs may answer with.
  private mutating func roundAnswer() -> Bool {
    var fits = true
    for variable in 0..<variableCount {
      let value = unrounded[variable]
      // Written so that a value that is no number fails as well.
      fits = fits && abs(value) < ResultGrid.limit
      results[variable] = ResultGrid.round(value)
    }
    return fits
  }

  /// Compares the answer of a program with the simplex's.
  mutating func verifyProgram() throws(SolverError) {
    var other = self
    other.isSolved = false
    isSolved = false
    try other.solveWithTableau()
    for variable in 0..<variableCount where other.results[variable] != results[variable] {
      throw .programDiffers(
        variable: variable, program: results[variable], simplex: other.results[variable])
    }
    // Which variable is named free, and which ties, may differ from basis to basis of one vertex.
    guard other.solution.relaxed == solution.relaxed,
      (other.solution.ambiguous == nil) == (solution.ambiguous == nil)
    else { throw .diagnosisDiffers }
    // The simplex's work is used again, so that its own state does not age.
    let statistics = statistics
    self = other
    self.statistics = statistics
  }
}
