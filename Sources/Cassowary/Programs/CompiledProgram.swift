/// An optimum as arithmetic: its evaluation, and the checks under which it is the optimum.
///
/// The optimal basis depends on the constraints; constants only move the vertex. So a basis stays
/// optimal for other constants while every basic symbol stays on its side of zero: the *checks*.
/// Symbols at zero have to stay at zero, because the canonical evaluation depends on them.
///
/// Source: parametric linear programming, one region a basis; e.g. Gal, Nedoma, "Multiparametric
/// linear programming", Management Science 18(7), 1972.
struct CompiledProgram: Sendable {
  /// A symbol with bounds; its value is `Σ factor · variable - constant`.
  struct Check: Sendable {
    /// The bounds of its terms in `terms`.
    var start: Int32
    var end: Int32
    /// The constraint whose constant is subtracted; -1 for none.
    var constraint: Int32
    /// Bounds, in points.
    var low: Double
    var high: Double
  }

  /// The program that held when some checks failed.
  struct Route: Sendable {
    var failed: UInt64
    var program: Int32
  }

  /// Maximum number of routes of a program, one to each other program; the oldest is removed first.
  static let routeCapacity = ProgramLibrary.capacity

  /// The basis it was compiled from; programs of equal bases are equal.
  let basis: OptimalBasis
  let evaluation: EvaluationProgram
  /// The findings about this optimum.
  let solution: SimplexSolver.Solution
  let checks: ContiguousArray<Check>
  let terms: ContiguousArray<Term>
  private(set) var routes: ContiguousArray<Route> = []

  /// Compiles an optimum.
  ///
  /// - Parameter evaluation: Evaluates all variables at the optimum.
  init(
    _ basis: OptimalBasis, evaluation: EvaluationProgram, solution: SimplexSolver.Solution,
    constraints: [LinearConstraint]
  ) {
    self.basis = basis
    self.evaluation = evaluation
    self.solution = solution
    let variables = basis.nonBasic.count
    var checks: ContiguousArray<Check> = []
    var terms: ContiguousArray<Term> = []
    func check(_ symbol: Int, _ low: Double, _ high: Double) {
      let start = terms.count
      if symbol < variables {
        terms.append(Term(symbol, 1))
      } else {
        terms.append(contentsOf: constraints[symbol - variables].terms)
      }
      checks.append(
        Check(
          start: Int32(start), end: Int32(terms.count),
          constraint: symbol < variables ? -1 : Int32(symbol - variables), low: low, high: high))
    }
    for member in basis.bounded { check(Int(member.symbol), member.low, member.high) }
    // Symbols at zero whose equations the evaluation did not use.
    let taken = Set(evaluation.rows.map(\.equation))
    for symbol in basis.nonBasic {
      let equation = Int(symbol) < variables ? -1 - symbol : symbol - Int32(variables)
      if !taken.contains(equation) { check(Int(symbol), -Tolerance.value, Tolerance.value) }
    }
    self.checks = checks
    self.terms = terms
  }

  /// Approximate number of numbers in the program.
  var size: Int {
    evaluation.termCount + 4 * evaluation.rows.count + terms.count + 2 * checks.count + 3
      * basis.bounded.count + basis.nonBasic.count
  }

  /// Evaluates the variables and the checks.
  ///
  /// - Returns: The checks that fail, a bit each (check n is bit n mod 64); 0 where the values are
  ///   the optimum.
  func attempt(
    _ constants: Span<Double>, into values: inout MutableSpan<Double>
  ) -> UInt64 {
    evaluation.evaluate(constants, into: &values)
    let (checks, terms) = (checks.span, terms.span)
    var failed: UInt64 = 0
    for index in checks.indices {
      // Unchecked: `init` made every index.
      let check = checks[unchecked: index]
      var value = check.constraint >= 0 ? -constants[unchecked: Int(check.constraint)] : 0
      var term = Int(check.start)
      while term < Int(check.end) {
        value +=
          terms[unchecked: term].coefficient * values[unchecked: terms[unchecked: term].variable]
        term += 1
      }
      // Written so that NaN fails as well.
      if !(value >= check.low && value <= check.high) { failed |= 1 << UInt64(index & 63) }
    }
    return failed
  }

  /// The program that held when these checks failed last.
  func route(_ failed: UInt64) -> Int? {
    for route in routes where route.failed == failed { return Int(route.program) }
    return nil
  }

  /// Sets the program that held when these checks failed.
  mutating func learnRoute(_ failed: UInt64, to program: Int) {
    for index in routes.indices where routes[index].failed == failed {
      routes[index].program = Int32(program)
      return
    }
    if routes.count >= Self.routeCapacity { routes.removeFirst() }
    routes.append(Route(failed: failed, program: Int32(program)))
  }
}
