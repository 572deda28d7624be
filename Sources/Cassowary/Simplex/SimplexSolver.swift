/// An incremental simplex solver with strictly ordered priorities and one canonical answer.
///
/// It is made once and lives as long as its template: binding the next record changes constants
/// (`setConstant`) and switches constraints on and off (`setActive`), and `solve()` repairs the
/// last optimum instead of starting again.
///
/// The optimum is lexicographic. For each priority, from 999 down, the sum of the errors is
/// minimised; then, again for each priority, each single error in document order (the order in
/// which constraints were added); what is then still free is settled by minimising the distance of
/// the variables from zero in the order of their rank. So there is exactly one optimum, a function of the
/// constraints alone. Its values are evaluated from the constraints that are tight there, in
/// document order, and rounded to 2⁻²⁶, so that the bits do not depend on the pivots either.
///
/// Source: Badros, Borning, Stuckey, "The Cassowary linear arithmetic constraint solving
/// algorithm", ACM TOCHI 8(4), 2001, for the incremental tableau; the piecewise-linear residuals
/// replace its error and slack variables.
public struct SimplexSolver: Sendable {
  /// Counts of work done.
  public private(set) var statistics = Statistics()
  /// What the last `solve()` found out.
  public private(set) var solution = Solution()

  /// Pivots and flips after which one solve is given up as stalled.
  public var pivotLimit = 20_000  // reason: an option, set before use

  /// Variables that are never reported as open.
  ///
  /// `Solution.ambiguous` names the first of the others. To be set before the first solve; only
  /// looked up, never walked through.
  public var silentVariables: Set<Int> = []  // reason: an option, set before use

  /// Whether optima are compiled to programs that answer later solves; without them every solve is
  /// the simplex's.
  public var usesPrograms = true  // reason: an option, set before use
  /// Whether every answer of a program is compared with the simplex's, which throws
  /// `SolverError.programDiffers` where they differ: slow, for finding faults.
  public var verifiesPrograms = false  // reason: an option, set before use

  /// The largest constant of an active constraint, in points; with a larger one, or what is no
  /// number, `solve()` throws whatever was solved before.
  public static let largestConstant = 1e12

  /// Variables × constraints from which a first solve is guessed.
  var leastCrashSize = CrashBasis.sizeOfFirstSolves  // reason: an option for tests, set before use

  /// Programs are compiled from the fifth solve on: a solver made for one cell never pays for them.
  private static let solvesBeforePrograms = 4

  /// The constraints as bound.
  @usableFromInline var table = ConstraintTable()  // reason: setConstant is inlined into callers
  let domains: [VariableDomain]
  /// Variables in the order in which remaining freedom is settled.
  let freedomOrder: [Int]

  private(set) var simplex: Simplex
  private var uniqueness: UniquenessAnalysis
  private var bases = BasisCache()
  /// The last answer, where neither a program nor the simplex gave it.
  private var crash: CrashBasis?
  /// Whether constraints were added after the first solve.
  private var grows = false
  private var evaluator: CanonicalEvaluator
  /// Whether a symbol is neither at zero nor further from it than a range that is reported.
  private var hasNearlyTightSymbol = false
  private(set) var library = ProgramLibrary()
  /// What was prepared for batches.
  private var batchRound: BatchRound?
  /// The values of the last solution before they were rounded; shape `[variables]`.
  private var unrounded: ContiguousArray<Double>
  @usableFromInline private(set) var results: ContiguousArray<Double>

  /// Creates a solver.
  ///
  /// - Parameters:
  ///   - domains: What each variable may be; shape `[variables]`.
  ///   - freedomOrder: Each variable once, in the order in which freedom that is left over is
  ///     settled; by default the order of the variables.
  public init(domains: [VariableDomain], freedomOrder: [Int]? = nil) {
    let freedomOrder = freedomOrder ?? Array(domains.indices)
    self.domains = domains
    self.freedomOrder = freedomOrder
    simplex = Simplex(domains: domains, freedomOrder: freedomOrder)
    uniqueness = UniquenessAnalysis(freedomOrder: freedomOrder)
    evaluator = CanonicalEvaluator(variables: domains.count)
    results = ContiguousArray(repeating: 0, count: domains.count)
    unrounded = results
  }

