/// An optimum that is guessed from the constraints and proved by duality, without a tableau.
///
/// Most first solves need no simplex. The guess is the point that satisfies the required
/// equalities, and after them the strictest independent preferences, with equality. If the guess
/// violates inequalities, these are added as equations before the preferences. If an equation
/// prevents a stricter error from becoming smaller, that equation is removed. Then the guess is
/// repeated, a few times at most.
///
/// The proof uses a dual multiplier for every equation: an optimum is unique if every move
/// increases the first objective that the move changes. Work and memory grow with the number of
/// terms.
///
/// Source: crash procedures, e.g. Bixby, "Implementing the simplex method: the initial basis", ORSA
/// Journal on Computing 4(3), 1992; the proof is strict complementary slackness, level by level.
struct CrashBasis: Sendable {
  /// Maximum number of guesses; after these, the simplex is used.
  static let rounds = 8
  /// Minimum of variables × constraints for which the first solves try a guess; for smaller
  /// systems, pivots cost less.
  static let sizeOfFirstSolves = 10_000
  /// Minimum of variables × constraints for which a later solve tries a guess, if no program
  /// answers.
  ///
  /// For smaller systems, it is better to keep a tableau (up to 3 MB), because a few pivots repair
  /// it.
  static let sizeOfLaterSolves = 400_000

  /// The basis of the optimum; its symbols are numbered as in `Tableau`.
  let basis: OptimalBasis
  /// The required equalities, factored in document order.
  let equalities: Elimination
  /// The value of each symbol at the optimum; shape `[variables + constraints]`.
  private let values: ContiguousArray<Double>

  /// Guesses an optimum and proves it.
  ///
  /// - Returns: `nil` if no guess was proved: a required constraint must be relaxed, the priorities
  ///   do not decide everything, or `rounds` guesses were not enough.
  init?(_ table: ConstraintTable, domains: [VariableDomain]) {
    var guess = Guess(table, domains: domains)
    for _ in 0..<Self.rounds {
      guard guess.evaluate() else { return nil }
      if guess.addViolated() { continue }
      guard guess.isFeasible else { return nil }
      switch guess.proof() {
      case .optimal:
        basis = guess.basis()
        equalities = guess.factoredEqualities
        values = guess.values + guess.residuals
        return
      case .improvable: continue
      case .open: return nil
      }
    }
    return nil
  }

  /// The value of a symbol at the optimum, in points, not rounded to the grid.
  func value(ofSymbol symbol: Int) -> Double { values[symbol] }
}

/// A set of equations that may hold at the optimum.
private struct Guess {
  enum Proof {
    /// The guess is optimal, and no other optimum exists.
    case optimal
    /// The guess is not optimal; the equations that prevent improvement were removed from it.
    case improvable
    /// The priorities do not decide everything, or no proof was found.
    case open
  }

  private let table: ConstraintTable
  private let domains: [VariableDomain]
  private let equalities: [Int]
  let factoredEqualities: Elimination
  private let inequalities: [Int]
  /// Active preferences, strictest first; within a level, in document order.
  private let preferences: [(index: Int, level: Int)]
  private let levels: [Int]
  /// Indices of the required inequalities that are held at equality.
  private var held: Set<Int> = []
  /// Indices of the variables that are held at zero.
  private var heldAtZero: Set<Int> = []
  /// Indices of the preferences that are not used as equations.
  private var leftOut: Set<Int> = []
  private var elimination: Elimination
  private var program: EvaluationProgram { elimination.program }
  private(set) var values: ContiguousArray<Double>
  /// Left-hand side minus constant of each constraint; shape `[constraints]`, 0 if inactive.
  private(set) var residuals: ContiguousArray<Double>

