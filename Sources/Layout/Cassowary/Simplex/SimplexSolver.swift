/// An incremental simplex solver with strictly ordered priorities and one canonical answer.
///
/// A solver is used for many records. Binding a record changes constants (`setConstant`) and
/// switches constraints (`setActive`), and `solve()` repairs the last optimum.
///
/// The optimum is lexicographic. The following are minimized in this order:
///
/// 1. for each priority, from 999 down, the sum of the errors;
/// 2. for each priority, the error of each constraint in document order, the order of addition;
/// 3. the distance of each variable from zero, in `freedomOrder`.
///
/// So a set of constraints has exactly one optimum. Its values are evaluated from the tight
/// constraints in document order and rounded to 2⁻²⁶. So they do not depend on the pivots.
///
/// Source: Badros, Borning, Stuckey, "The Cassowary linear arithmetic constraint solving
/// algorithm", ACM TOCHI 8(4), 2001, for the incremental tableau; piecewise-linear residuals
/// replace the error and slack variables of that paper.
public struct SimplexSolver: Sendable {
  /// Counts of the work since the solver was made.
  public private(set) var statistics = Statistics()
  /// The relaxed constraints, ambiguity and ties of the last `solve()`.
  public private(set) var solution = Solution()

  /// Maximum number of pivots and flips of a repair, and of a solve from scratch; if that solve
  /// needs more, `solve()` throws `SolverError.stalled`.
  public var pivotLimit = 20_000  // reason: an option, set before use

  /// Indices of variables that `Solution.ambiguous` never reports; must be set before the first
  /// solve.
  public var silentVariables: Set<Int> = []  // reason: an option, set before use

  /// Whether optima are compiled to programs that answer later solves.
  public var usesPrograms = true  // reason: an option, set before use
  /// Whether every answer of a program is compared with the answer of the simplex.
  ///
  /// This is slow and intended for debugging. If the answers differ, `solve()` throws
  /// `SolverError.programDiffers` or `.diagnosisDiffers`.
  public var verifiesPrograms = false  // reason: an option, set before use

  /// Maximum absolute value of an active constraint's constant, in points; `solve()` throws for
  /// larger values and for NaN.
  public static let largestConstant = 1e12

  /// Minimum of variables × constraints for which the first solves try a crash basis.
  var minimumCrashSize = CrashBasis.sizeOfFirstSolves  // reason: for tests, set before use

  /// Number of solves before programs are compiled; a solver used for one cell compiles none.
  private static let solvesBeforePrograms = 4

  /// The constraints with their current constants and switches.
  @usableFromInline var table = ConstraintTable()  // reason: setConstant is inlined into callers
  let domains: [VariableDomain]
  /// The variables in the order in which their distances from zero are minimized.
  let freedomOrder: [Int]

  private(set) var simplex: Simplex
  private var uniqueness: UniquenessAnalysis
  private var bases = BasisCache()
  /// The crash basis of the last optimum; `nil` if the simplex found that optimum.
  private var crash: CrashBasis?
  /// Whether constraints were added after the first solve.
  private var grows = false
  /// Whether the last solve was one from scratch, by `solveAfresh`.
  private var isFresh = false
  private var evaluator: VertexEvaluator
  /// Whether a symbol's distance from zero is above `Tolerance.value` and at most
  /// `Tolerance.reported`.
  private var hasNearlyTightSymbol = false
  private(set) var library = ProgramLibrary()
  /// The values of the last solution, not rounded to the grid; shape `[variables]`.
  @usableFromInline private(set) var unrounded: ContiguousArray<Double>
  @usableFromInline private(set) var results: ContiguousArray<Double>

  /// Creates a solver.
  ///
  /// - Parameters:
  ///   - domains: The domain of each variable; shape `[variables]`.
  ///   - freedomOrder: The order in which the variables' distances from zero are minimized;
  ///     contains each variable once; by default ascending.
  public init(domains: [VariableDomain], freedomOrder: [Int]? = nil) {
    let freedomOrder = freedomOrder ?? Array(domains.indices)
    self.domains = domains
    self.freedomOrder = freedomOrder
    simplex = Simplex(domains: domains, freedomOrder: freedomOrder)
    uniqueness = UniquenessAnalysis(freedomOrder: freedomOrder)
    evaluator = VertexEvaluator(variables: domains.count)
    results = ContiguousArray(repeating: 0, count: domains.count)
    unrounded = results
  }

  /// Number of variables.
  public var variableCount: Int { domains.count }

  /// Number of constraints, including those that are switched off.
  public var constraintCount: Int { table.count }

