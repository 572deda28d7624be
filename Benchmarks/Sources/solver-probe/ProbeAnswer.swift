import Cassowary

/// The solver's result, as a line of JSON.
struct ProbeAnswer: Encodable {
  /// Values on the 2⁻²⁶ grid; shape `[variables]`.
  var values: [Double] = []
  /// Required constraints that had to give.
  var relaxed: [Int] = []
  /// Constraints at whose errors a tie was decided.
  var ties: [Int] = []
  /// The variable that was still free, if there is one.
  var ambiguous: Int?
  /// Symbols at zero; symbol `variables + k` is the residual of constraint k.
  var nonBasic: [Int] = []
  /// All other symbols, ascending.
  var basic: [Int] = []
  /// The sign of each of `basic`: -1, +1, or 0 if it has no sides.
  var sides: [Int] = []
  /// Why there is no answer; everything else is then empty.
  var error: String?

  init(of system: ProbedSystem) throws {
    var solver = try system.makeSolver()
    do {
      try solver.solve()
      let basis = try solver.finalBasis()
      values = system.domains.indices.map(solver.value)
      relaxed = solver.solution.relaxed
      ties = solver.solution.ties
      ambiguous = solver.solution.ambiguous
      func number(_ symbol: FinalBasis.Symbol) -> Int {
        switch symbol {
        case .variable(let index): index
        case .residual(let index): system.domains.count + index
        }
      }
      nonBasic = basis.nonBasic.map(number)
      basic = basis.basic.map { number($0.symbol) }
      sides = basis.basic.map(\.side)
    } catch {
      self.error = error.description
    }
  }
}