  /// Number of variables.
  public var variableCount: Int { domains.count }

  /// Number of constraints, active or not.
  public var constraintCount: Int { table.count }

  /// The value of a variable in the last solution, on the 2⁻²⁶ grid.
  @inlinable
  public func value(_ variable: Int) -> Double { results[variable] }

  /// The values of all variables in the last solution, on the 2⁻²⁶ grid; shape `[variables]`.
  @inlinable
  public var values: ContiguousArray<Double> { results }

  /// The value of a variable in the last solution before it was rounded to the 2⁻²⁶ grid: for
  /// numbers that other solvers go on calculating with, so that they are rounded once.
  public func unroundedValue(_ variable: Int) -> Double { unrounded[variable] }

  // MARK: Constraints

  /// Adds a constraint after all others in document order.
  ///
  /// - Parameters:
  ///   - constraint: Terms over existing variables.
  ///   - isActive: Whether it takes part from the next solve on.
  ///   - unrelaxable: Whether it is held before every other required one and never relaxed.
  /// - Returns: The index by which the constraint is known from now on.
  @discardableResult
  public mutating func add(
    _ constraint: LinearConstraint, isActive: Bool = true, unrelaxable: Bool = false
  ) -> Int {
    table.add(constraint, isActive: isActive, unrelaxable: unrelaxable)
    simplex.append(constraint)
    grows = statistics.solves > 0
    forgetPrograms()
    return table.count - 1
  }

  /// Changes the right-hand side of a constraint.
  @inlinable
  public mutating func setConstant(_ index: Int, _ constant: Double) {
    table.setConstant(index, constant)
  }

  /// The right-hand side of a constraint as set last.
  public func constant(_ index: Int) -> Double { table.constants[index] }

  /// Switches a constraint on or off without tearing it down.
  public mutating func setActive(_ index: Int, _ isActive: Bool) {
    table.setActive(index, isActive)
  }

  /// Whether a constraint takes part.
  public func isActive(_ index: Int) -> Bool { table.active[index] }

  /// Replaces the left-hand side of a constraint; the next solve begins from nothing.
  public mutating func setTerms(_ index: Int, _ terms: [Term]) {
    guard table.constraints[index].terms != terms else { return }
    table.setTerms(index, terms)
    simplex.forgetOptimum()
    forgetPrograms()
  }

  /// Changes how strictly a constraint is held.
  public mutating func setStrength(_ index: Int, _ strength: Strength) {
    guard table.constraints[index].strength != strength else { return }
    table.setStrength(index, strength)
    forgetPrograms()
  }

  /// Forgets what was learnt of the constraints as they were before one of them changed.
  private mutating func forgetPrograms() {
    evaluator.removeAll()
    bases.removeAll()
    library.removeAll()
  }

  // MARK: Solving

  /// Finds the optimum for the present constants and switches.
  ///
  /// Required constraints are accepted in document order, those marked unrelaxable first; one
  /// that contradicts those accepted before is relaxed for this solve: its error is minimised
  /// before every preference, together with the others that had to give.
  ///
  /// - Throws: `SolverError` when numbers of absurd size keep the solver from an answer; the next
  ///   solve begins from nothing.
  public mutating func solve() throws(SolverError) {
    if !table.hasChanged { return }
    if table.isAbsurd() { throw .illConditioned }
    if answerFromProgram() {
      if verifiesPrograms { try verifyProgram() }
      return
    }
    try findOptimum()
    if usesPrograms, statistics.solves > Self.solvesBeforePrograms { compile() }
  }