  /// The value of a variable in the last solution, on the 2⁻²⁶ grid; 0 before the first one.
  @inlinable
  public func value(_ variable: Int) -> Double { results[variable] }

  /// The values of all variables in the last solution, on the 2⁻²⁶ grid; shape `[variables]`.
  @inlinable
  public var values: ContiguousArray<Double> { results }

  /// The value of a variable in the last solution, not rounded to the grid.
  ///
  /// It is intended for constants of other solvers, so that each result is rounded only once.
  @inlinable
  public func unroundedValue(_ variable: Int) -> Double { unrounded[variable] }

  // MARK: Constraints

  /// Adds a constraint after all others in document order.
  ///
  /// - Parameters:
  ///   - constraint: The constraint, with terms over existing variables.
  ///   - isActive: Whether the constraint is switched on.
  ///   - unrelaxable: Whether the constraint is never relaxed; required constraints that contradict
  ///     it are relaxed instead. It has no effect on a preference. If unrelaxable constraints
  ///     contradict each other or the domain of a variable, `solve()` throws.
  /// - Returns: The index of the constraint.
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

  /// Changes the right-hand side of a constraint; the values change in the next `solve()`.
  @inlinable
  public mutating func setConstant(_ index: Int, _ constant: Double) {
    table.setConstant(index, constant)
  }

  /// The right-hand side of a constraint.
  public func constant(_ index: Int) -> Double { table.constants[index] }

  /// Switches a constraint on or off without removing it; the values change in the next `solve()`.
  public mutating func setActive(_ index: Int, _ isActive: Bool) {
    table.setActive(index, isActive)
  }

  /// Whether a constraint is switched on.
  public func isActive(_ index: Int) -> Bool { table.active[index] }

  /// Replaces the left-hand side of a constraint; the next solve starts from scratch.
  public mutating func setTerms(_ index: Int, _ terms: [Term]) {
    guard table.constraints[index].terms != terms else { return }
    table.setTerms(index, terms)
    simplex.forgetOptimum()
    forgetPrograms()
  }

  /// Changes the strength of a constraint; the values change in the next `solve()`.
  public mutating func setStrength(_ index: Int, _ strength: Strength) {
    guard table.constraints[index].strength != strength else { return }
    table.setStrength(index, strength)
    forgetPrograms()
  }

  /// Removes everything cached that depends on the terms and strengths of the constraints.
  private mutating func forgetPrograms() {
    evaluator.removeAll()
    bases.removeAll()
    library.removeAll()
  }

  // MARK: Solving

  /// Finds the optimum for the current constants and active constraints.
  ///
  /// Required constraints are accepted in document order, unrelaxable ones first. A constraint that
  /// contradicts those accepted before is relaxed for this solve. The sum of the errors of relaxed
  /// constraints is minimized before any preference.
  ///
  /// - Throws: `SolverError` if numbers are too large for an answer, the pivots exceed their limit,
  ///   unrelaxable constraints contradict each other or a domain, or the check of a program fails.
  ///   After an error, the values and `solution` are not valid, and the next `solve()` computes
  ///   them.
  public mutating func solve() throws(SolverError) {
    if !table.hasChanged { return }
    isFresh = false
    if table.isAbsurd() { throw .illConditioned }
    if answerFromProgram() {
      if verifiesPrograms { try verifyProgram() }
      return
    }
    try findOptimum()
    if usesPrograms, statistics.solves > Self.solvesBeforePrograms { compile() }
  }

  /// Solves with the simplex from scratch, so that the tableau does not depend on earlier solves.
  ///
  /// If nothing has changed since the last such solve, it does nothing. Explanations solve copies in
  /// this way; solve a solver itself before it is asked for several explanations.
  ///
  /// - Throws: The errors of `solve()`.
  public mutating func solveAfresh() throws(SolverError) {
    if isFresh, !table.hasChanged { return }
    defer { isFresh = !table.hasChanged }
    simplex.forgetOptimum()
    table.touch()
    if table.isAbsurd() { throw .illConditioned }
    try solveBySimplex()
  }

  /// Finds the optimum with a crash basis or the simplex, without compiled programs.
  private mutating func findOptimum() throws(SolverError) {
    if simplex.isOptimal || grows || !crashPays || !answerFromCrash() {
      try solveBySimplex()
    }
  }

  /// Whether the system is so large that a crash basis is expected to cost less than the simplex.
  private var crashPays: Bool {
    let isYoung = statistics.solves <= Self.solvesBeforePrograms
    return variableCount * constraintCount
      >= (isYoung ? minimumCrashSize : CrashBasis.sizeOfLaterSolves)
  }