  init(_ table: ConstraintTable, domains: [VariableDomain]) {
    self.table = table
    self.domains = domains
    let required = table.constraints.indices.filter {
      table.active[$0] && table.constraints[$0].strength == .required
    }
    equalities = required.filter { table.constraints[$0].relation == .equal }
    inequalities = required.filter { table.constraints[$0].relation != .equal }
    elimination = Elimination(variables: domains.count)
    for index in equalities where !elimination.isComplete {
      elimination.add(table.constraints[index].terms, equation: Int32(index))
    }
    factoredEqualities = elimination
    var preferences: [(index: Int, level: Int)] = []
    for index in table.constraints.indices where table.active[index] {
      if case .preferred(let priority) = table.constraints[index].strength {
        preferences.append((index, 1000 - priority))
      }
    }
    // The index is compared too, because the sort is not stable.
    preferences.sort { ($0.level, $0.index) < ($1.level, $1.index) }
    self.preferences = preferences
    levels = preferences.reduce(into: []) { if $0.last != $1.level { $0.append($1.level) } }
    values = ContiguousArray(repeating: 0, count: domains.count)
    residuals = ContiguousArray(repeating: 0, count: table.count)
  }

  /// Factors the guessed equations and evaluates the point that satisfies them.
  ///
  /// - Returns: Whether the equations decide every variable.
  mutating func evaluate() -> Bool {
    elimination = factoredEqualities
    func add(_ index: Int) {
      guard !elimination.isComplete else { return }
      elimination.add(table.constraints[index].terms, equation: Int32(index))
    }
    for index in inequalities where held.contains(index) { add(index) }
    for variable in domains.indices where heldAtZero.contains(variable) {
      guard !elimination.isComplete else { break }
      elimination.add([Term(variable, 1)], equation: Int32(-1 - variable))
    }
    for (index, _) in preferences where !leftOut.contains(index) { add(index) }
    guard elimination.isComplete else { return false }
    let (program, constants) = (program, table.constants)
    var span = values.mutableSpan
    program.evaluate(constants.span, into: &span)
    for (index, constraint) in table.constraints.enumerated() where table.active[index] {
      var sum = -table.constants[index]
      for term in constraint.terms { sum += term.coefficient * values[term.variable] }
      residuals[index] = sum
    }
    return true
  }

  /// Adds violated inequalities as equations.
  ///
  /// If several inequalities would replace the same equation, only the one with the largest
  /// violation is added, because that usually satisfies the others.
  ///
  /// - Returns: Whether any inequality was added.
  mutating func addViolated() -> Bool {
    var worst: [Int: (equation: Int32, error: Double)] = [:]
    func consider(_ equation: Int32, _ terms: [Term], _ residual: Double) {
      guard let row = rowToRemove(terms, sign: residual > 0 ? -1 : 1) else { return }
      if abs(residual) > worst[row]?.error ?? 0 { worst[row] = (equation, abs(residual)) }
    }
    for index in inequalities where isViolated(index) && !held.contains(index) {
      consider(Int32(index), table.constraints[index].terms, residuals[index])
    }
    for (variable, domain) in domains.enumerated()
    where domain == .nonNegative && values[variable] < -Tolerance.value
      && !heldAtZero.contains(variable)
    {
      consider(Int32(-1 - variable), [Term(variable, 1)], values[variable])
    }
    for (equation, _) in worst.values {
      if equation < 0 {
        heldAtZero.insert(-1 - Int(equation))
      } else {
        held.insert(Int(equation))
      }
    }
    return !worst.isEmpty
  }

  /// The row of the weakest equation whose removal lets a linear form move in the direction of
  /// `sign`; `nil` if there is no such equation.
  private mutating func rowToRemove(_ terms: [Term], sign: Double) -> Int? {
    var best: (row: Int, level: Int)?
    for (row, rate) in elimination.rates(of: terms) where abs(rate) > Tolerance.coefficient {
      let rule = sides(ofEquation: program.rows[row].equation).rule(rate * sign > 0 ? 1 : -1)
      guard rule != .forbidden else { continue }
      let level = rule.level ?? .max
      if level >= best?.level ?? 0 { best = (row, level) }
    }
    return best?.row
  }

  /// Whether the point satisfies every required constraint and every domain.
  var isFeasible: Bool {
    // This form of the comparison also fails for NaN.
    equalities.allSatisfy { abs(residuals[$0]) <= Tolerance.value }
      && !inequalities.contains(where: isViolated)
      && zip(domains, values).allSatisfy { $0 == .free || $1 >= -Tolerance.value }
  }

  private func isViolated(_ index: Int) -> Bool {
    let error =
      table.constraints[index].relation == .lessOrEqual
      ? residuals[index] : -residuals[index]
    return !(error <= Tolerance.value)
  }