  /// Solves by the simplex from nothing, so that the tableau holds the optimum and no trace of
  /// earlier solves.
  mutating func solveAfresh() throws(SolverError) {
    simplex.forgetOptimum()
    table.touch()
    if table.isAbsurd() { throw .illConditioned }
    try solveBySimplex()
  }

  /// Finds the optimum without programs.
  private mutating func findOptimum() throws(SolverError) {
    if simplex.isOptimal || grows || !crashPays || !answerFromCrash() {
      try solveBySimplex()
    }
  }

  /// Whether a guess costs less than the simplex: for a first solve where the tableau is large, for
  /// later ones where it is too large to be kept.
  private var crashPays: Bool {
    let isYoung = statistics.solves <= Self.solvesBeforePrograms
    return variableCount * constraintCount
      >= (isYoung ? leastCrashSize : CrashBasis.sizeOfLaterSolves)
  }

  /// Finds the optimum by the simplex alone.
  private mutating func solveBySimplex() throws(SolverError) {
    crash = nil
    let before = simplex.pivots
    defer { statistics.pivots += simplex.pivots - before }
    if simplex.isOptimal { recallBasis() }
    if simplex.isOptimal, simplex.repair(table, work: pivotLimit), acceptOptimum() {
      if simplex.workLeft == pivotLimit {
        statistics.evaluations += 1
      } else {
        statistics.repairs += 1
      }
      return
    }
    let hasEnded = simplex.solveFromNothing(table, work: pivotLimit)
    statistics.coldSolves += 1
    guard hasEnded, acceptOptimum() else {
      simplex.forgetOptimum()
      throw hasEnded ? .illConditioned : .stalled(pivots: pivotLimit)
    }
  }

  /// Changes to the state that was solved for the constraints which are active now, if there is one.
  private mutating func recallBasis() {
    // With a strength that changed since, the tableau is not that of its pattern any more.
    guard table.pattern != table.solvedPattern, table.strengthChanged.isEmpty else { return }
    let present = BasisCache.Entry(
      pattern: table.solvedPattern, simplex: simplex, uniqueness: uniqueness)
    guard let recalled = bases.exchange(present, for: table.pattern) else { return }
    let pivots = simplex.pivots
    simplex = recalled.simplex
    simplex.takeOver(pivots: pivots)
    uniqueness = recalled.uniqueness
    table.noteOptimum()
  }

  /// Takes stock of an optimum of the simplex.
  ///
  /// - Returns: Whether its values can be trusted.
  private mutating func acceptOptimum() -> Bool {
    table.noteOptimum()
    let vertex = simplex.vertex
    guard
      evaluate(
        valueOf: { vertex.value($0) }, isHeld: { vertex.tableau.row(of: $0) == nil },
        continuing: nil)
    else { return false }
    assert(simplex.invariantViolation() == nil, simplex.invariantViolation() ?? "")
    solution.relaxed = simplex.relaxed
    uniqueness.analyse(
      simplex, tightSet: evaluator.tightSet, isInDoubt: hasNearlyTightSymbol,
      silent: silentVariables, work: pivotLimit, into: &solution)
    table.noteAnswer()
    return true
  }

