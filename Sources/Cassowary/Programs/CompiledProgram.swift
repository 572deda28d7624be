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
  /// What the program was compiled from; two programs of equal origin are the same.
  struct Origin: Hashable, Sendable {
    var columnSymbols: ContiguousArray<Int32>
    var rowSymbols: ContiguousArray<Int32>
    var rowSides: ContiguousArray<Int8>
    var lows: ContiguousArray<Double>
    var highs: ContiguousArray<Double>
  }

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

  let origin: Origin
  let evaluation: EvaluationProgram
  /// What the solver found out about this optimum.
  let solution: SimplexSolver.Solution
  let checks: ContiguousArray<Check>
  let terms: ContiguousArray<Term>
  /// Which program held when these checks failed.
  var routes: ContiguousArray<Route> = []

  init(
    origin: Origin, evaluation: EvaluationProgram, solution: SimplexSolver.Solution,
    checks: ContiguousArray<Check>, terms: ContiguousArray<Term>
  ) {
    self.origin = origin
    self.evaluation = evaluation
    self.solution = solution
    self.checks = checks
    self.terms = terms
  }

  /// Numbers that the program holds, roughly: what its memory grows with.
  var size: Int {
    evaluation.earlier.count + evaluation.later.count + 4 * evaluation.rows + terms.count
      + 2 * checks.count + origin.rowSymbols.count + origin.columnSymbols.count
  }

  /// Evaluates the variables and checks that they are the optimum.
  ///
  /// - Returns: The checks that fail, a bit each (check n is bit n mod 64); 0 when the values are the
  ///   optimum.
  func attempt(
    constants: UnsafeBufferPointer<Double>, sides: UnsafeMutableBufferPointer<Double>,
    values: UnsafeMutableBufferPointer<Double>
  ) -> UInt64 {
    evaluation.evaluate(constants: constants, sides: sides, values: values)
    return checks.withUnsafeBufferPointer { checks in
      terms.withUnsafeBufferPointer { terms in
        var failed: UInt64 = 0
        for index in 0..<checks.count {
          let check = checks[index]
          var value = check.constraint >= 0 ? -constants[Int(check.constraint)] : 0
          for term in Int(check.start)..<Int(check.end) {
            value += terms[term].coefficient * values[terms[term].variable]
          }
          // Written so that a value that is no number fails as well.
          if !(value >= check.low && value <= check.high) { failed |= 1 << UInt64(index & 63) }
        }
        return failed
      }
    }
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

extension SimplexSolver {
  /// Reads the present optimum off the tableau.
  ///
  /// - Returns: `nil` where a symbol is so near zero that its side is in doubt, something required
  ///   had to give, or the numbers are of absurd size.
  mutating func compiledProgram() -> CompiledProgram? {
    guard solution.relaxed.isEmpty, !hasNearlyTightRow,
      results.allSatisfy({ abs($0) < ResultGrid.limit })
    else { return nil }
    var origin = CompiledProgram.Origin(
      columnSymbols: tableau.columnSymbols, rowSymbols: tableau.rowSymbols, rowSides: rowSides,
      lows: [], highs: [])
    let evaluation = evaluator.program(constraints)
    guard evaluation.rows == variableCount else { return nil }
    var checks: ContiguousArray<CompiledProgram.Check> = []
    var terms: ContiguousArray<Term> = []
    func check(_ symbol: Int, _ bounds: (low: Double, high: Double)) {
      let start = terms.count
      if symbol < variableCount {
        terms.append(Term(symbol, 1))
      } else {
        terms.append(contentsOf: constraints[symbol - variableCount].terms)
      }
      checks.append(
        CompiledProgram.Check(
          start: Int32(start), end: Int32(terms.count),
          constraint: symbol < variableCount ? -1 : Int32(symbol - variableCount),
          low: bounds.low, high: bounds.high))
      origin.lows.append(bounds.low)
      origin.highs.append(bounds.high)
    }
    let movable = (0..<variableCount).filter { !sides[Int(tableau.columnSymbols[$0])].isFixed }
    for row in 0..<tableau.rows {
      if let bounds = bounds(ofRow: row, movable) { check(Int(tableau.rowSymbols[row]), bounds) }
    }
    // What is zero because it is not basic, where the evaluation took another equation of the vertex.
    let taken = Set(evaluation.equations)
    for symbol in tableau.columnSymbols {
      let equation = Int(symbol) < variableCount ? -1 - symbol : symbol - Int32(variableCount)
      if !taken.contains(equation) {
        check(Int(symbol), (-Tolerance.value, Tolerance.value))
      }
    }
    return CompiledProgram(
      origin: origin, evaluation: evaluation, solution: solution,
      checks: checks, terms: terms)
  }

  /// Where the symbol of a row has to stay for the basis to be optimal; `nil` for anywhere.
  ///
  /// A row that no column can move, because required equalities decide its symbol, may change sides
  /// as it likes unless a side is forbidden: then it could only contradict.
  ///
  /// - Parameter movable: The columns whose symbol may leave zero.
  private func bounds(ofRow row: Int, _ movable: [Int]) -> (low: Double, high: Double)? {
    let symbol = Int(tableau.rowSymbols[row])
    let rules = sides[symbol]
    guard rules.hasBreakpoint else { return nil }
    var largest = 0.0
    for column in movable {
      largest = max(largest, abs(tableau.entry(row, column)))
    }
    let isDecided = largest <= Tolerance.coefficient
    let zero = Tolerance.value
    if rowIsFixed[row] { return (-zero, zero) }
    if isDecided {
      if rules.negative == .forbidden { return (-zero, .infinity) }
      if rules.positive == .forbidden { return (-.infinity, zero) }
      return nil
    }
    if abs(tableau.values[row]) <= zero { return (-zero, zero) }
    // Further from zero than any step that is reported, so that what is free or tied stays so.
    let margin = Tolerance.reported * max(1, largest)
    return rowSides[row] < 0 ? (-.infinity, -margin) : (margin, .infinity)
  }
}
