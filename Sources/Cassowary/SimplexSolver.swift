/// An incremental simplex solver with strictly ordered priorities and one canonical answer.
///
/// It is made once and lives as long as its template: binding the next record changes constants
/// (`setConstant`) and switches constraints on and off (`setActive`), and `solve()` repairs the
/// last optimum instead of starting again.
///
/// The optimum is lexicographic. For each priority, from 999 down, the sum of the errors is
/// minimised, then each single error in document order (the order in which constraints were
/// added); what is then still free is settled by minimising the distance of the variables from
/// zero in the order of their rank. So there is exactly one optimum, a function of the
/// constraints alone. Its values are evaluated from the constraints that are tight there, in
/// document order, and rounded to 2⁻²⁶, so that the bits do not depend on the pivots either.
///
/// Source: Badros, Borning, Stuckey, "The Cassowary linear arithmetic constraint solving
/// algorithm", ACM TOCHI 8(4), 2001, for the incremental tableau; the piecewise-linear residuals
/// replace its error and slack variables.
public struct SimplexSolver: Sendable {
  /// Counts of work done since the solver was made.
  public struct Statistics: Hashable, Sendable {
    /// Exchanges of a basic and a non-basic symbol.
    public var pivots = 0
    /// Solves whose optimum had the basis of the last one: no pivot, only new values.
    public var evaluations = 0
    /// Solves that repaired the last optimum by pivots.
    public var repairs = 0
    /// Solves that began from nothing.
    public var coldSolves = 0
  }

  /// What `solve()` found out about the optimum.
  public struct Solution: Hashable, Sendable {
    /// Required constraints that had to give, in document order.
    public var relaxed: [Int] = []
    /// The variable that was still free after all priorities, if there is one.
    public var ambiguous: Int?
    /// Constraints at whose errors a tie within one priority was decided, in document order.
    public var ties: [Int] = []

    /// Whether the priorities alone decided everything and nothing had to give.
    public var isStrong: Bool { relaxed.isEmpty && ambiguous == nil && ties.isEmpty }
  }

  /// Counts of work done.
  public internal(set) var statistics = Statistics()
  /// What the last `solve()` found out.
  public internal(set) var solution = Solution()

  /// Pivots and flips after which one solve is given up as stalled.
  public var pivotLimit = 20_000

  var workLeft = 0
  var constraints: [LinearConstraint] = []
  var constants: ContiguousArray<Double> = []
  var active: [Bool] = []
  /// Kept whatever contradicts it: the environment.
  var unrelaxable: [Bool] = []
  let domains: [VariableDomain]
  /// Variables in the order in which remaining freedom is settled.
  let freedomOrder: [Int]

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

  /// Constraints switched since the last solve.
  var switched: [Int] = []
  var constantsChanged = true
  /// Whether the tableau holds the optimum of the last solve, with nothing relaxed.
  var isWarm = false
  var weakDirections: [WeakDirection] = []
  var weakDirectionsAreCurrent = false
  var degenerateFaces: [DegenerateFace] = []
  /// The active constraints, a bit each; and those of the state that was solved last.
  var activePattern: [UInt64] = []
  var solvedPattern: [UInt64] = []
  var bases: [SolvedBasis] = []
  /// Whether a basic symbol is neither at zero nor further from it than a range that is reported.
  var hasNearlyTightRow = false
  var evaluator: CanonicalEvaluator
  var results: ContiguousArray<Double>

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
  }

  /// Number of variables.
  public var variableCount: Int { domains.count }

  /// Number of constraints, active or not.
  public var constraintCount: Int { constraints.count }

  /// The value of a variable in the last solution, on the 2⁻²⁶ grid.
  public func value(_ variable: Int) -> Double { results[variable] }

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
    active.append(isActive)
    self.unrelaxable.append(unrelaxable)
    sides.append(.unrestricted)
    tableau.appendRow(constraint.terms)
    rowSides.append(0)
    rowIsFixed.append(false)
    isWarm = false
    evaluator.removeAll()
    bases.removeAll()
    notePattern(constraints.count - 1, isActive)
    return constraints.count - 1
  }

  /// Changes the right-hand side of a constraint.
  public mutating func setConstant(_ index: Int, _ constant: Double) {
    guard constants[index] != constant else { return }
    constants[index] = constant
    constantsChanged = true
  }

  /// The right-hand side of a constraint as set last.
  public func constant(_ index: Int) -> Double { constants[index] }

  /// Switches a constraint on or off without tearing it down.
  public mutating func setActive(_ index: Int, _ isActive: Bool) {
    guard active[index] != isActive else { return }
    active[index] = isActive
    switched.append(index)
    notePattern(index, isActive)
  }

  /// Whether a constraint takes part.
  public func isActive(_ index: Int) -> Bool { active[index] }

  /// Replaces the left-hand side of a constraint; the next solve begins from nothing.
  public mutating func setTerms(_ index: Int, _ terms: [Term]) {
    guard constraints[index].terms != terms else { return }
    constraints[index].terms = terms
    isWarm = false
    evaluator.removeAll()
    bases.removeAll()
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
    if isWarm, !constantsChanged, switched.isEmpty { return }
    workLeft = pivotLimit
    if isWarm, solution.relaxed.isEmpty { recallBasis() }
    if isWarm, solution.relaxed.isEmpty, repairLastOptimum(), workLeft > 0, finish() {
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
    switched.removeAll(keepingCapacity: true)
    constantsChanged = false
    isWarm = true
    solvedPattern = activePattern
    guard evaluate() else { return false }
    assert(invariantViolation() == nil, invariantViolation() ?? "")
    findWeakness()
    return true
  }
}

/// Why a solve has no answer.
public enum SolverError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pivots did not come to an end within the limit.
  case stalled(pivots: Int)
  /// The numbers differ so much in size that the result would be noise.
  case illConditioned

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .stalled(let pivots):
      "the constraint solver did not settle within \(pivots) pivots: "
        + "a constant or multiplier is probably absurdly large"
    case .illConditioned:
      "the constraints mix numbers of such different size that their solution would be noise"
    }
  }
}