  /// Finds the optimum with the simplex only.
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
    if let constraint = simplex.contradiction {
      simplex.forgetOptimum()
      throw .contradiction(constraint: constraint)
    }
    guard hasEnded, acceptOptimum() else {
      simplex.forgetOptimum()
      throw hasEnded ? .illConditioned : .stalled(pivots: pivotLimit)
    }
  }

  /// Replaces the simplex by its cached state for the active constraints, if there is one.
  private mutating func recallBasis() {
    // After a change of strength, the tableau does not belong to `solvedPattern`.
    guard table.pattern != table.solvedPattern, table.strengthChanged.isEmpty else { return }
    let present = BasisCache.Entry(
      pattern: table.solvedPattern, simplex: simplex, uniqueness: uniqueness)
    guard let recalled = bases.exchange(present, for: table.pattern) else { return }
    let pivots = simplex.pivots
    simplex = recalled.simplex
    simplex.continueCount(pivots: pivots)
    uniqueness = recalled.uniqueness
    table.recordOptimum()
  }

  /// Evaluates and analyzes the optimum that the simplex found.
  ///
  /// - Returns: Whether the simplex's values agree with the canonical evaluation.
  private mutating func acceptOptimum() -> Bool {
    table.recordOptimum()
    let vertex = simplex.vertex
    guard
      evaluate(
        valueOf: { vertex.value($0) }, isHeld: { vertex.tableau.row(of: $0) == nil },
        continuing: nil)
    else { return false }
    assert(simplex.invariantViolation() == nil, simplex.invariantViolation() ?? "")
    solution.relaxed = simplex.relaxed
    uniqueness.analyze(
      simplex, tightSet: evaluator.tightSet, isInDoubt: hasNearlyTightSymbol,
      silent: silentVariables, work: pivotLimit, into: &solution)
    table.markAnswered()
    return true
  }

  /// Evaluates the variables from the tight constraints, in the canonical order.
  ///
  /// - Parameters:
  ///   - value: Returns the value of a symbol at the optimum, not rounded to the grid.
  ///   - isHeld: Returns whether a symbol is exactly zero because it is non-basic.
  ///   - equalities: The factored required equalities; `nil` if they are not factored yet.
  /// - Returns: Whether the evaluated values agree with `value`. They do not if rounding errors
  ///   accumulated or numbers are too large.
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
      // This form of the comparison also fails for NaN.
      guard abs(value - results[variable]) <= 1e-6 * max(1, abs(value)) else { return false }
    }
    return true
  }

  /// Tries a crash basis and, if it is proved, uses it as the answer.
  ///
  /// - Returns: Whether there is an answer.
  private mutating func answerFromCrash() -> Bool {
    guard let crash = CrashBasis(table, domains: domains),
      evaluate(
        valueOf: crash.value(ofSymbol:), isHeld: { _ in false }, continuing: crash.equalities)
    else { return false }
    self.crash = crash
    table.recordOptimum()
    solution = Solution()
    statistics.crashSolves += 1
    table.markAnswered()
    return true
  }

  // MARK: Programs

  /// Compiles the last optimum to a program.
  ///
  /// It does nothing if a symbol is so close to zero that its side is uncertain, a required
  /// constraint was relaxed, or values are too large.
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

  /// Uses the answer of a compiled program whose checks pass; does not change the simplex.
  ///
  /// - Returns: Whether there is such a program.
  private mutating func answerFromProgram() -> Bool {
    guard usesPrograms else { return false }
    let index = library.find(table.pattern, table.constants, into: &unrounded)
    guard let index, roundAnswer() else {
      if statistics.solves > Self.solvesBeforePrograms { statistics.basisMisses += 1 }
      return false
    }
    solution = library.programs[index].solution
    statistics.programEvaluations += 1
    table.markAnswered()
    return true
  }

  /// Rounds the answer of a program to the grid.
  ///
  /// - Returns: Whether all values are below `ResultGrid.limit`.
  private mutating func roundAnswer() -> Bool {
    var fits = true
    for variable in 0..<variableCount {
      let value = unrounded[variable]
      // This form of the comparison also fails for NaN.
      fits = fits && abs(value) < ResultGrid.limit
      results[variable] = ResultGrid.round(value)
    }
    return fits
  }

  /// Compares the answer of a program with the answer of the simplex, and throws if they differ.
  private mutating func verifyProgram() throws(SolverError) {
    var other = self
    table.touch()
    try other.solveBySimplex()
    for variable in 0..<variableCount where other.results[variable] != results[variable] {
      throw .programDiffers(
        variable: variable, program: results[variable], simplex: other.results[variable])
    }
    // Several bases of one vertex may report different ambiguous variables and ties.
    guard other.solution.relaxed == solution.relaxed,
      (other.solution.ambiguous == nil) == (solution.ambiguous == nil)
    else { throw .diagnosisDiffers }
    // The simplex continues from the compared state, so that it is up to date.
    let statistics = statistics
    self = other
    self.statistics = statistics
  }
}