  /// Evaluates the variables from what is tight at an optimum, in one canonical order.
  ///
  /// - Parameters:
  ///   - value: The value of a symbol there, but for rounding.
  ///   - isHeld: Whether a symbol is zero by construction.
  ///   - equalities: The required equalities, factored, if that was done before.
  /// - Returns: Whether the values agree; they do unless rounding errors have built up or the numbers
  ///   themselves are absurd.
  private mutating func evaluate(
    valueOf value: (_ symbol: Int) -> Double, isHeld: (_ symbol: Int) -> Bool,
    continuing equalities: Elimination?
  ) -> Bool {
    evaluator.beginTightSet()
    hasNearlyTightSymbol = false
    func isTight(_ symbol: Int) -> Bool {
      if isHeld(symbol) { return true }
      let distance = abs(value(symbol))
      if distance > Tolerance.value, distance <= Tolerance.reported { hasNearlyTightSymbol = true }
      return distance <= Tolerance.value
    }
    for index in table.constraints.indices
    where table.active[index] && isTight(variableCount + index) {
      evaluator.insertConstraint(index)
    }
    for variable in 0..<variableCount where isTight(variable) { evaluator.insertZero(variable) }
    evaluator.evaluate(
      constraints: table.constraints, constants: table.constants, continuing: equalities,
      into: &unrounded)
    for variable in 0..<variableCount {
      results[variable] = ResultGrid.round(unrounded[variable])
      let value = value(variable)
      // Written so that a value that is no number fails as well.
      guard abs(value - results[variable]) <= 1e-6 * max(1, abs(value)) else { return false }
    }
    return true
  }

  /// Answers from a guess that is proved to be the optimum, if there is one.
  private mutating func answerFromCrash() -> Bool {
    guard let crash = CrashBasis(table, domains: domains),
      evaluate(
        valueOf: crash.value(ofSymbol:), isHeld: { _ in false }, continuing: crash.equalities)
    else { return false }
    self.crash = crash
    table.noteOptimum()
    solution = Solution()
    statistics.crashSolves += 1
    table.noteAnswer()
    return true
  }

  // MARK: Programs

  /// Compiles the optimum at hand, unless a symbol is so near zero that its side is in doubt,
  /// something required had to give, or the numbers are of absurd size.
  private mutating func compile() {
    guard solution.relaxed.isEmpty, !hasNearlyTightSymbol,
      results.allSatisfy({ abs($0) < ResultGrid.limit })
    else { return }
    let evaluation = evaluator.program(table.constraints)
    guard evaluation.rows.count == variableCount else { return }
    library.insert(
      CompiledProgram(
        crash?.basis ?? OptimalBasis(simplex.vertex), evaluation: evaluation, solution: solution,
        constraints: table.constraints),
      pattern: table.pattern)
  }

  /// Evaluates the compiled program whose checks hold, if there is one.
  ///
  /// The simplex stays where it is, with the constants and switches that it was solved for.
  private mutating func answerFromProgram() -> Bool {
    guard usesPrograms else { return false }
    let found = library.find(table.pattern, table.constants, into: &unrounded)
    guard let found, roundAnswer() else {
      if statistics.solves > Self.solvesBeforePrograms { statistics.basisMisses += 1 }
      return false
    }
    solution = library.programs[found].solution
    statistics.programEvaluations += 1
    table.noteAnswer()
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
  private mutating func verifyProgram() throws(SolverError) {
    var other = self
    table.touch()
    try other.solveBySimplex()
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

  // MARK: Batches

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
    round.follow(table.constants)
    var start = 0
    while start < count {
      let end = min(start + Self.cellsPerRound, count)
      let cells = start..<end
      guard let router = library.lastProgram(of: table.pattern) else {
        // Something required had to give: nothing is compiled, each cell is solved.
        for cell in cells where cell > 0 { try solveCell(cell, of: &batch) }
        start = end
        continue
      }
      round.evaluate(cells, by: router, of: &batch, library)
      // The first cell is solved already, and the solver still stands there.
      if start == 0 { store(0, in: &batch) }
      statistics.programEvaluations +=
        cells.count - (start == 0 ? 1 : 0) - round.misses.count { $0.cell > 0 }
      for miss in round.misses where miss.cell > 0 {
        try solveCell(Int(miss.cell), of: &batch)
        if miss.failed != BatchKernel.outOfRange, solution.relaxed.isEmpty,
          let found = library.lastProgram(of: table.pattern)
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
    if table.hasChanged {
      if table.isAbsurd() { throw .illConditioned }
      if !answerFromProgram() {
        try findOptimum()
        compile()
      }
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
