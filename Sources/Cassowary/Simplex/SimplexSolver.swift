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
  public internal(set) var statistics = Statistics()
  /// What the last `solve()` found out.
  public internal(set) var solution = Solution()

  /// Pivots and flips after which one solve is given up as stalled.
  public var pivotLimit = 20_000

  /// The largest constant of an active constraint, in points; with a larger one, or what is no
  /// number, `solve()` throws whatever was solved before.
  public static let largestConstant = 1e12

  var workLeft = 0
  var constraints: [LinearConstraint] = []
  @usableFromInline var constants: ContiguousArray<Double> = []
  /// Whether a constant may be beyond `largestConstant`.
  @usableFromInline var hasAbsurdConstant = false
  var active: [Bool] = []
  /// Kept whatever contradicts it: the environment.
  var unrelaxable: [Bool] = []
  let domains: [VariableDomain]
  /// Variables in the order in which remaining freedom is settled.
  let freedomOrder: [Int]

  /// Variables of which nobody wants to know that they are open.
  ///
  /// `Solution.ambiguous` names the first of the others. To be set before the first solve; only
  /// looked up, never walked through.
  public var silentVariables: Set<Int> = []

  var tableau: Tableau
  var sides: [Sides]
  /// For each row the side on which its symbol is: -1, +1, or 0 where zero is no breakpoint.
  var rowSides: ContiguousArray<Int8> = []
  /// For each row whether its symbol has to stay at zero.
  var rowIsFixed: ContiguousArray<Bool> = []
  /// The priorities in use, strictest first; level 0 is that of relaxed constraints.
  var levels: [Int] = []
  /// Derivative of each level's sum of errors along each column; shape `[levels × columns]`.
  var gradients: ContiguousArray<Double> = []
  var components: [OrderComponent] = []

  /// Whether the results are those of the present constants and switches.
  @usableFromInline var isSolved = false
  /// Whether the tableau holds an optimum, of `solvedPattern`, with nothing relaxed.
  var isWarm = false
  /// Constraints whose strength changed since the tableau was solved.
  var restyled: [Int] = []
  var weakDirections: [WeakDirection] = []
  var weakDirectionsAreCurrent = false
  var degenerateFaces: [DegenerateFace] = []
  /// The active constraints, a bit each; and those for which the tableau was solved last.
  var activePattern: [UInt64] = []
  var solvedPattern: [UInt64] = []
  var bases: [SolvedBasis] = []
  /// Whether a basic symbol is neither at zero nor further from it than a range that is reported.
  var hasNearlyTightRow = false
  var evaluator: CanonicalEvaluator
  @usableFromInline var results: ContiguousArray<Double>

  /// Whether optima are compiled to programs that answer later solves; without them every solve is
  /// the simplex's.
  public var usesPrograms = true
  /// Whether every answer of a program is compared with the simplex's, which throws
  /// `SolverError.programDiffers` where they differ: slow, for finding faults.
  public var verifiesPrograms = false
  var library = ProgramLibrary()
  /// What was prepared for batches.
  var batchRound: BatchRound?
  /// Room for a program's right-hand sides; shape `[variables]`.
  var programSides: ContiguousArray<Double>
  /// The values of the last solution before they were rounded; shape `[variables]`.
  var unrounded: ContiguousArray<Double>

  /// Creates a solver.
  ///
  /// - Parameters:
  ///   - domains: What each variable may be; shape `[variables]`.
  ///   - freedomOrder: Each variable once, in the order in which freedom that is left over is
  ///     settled; by default the order of the variables.
  public init(domains: [VariableDomain], freedomOrder: [Int]? = nil) {
    self.domains = domains
    self.freedomOrder = freedomOrder ?? Array(domains.indices)
    tableau = Tableau(variables: domains.count)
    sides = domains.map {
      Sides(negative: $0 == .free ? .free : .forbidden, positive: .free, hasBreakpoint: true)
    }
    evaluator = CanonicalEvaluator(variables: domains.count)
    results = ContiguousArray(repeating: 0, count: domains.count)
    programSides = results
    unrounded = results
  }

  /// Number of variables.
  public var variableCount: Int { domains.count }

  /// Number of constraints, active or not.
  public var constraintCount: Int { constraints.count }

  /// The value of a variable in the last solution, on the 2⁻²⁶ grid.
  @inlinable
  public func value(_ variable: Int) -> Double { results[variable] }

  /// The values of all variables in the last solution, on the 2⁻²⁶ grid; shape `[variables]`.
  @inlinable
  public var values: ContiguousArray<Double> { results }

  /// The value of a variable in the last solution before it was rounded to the 2⁻²⁶ grid: for
  /// numbers that other solvers go on calculating with, so that they are rounded once.
  public func unroundedValue(_ variable: Int) -> Double { unrounded[variable] }

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
    constraints.append(constraint)
    constants.append(constraint.constant)
    if !(abs(constraint.constant) <= Self.largestConstant) { hasAbsurdConstant = true }
    active.append(isActive)
    self.unrelaxable.append(unrelaxable)
    sides.append(.unrestricted)
    tableau.appendRow(constraint.terms, constant: constraint.constant)
    rowSides.append(0)
    rowIsFixed.append(false)
    isSolved = false
    notePattern(constraints.count - 1, isActive)
    forgetPrograms()
    return constraints.count - 1
  }

  /// Changes the right-hand side of a constraint.
  @inlinable
  public mutating func setConstant(_ index: Int, _ constant: Double) {
    guard constants[index] != constant else { return }
    constants[index] = constant
    // Written so that what is no number counts as well.
    if !(abs(constant) <= Self.largestConstant) { hasAbsurdConstant = true }
    isSolved = false
  }

  /// The right-hand side of a constraint as set last.
  public func constant(_ index: Int) -> Double { constants[index] }

  /// Switches a constraint on or off without tearing it down.
  public mutating func setActive(_ index: Int, _ isActive: Bool) {
    guard active[index] != isActive else { return }
    active[index] = isActive
    isSolved = false
    notePattern(index, isActive)
  }

  /// Whether a constraint takes part.
  public func isActive(_ index: Int) -> Bool { active[index] }

  /// Replaces the left-hand side of a constraint; the next solve begins from nothing.
  public mutating func setTerms(_ index: Int, _ terms: [Term]) {
    guard constraints[index].terms != terms else { return }
    constraints[index].terms = terms
    isSolved = false
    isWarm = false
    forgetPrograms()
  }

  /// Changes how strictly a constraint is held.
  public mutating func setStrength(_ index: Int, _ strength: Strength) {
    guard constraints[index].strength != strength else { return }
    constraints[index].strength = strength
    restyled.append(index)
    isSolved = false
    forgetPrograms()
  }

  /// Forgets what was learnt of the constraints as they were before one of them changed.
  private mutating func forgetPrograms() {
    evaluator.removeAll()
    bases.removeAll()
    library.removeAll()
  }

  /// Finds the optimum for the present constants and switches.
  ///
  /// Required constraints are accepted in document order, those marked unrelaxable first; one
  /// that contradicts those accepted before is relaxed for this solve: its error is minimised
  /// before every preference, together with the others that had to give.
  ///
  /// - Throws: `SolverError` when numbers of absurd size keep the solver from an answer; the next
  ///   solve begins from nothing.
  public mutating func solve() throws(SolverError) {
    if isSolved { return }
    try refuseAbsurdConstants()
    if answerFromProgram() {
      if verifiesPrograms { try verifyProgram() }
      return
    }
    try solveWithTableau()
    if usesPrograms, statistics.solves > Self.solvesBeforePrograms, let program = compiledProgram()
    {
      library.insert(program, pattern: activePattern)
    }
  }

  /// Refuses constants in which every other number would drown.
  mutating func refuseAbsurdConstants() throws(SolverError) {
    guard hasAbsurdConstant else { return }
    hasAbsurdConstant = false
    for index in constants.indices where !(abs(constants[index]) <= Self.largestConstant) {
      hasAbsurdConstant = true
      if active[index] { throw .illConditioned }
    }
  }

  /// Finds the optimum by the simplex alone.
  mutating func solveWithTableau() throws(SolverError) {
    workLeft = pivotLimit
    if isWarm { recallBasis() }
    if isWarm, repairLastOptimum(), workLeft > 0, finish() {
      if workLeft == pivotLimit { statistics.evaluations += 1 } else { statistics.repairs += 1 }
      return
    }
    workLeft = pivotLimit
    solveFromNothing()
    statistics.coldSolves += 1
    guard workLeft > 0, finish() else {
      isWarm = false
      throw workLeft > 0 ? .illConditioned : .stalled(pivots: pivotLimit)
    }
  }

  /// Takes stock of an optimum.
  ///
  /// - Returns: Whether its values can be trusted.
  private mutating func finish() -> Bool {
    restyled.removeAll(keepingCapacity: true)
    solvedPattern = activePattern
    guard evaluate() else { return false }
    assert(invariantViolation() == nil, invariantViolation() ?? "")
    findWeakness()
    isSolved = true
    isWarm = solution.relaxed.isEmpty
    return true
  }
}