extension SimplexSolver {
  /// Counts of the work since the solver was made.
  public struct Statistics: Hashable, Sendable {
    /// Number of pivots: exchanges of a basic and a non-basic symbol.
    public var pivots = 0
    /// Number of solves that a compiled program answered.
    public var programEvaluations = 0
    /// Number of solves, after the first five, that no compiled program could answer.
    public var basisMisses = 0
    /// Number of solves in which the last optimal basis was still optimal, so that no pivot was
    /// needed.
    public var evaluations = 0
    /// Number of solves that repaired the last optimum by pivots.
    public var repairs = 0
    /// Number of solves in which the simplex started from scratch.
    public var coldSolves = 0
    /// Number of solves that a crash basis answered, without the simplex.
    public var crashSolves = 0

    package init() {}

    /// Number of all solves, by any method.
    public var solves: Int { programEvaluations + evaluations + repairs + coldSolves + crashSolves }

    /// Adds the counts of another solver.
    public static func += (left: inout Statistics, right: Statistics) {
      left.pivots += right.pivots
      left.programEvaluations += right.programEvaluations
      left.basisMisses += right.basisMisses
      left.evaluations += right.evaluations
      left.repairs += right.repairs
      left.coldSolves += right.coldSolves
      left.crashSolves += right.crashSolves
    }
  }

  /// The report of `solve()` on an optimum: relaxed constraints, an ambiguous variable, and ties.
  public struct Solution: Hashable, Sendable {
    /// Indices of the required constraints that were relaxed, in document order.
    public var relaxed: [Int] = []
    /// The index of a variable that no priority decides; `nil` if there is none.
    public var ambiguous: Int?
    /// Indices of the constraints that won a tie by document order, in document order.
    public var ties: [Int] = []

    /// Whether the priorities decided everything and nothing was relaxed.
    public var isStrong: Bool { relaxed.isEmpty && ambiguous == nil && ties.isEmpty }
  }
}

/// Why a solve has no answer.
public enum SolverError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The simplex found no optimum within `pivots` pivots, the limit.
  case stalled(pivots: Int)
  /// A constant is NaN or too large, or the numbers differ so much in size that rounding errors
  /// would dominate the result.
  case illConditioned
  /// An unrelaxable constraint contradicts earlier unrelaxable ones, or the domain of a variable.
  case contradiction(constraint: Int)
  /// A compiled program and the simplex give a variable different values, which is a fault of the
  /// solver.
  case programDiffers(variable: Int, program: Double, simplex: Double)
  /// A compiled program and the simplex give the same values but report different ambiguities.
  case diagnosisDiffers

  /// The error as one sentence for a person.
  public var description: String {
    switch self {
    case .stalled(let pivots):
      "the constraint solver did not settle within \(pivots) pivots: "
        + "a constant or multiplier is probably absurdly large"
    case .illConditioned:
      "the constraints mix numbers of such different size that their solution would be noise"
    case .contradiction(let constraint):
      "constraint \(constraint) may not be relaxed, and contradicts others that may not be or the "
        + "domain of a variable; change its constant, or let it be relaxed"
    case .programDiffers(let variable, let program, let simplex):
      "fault of the solver: a compiled program makes variable \(variable) \(program), "
        + "the simplex \(simplex); please report the template and record"
    case .diagnosisDiffers:
      "fault of the solver: a compiled program and the simplex disagree on whether something is free; "
        + "please report the template and record"
    }
  }
}

extension SimplexSolver {
  /// Solves; returns whether there is an answer, and never throws.
  ///
  /// It is intended for explanations of an earlier solve, which do not need the error.
  ///
  /// - Parameter afresh: Whether to solve from scratch, independently of earlier solves.
  mutating func findsAnswer(afresh: Bool = false) -> Bool {
    do throws(SolverError) {
      if afresh { try solveAfresh() } else { try solve() }
      return true
    } catch {
      return false
    }
  }
}
