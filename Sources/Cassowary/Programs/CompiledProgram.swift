/// An optimum read off the tableau as arithmetic: how to compute it, and when it is one.
///
/// The optimal basis depends on the constraints; constants only move it. So for other constants
/// the same basis is optimal, without a pivot, as long as every basic symbol stays on its side of
/// zero: the *checks*. What is zero has to stay zero, because the canonical evaluation depends on
/// it; where that differs, another program is compiled.
///
/// Source: parametric linear programming, one region a basis; e.g. Gal, Nedoma, "Multiparametric
/// linear programming", Management Science 18(7), 1972.
struct CompiledProgram: Sendable {
  /// A symbol that has to stay within bounds: its value is `Σ factor · variable - constant`.
  struct Check: Sendable {
    /// Its terms in `terms`.
    var start: Int32
    var end: Int32
    /// The constraint whose constant is taken away; -1 for none.
    var constraint: Int32
    /// Bounds, in points.
    var low: Double
    var high: Double
  }

  /// Where to look when some checks fail.
  struct Route: Sendable {
    var failed: UInt64
    var program: Int32
  }

  /// Most routes that a program keeps, enough for one to each other program; the oldest is forgotten
  /// first.
  static let routeCapacity = ProgramLibrary.capacity

  /// What it was compiled from; two programs of equal bases are the same.
  let basis: OptimalBasis
  let evaluation: EvaluationProgram
  /// What the solver found out about this optimum.
  let solution: SimplexSolver.Solution
  let checks: ContiguousArray<Check>
  let terms: ContiguousArray<Term>
  /// Which program held when these checks failed.
  private(set) var routes: ContiguousArray<Route> = []

  /// Compiles an optimum.
  ///
  /// - Parameter evaluation: Evaluates all variables there.
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
    // What is held at zero, where the evaluation took another equation of the vertex.
    let taken = Set(evaluation.rows.map(\.equation))
    for symbol in basis.nonBasic {
      let equation = Int(symbol) < variables ? -1 - symbol : symbol - Int32(variables)
      if !taken.contains(equation) { check(Int(symbol), -Tolerance.value, Tolerance.value) }
    }
    self.checks = checks
    self.terms = terms
  }

  /// Numbers that the program holds, roughly: what its memory grows with.
  var size: Int {
    evaluation.termCount + 4 * evaluation.rows.count + terms.count + 2 * checks.count + 3
      * basis.bounded.count + basis.nonBasic.count
  }

  /// Evaluates the variables and checks that they are the optimum.
  ///
  /// - Returns: The checks that fail, a bit each (check n is bit n mod 64); 0 when the values are the
  ///   optimum.
  func attempt(
    _ constants: ContiguousArray<Double>, into values: inout ContiguousArray<Double>
  ) -> UInt64 {
    evaluation.evaluate(constants, into: &values)
    let (checks, terms) = (checks.span, terms.span)
    let (constants, values) = (constants.span, values.span)
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

  /// The program that held when these checks failed last time.
  func route(_ failed: UInt64) -> Int? {
    for route in routes where route.failed == failed { return Int(route.program) }
    return nil
  }

  /// Notes which program held when these checks failed.
  mutating func learnRoute(_ failed: UInt64, to program: Int) {
    for index in routes.indices where routes[index].failed == failed {
      routes[index].program = Int32(program)
      return
    }
    if routes.count >= Self.routeCapacity { routes.removeFirst() }
    routes.append(Route(failed: failed, program: Int32(program)))
  }
}
