/// Asks whether some of a solver's required constraints can be met together.
///
/// It holds nothing but them and the variables they use, so its answers depend on no history.
struct SatisfiabilityProbe {
  private var solver: SimplexSolver
  /// The constraints by their numbers in the source, in the order in which they are accepted.
  private let members: [Int]

  /// Takes the constraints over, numbering only the variables they use.
  init(_ source: SimplexSolver, of members: [Int]) {
    self.members = members
    var numbers = [Int?](repeating: nil, count: source.variableCount)
    let used = Set(members.flatMap { source.constraints[$0].terms.map(\.variable) }).sorted()
    for (number, variable) in used.enumerated() { numbers[variable] = number }
    solver = SimplexSolver(domains: used.map { source.domains[$0] })
    solver.pivotLimit = source.pivotLimit
    for member in members {
      var constraint = source.constraints[member]
      constraint.constant = source.constants[member]
      constraint.terms = constraint.terms.compactMap { term in
        numbers[term.variable].map { Term($0, term.coefficient) }
      }
      solver.add(constraint)
    }
  }

  /// Proves that the last member contradicts those before it.
  ///
  /// While its error is least, the row of its residual has entries only where a required
  /// constraint or a domain stands in the way: their multiples add up to the contradiction.
  ///
  /// - Returns: The constraints in the proof, the last member among them, and the least error in
  ///   points; `nil` if there is no contradiction, or others as well.
  mutating func proof() -> (members: [Int], leastError: Double)? {
    let last = members.count - 1
    guard (try? solver.solveWithTableau()) != nil, solver.solution.relaxed == [last],
      let row = solver.tableau.row(of: solver.symbol(last))
    else { return nil }
    var rows = [last]
    for column in 0..<solver.variableCount {
      let symbol = Int(solver.tableau.columnSymbols[column])
      if symbol >= solver.variableCount,
        abs(solver.tableau.entry(row, column)) > Tolerance.coefficient
      {
        rows.append(symbol - solver.variableCount)
      }
    }
    let grid = Tolerance.grid
    let error = (abs(solver.tableau.values[row]) / grid).rounded() * grid
    return (rows.sorted().map { members[$0] }, error)
  }

  /// Leaves out, in document order, every member without which the rest still contradict.
  ///
  /// One solver is switched from subset to subset, which mostly costs a few pivots each.
  ///
  /// - Returns: An irreducible set in document order; `nil` if all can be met together.
  mutating func irreducibleSet() -> [Int]? {
    guard isContradictory() else { return nil }
    var kept: [Int] = []
    var tried: Int?
    for row in members.indices.sorted(by: { members[$0] < members[$1] }) {
      if let tried { solver.setActive(tried, true) }
      solver.setActive(row, false)
      if isContradictory() {
        tried = nil
      } else {
        kept.append(members[row])
        tried = row
      }
    }
    return kept
  }

  /// Whether the active members cannot all be met; a solve without an answer proves nothing.
  private mutating func isContradictory() -> Bool {
    (try? solver.solve()) != nil && !solver.solution.relaxed.isEmpty
  }
}