  /// Proves that the point is the only optimum; otherwise removes the equations that prevent
  /// improvement.
  mutating func proof() -> Proof {
    var isTaken = [Bool](repeating: false, count: table.count)
    for row in program.rows where row.equation >= 0 { isTaken[Int(row.equation)] = true }
    var gradients: [Int: [Term]] = [:]
    for (index, level) in preferences where !isTaken[index] {
      let share = share(of: index)
      guard share != 0 else { continue }
      for term in table.constraints[index].terms {
        gradients[level, default: []].append(Term(term.variable, share * term.coefficient))
      }
    }
    var rates = levels.map { _ in [Double](repeating: 0, count: program.rows.count) }
    for (index, level) in levels.enumerated() {
      for (row, rate) in elimination.rates(of: gradients[level] ?? []) { rates[index][row] = rate }
    }
    var result = Proof.optimal
    for (row, equation) in program.rows.map(\.equation).enumerated() {
      let sides = sides(ofEquation: equation)
      for sign in [1, -1] where sides.rule(sign) != .forbidden {
        var first = 0.0
        for (index, level) in levels.enumerated() {
          let own = sides.rule(sign).level == level ? 1.0 : 0
          let rate = own + Double(sign) * rates[index][row]
          if abs(rate) > Tolerance.coefficient {
            first = rate
            break
          }
        }
        if first == 0 { return .open }
        guard first < 0 else { continue }
        result = .improvable
        leaveOut(equation)
      }
    }
    return result
  }

  /// The dual multiplier of a preference that is not used as an equation; it depends on the sign of
  /// the residual.
  ///
  /// If the residual is zero, any number between the multipliers of the two sides is valid, and
  /// their mean is used.
  private func share(of index: Int) -> Double {
    let rules = table.rules(of: index)
    let residual = residuals[index]
    let negative: Double = rules.negative.level == nil ? 0 : -1
    let positive: Double = rules.positive.level == nil ? 0 : 1
    if abs(residual) <= Tolerance.value { return (negative + positive) / 2 }
    return residual < 0 ? negative : positive
  }

  private func sides(ofEquation equation: Int32) -> Sides {
    guard equation < 0 else { return table.rules(of: Int(equation)) }
    return Sides(negative: .forbidden, positive: .free, hasBreakpoint: true)
  }

  private mutating func leaveOut(_ equation: Int32) {
    if equation < 0 {
      heldAtZero.remove(-1 - Int(equation))
    } else if held.remove(Int(equation)) == nil {
      leftOut.insert(Int(equation))
    }
  }

  /// Builds the basis of the proved optimum.
  func basis() -> OptimalBasis {
    let variables = domains.count
    var isTaken = [Bool](repeating: false, count: variables + table.count)
    let symbols = program.rows.map(\.equation)
      .map { $0 < 0 ? -1 - Int($0) : variables + Int($0) }.sorted()
    for symbol in symbols { isTaken[symbol] = true }
    var basis = OptimalBasis(nonBasic: ContiguousArray(symbols.map { Int32($0) }))
    let isDecided = decidedVariables()
    for (variable, domain) in domains.enumerated()
    where domain == .nonNegative && !isTaken[variable] {
      basis.add(
        variable, Sides(negative: .forbidden, positive: .free, hasBreakpoint: true),
        value: values[variable], side: 1, isDecided: isDecided[variable],
        margin: Tolerance.reported)
    }
    for index in table.constraints.indices
    where table.active[index] && !isTaken[variables + index] {
      basis.add(
        variables + index, table.rules(of: index), value: residuals[index],
        side: residuals[index] < 0 ? -1 : 1,
        isDecided: table.constraints[index].terms.allSatisfy { isDecided[$0.variable] },
        margin: Tolerance.reported)
    }
    return basis
  }

  /// Finds, for each variable, whether the required equalities alone decide it.
  private func decidedVariables() -> [Bool] {
    let required = Set(equalities.map { Int32($0) })
    var isDecided = [Bool](repeating: false, count: domains.count)
    for (index, row) in program.rows.enumerated().reversed()
    where required.contains(row.equation) {
      isDecided[Int(row.pivot)] = program.laterTerms(index).allSatisfy {
        isDecided[Int($0.variable)]
      }
    }
    return isDecided
  }
}
