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

  let origin: Origin
  let evaluation: EvaluationProgram
  /// What the solver found out about this optimum.
  let solution: SimplexSolver.Solution
  let checks: ContiguousArray<Check>
  let terms: ContiguousArray<Term>
  /// For each check the program that held when it failed last; -1 where that is unknown.
  var successors: ContiguousArray<Int32>

  init(
    origin: Origin, evaluation: EvaluationProgram, solution: SimplexSolver.Solution,
    checks: ContiguousArray<Check>, terms: ContiguousArray<Term>
  ) {
    self.origin = origin
    self.evaluation = evaluation
    self.solution = solution
    self.checks = checks
    self.terms = terms
    successors = ContiguousArray(repeating: -1, count: checks.count)
  }

  /// Evaluates the variables and checks that they are the optimum.
  ///
  /// - Returns: The first check that fails; `nil` when the values are the optimum.
  func attempt(
    constants: UnsafeBufferPointer<Double>, sides: UnsafeMutableBufferPointer<Double>,
    values: UnsafeMutableBufferPointer<Double>
  ) -> Int? {
    evaluation.evaluate(constants: constants, sides: sides, values: values)
    return checks.withUnsafeBufferPointer { checks in
      terms.withUnsafeBufferPointer { terms in
        for index in 0..<checks.count {
          let check = checks[index]
          var value = check.constraint >= 0 ? -constants[Int(check.constraint)] : 0
          for term in Int(check.start)..<Int(check.end) {
            value += terms[term].coefficient * values[terms[term].variable]
          }
          // Written so that a value that is no number fails as well.
          guard value >= check.low, value <= check.high else { return index }
        }
        return nil
      }
    }
  }
}

extension SimplexSolver {
  /// Reads the present optimum off the tableau.
  ///
  /// - Returns: `nil` where a symbol is so near zero that its side is in doubt, or something
  ///   required had to give.
  mutating func compiledProgram() -> CompiledProgram? {
    guard solution.relaxed.isEmpty, !hasNearlyTightRow else { return nil }
    var origin = CompiledProgram.Origin(
      columnSymbols: tableau.columnSymbols, rowSides: rowSides, lows: [], highs: [])
    var checks: ContiguousArray<CompiledProgram.Check> = []
    var terms: ContiguousArray<Term> = []
    for row in 0..<tableau.rows {
      guard let bounds = bounds(ofRow: row) else { continue }
      let symbol = Int(tableau.rowSymbols[row])
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
    return CompiledProgram(
      origin: origin, evaluation: evaluator.program(constraints), solution: solution,
      checks: checks, terms: terms)
  }

  /// Where the symbol of a row has to stay for the basis to be optimal; `nil` for anywhere.
  ///
  /// A row that no column can move, because required equalities decide its symbol, may change sides
  /// as it likes unless a side is forbidden: then it could only contradict.
  private func bounds(ofRow row: Int) -> (low: Double, high: Double)? {
    let symbol = Int(tableau.rowSymbols[row])
    let rules = sides[symbol]
    guard rules.hasBreakpoint else { return nil }
    var largest = 0.0
    for column in 0..<variableCount where !sides[Int(tableau.columnSymbols[column])].isFixed {
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
