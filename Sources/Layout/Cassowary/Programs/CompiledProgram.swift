/// A compiled optimum: arithmetic that evaluates the variables, and checks that the result is the
/// optimum.
///
/// The optimal basis depends on the constraints; constants only move the vertex. So a basis is
/// still optimal for other constants if every basic symbol is still on its side of zero. The
/// *checks* test this. Symbols at zero must stay at zero, because the canonical evaluation depends
/// on them.
///
/// Source: parametric linear programming, with one region per basis; e.g. Gal, Nedoma,
/// "Multiparametric linear programming", Management Science 18(7), 1972.
struct CompiledProgram: Sendable {
  /// A check that the value `Σ coefficient · variable - constant` of a symbol is within bounds.
  struct Check: Sendable {
    /// Index in `terms` of the symbol's first term; `end` is the index after its last one.
    var start: Int32
    var end: Int32
    /// Index of the constraint whose constant is subtracted, or -1 if none is.
    var constraint: Int32
    /// The lower bound of the symbol's value, in points; `high` is the upper bound.
    var low: Double
    var high: Double
  }

  /// The program to try next if certain checks fail: the one that answered when the same checks
  /// failed before.
  ///
  /// `failed` has the bits of these checks, as `attempt` returns them.
  struct Route: Sendable {
    var failed: UInt64
    var program: Int32
  }

  /// Maximum number of routes stored in a program; the oldest is removed first.
  static let routeCapacity = ProgramLibrary.capacity

  /// The basis that the program was compiled from; it identifies the program among the programs for
  /// the same active constraints.
  let basis: OptimalBasis
  let evaluation: EvaluationProgram
  /// The solver's report for every answer of the program: the ambiguity and ties of the optimum.
  let solution: SimplexSolver.Solution
  let checks: ContiguousArray<Check>
  let terms: ContiguousArray<Term>
  private(set) var routes: ContiguousArray<Route> = []

  /// Compiles an optimum.
  ///
  /// - Parameter evaluation: The arithmetic that evaluates all variables at the optimum.
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
    // Symbols at zero whose equations the evaluation does not use.
    let taken = Set(evaluation.rows.map(\.equation))
    for symbol in basis.nonBasic {
      let equation = Int(symbol) < variables ? -1 - symbol : symbol - Int32(variables)
      if !taken.contains(equation) { check(Int(symbol), -Tolerance.value, Tolerance.value) }
    }
    self.checks = checks
    self.terms = terms
  }

  /// Approximate size of the program: how many numbers it stores.
  var size: Int {
    evaluation.termCount + 4 * evaluation.rows.count + terms.count + 2 * checks.count + 3
      * basis.bounded.count + basis.nonBasic.count
  }

  /// Evaluates the variables for given constants, and then the checks.
  ///
  /// - Returns: Bits of the failed checks (check n has bit n mod 64); 0 if the values are the
  ///   optimum.
  func attempt(
    _ constants: Span<Double>, into values: inout MutableSpan<Double>
  ) -> UInt64 {
    evaluation.evaluate(constants, into: &values)
    let (checks, terms) = (checks.span, terms.span)
    var failed: UInt64 = 0
    for index in checks.indices {
      // Unchecked, because `init` made every index.
      let check = checks[unchecked: index]
      var value = check.constraint >= 0 ? -constants[unchecked: Int(check.constraint)] : 0
      var term = Int(check.start)
      while term < Int(check.end) {
        value +=
          terms[unchecked: term].coefficient * values[unchecked: terms[unchecked: term].variable]
        term += 1
      }
      // This form of the comparison also fails for NaN.
      if !(value >= check.low && value <= check.high) { failed |= 1 << UInt64(index & 63) }
    }
    return failed
  }

  /// The number of the program that answered when the same checks failed before; `nil` if there is
  /// none.
  func route(_ failed: UInt64) -> Int? {
    for route in routes where route.failed == failed { return Int(route.program) }
    return nil
  }

  /// Records the number of the program that answered after these checks failed.
  mutating func learnRoute(_ failed: UInt64, to program: Int) {
    for index in routes.indices where routes[index].failed == failed {
      routes[index].program = Int32(program)
      return
    }
    if routes.count >= Self.routeCapacity { routes.removeFirst() }
    routes.append(Route(failed: failed, program: Int32(program)))
  }
}

/// The basis of an optimum, and the bounds within which it is optimal while constants change.
///
/// Symbols are numbered as in `Tableau`: variables first, then residuals.
struct OptimalBasis: Hashable, Sendable {
  /// A basic symbol and the bounds of its value.
  struct Member: Hashable, Sendable {
    var symbol: Int32
    /// The side of zero on which the symbol is: -1, +1, or 0 if the symbol has no side.
    var side: Int8
    /// The lower bound of the symbol's value, in points; `high` is the upper bound.
    var low: Double
    var high: Double
  }

  /// The non-basic symbols, which are held at zero; shape `[variables]`.
  var nonBasic: ContiguousArray<Int32>
  /// The basic symbols whose values have bounds, with these bounds.
  var bounded: ContiguousArray<Member> = []

  /// Adds a basic symbol with bounds of its value; within them, the basis is optimal.
  ///
  /// If required equalities decide the symbol's value, it has a bound only if a side is forbidden.
  ///
  /// - Parameters:
  ///   - isDecided: Whether required equalities alone decide the symbol's value.
  ///   - margin: Minimum distance from zero, in points, for a symbol that is not zero now.
  mutating func add(
    _ symbol: Int, _ sides: Sides, value: Double, side: Int8, isDecided: Bool, margin: Double
  ) {
    guard sides.hasBreakpoint else { return }
    let zero = Tolerance.value
    let (low, high): (Double, Double)
    if sides.isFixed {
      (low, high) = (-zero, zero)
    } else if isDecided {
      guard sides.negative == .forbidden || sides.positive == .forbidden else { return }
      (low, high) = sides.negative == .forbidden ? (-zero, .infinity) : (-.infinity, zero)
    } else if abs(value) <= zero {
      (low, high) = (-zero, zero)
    } else {
      (low, high) = side < 0 ? (-.infinity, -margin) : (margin, .infinity)
    }
    bounded.append(Member(symbol: Int32(symbol), side: side, low: low, high: high))
  }
}

extension OptimalBasis {
  /// Creates the basis of a simplex's vertex, with bounds derived from the values at the vertex.
  init(_ vertex: Vertex) {
    let tableau = vertex.tableau
    nonBasic = tableau.columnSymbols
    let movable = tableau.columnSymbols.indices.filter {
      !vertex.sides[Int(tableau.columnSymbols[$0])].isFixed
    }
    for row in 0..<tableau.rows {
      let symbol = Int(tableau.rowSymbols[row])
      guard vertex.sides[symbol].hasBreakpoint else { continue }
      var largest = 0.0
      for column in movable { largest = max(largest, abs(tableau.entry(row, column))) }
      add(
        symbol, vertex.sides[symbol], value: tableau.values[row], side: vertex.rowSides[row],
        isDecided: largest <= Tolerance.coefficient,
        // Larger than any reported step, so that ambiguity and ties do not change within the
        // bounds.
        margin: Tolerance.reported * max(1, largest))
    }
  }
}
