import Cassowary
import Foundation
import Testing

/// Answers by exact pivots in rational arithmetic, rounded to the grid, and each level's sum of
/// errors by scipy's HiGHS; made by `scripts/oracles solver --fixtures`.
@Suite struct IndependentSolverTests {
  struct Case: Decodable {
    struct Row: Decodable {
      var terms: [[Double]]
      var relation: String
      var constant: Double
      var strength: Int
      var environment: Bool?
    }
    var domains: [String]
    var constraints: [Row]
    /// Exact optimum on the 2⁻²⁶ grid.
    var values: [Double]
    var relaxed: [Int]
    /// Whether single errors may have decided; `false` is proved.
    var isTied: Bool
    /// Whether the rule of ambiguity may have decided; `false` is proved.
    var isOpen: Bool
    /// Least sum of errors by priority, 1000 for the relaxed ones.
    var levels: [String: Double]

    func solved() throws -> SimplexSolver {
      var solver = SimplexSolver(domains: domains.map { $0 == "free" ? .free : .nonNegative })
      for row in constraints {
        let relation: LinearRelation =
          row.relation == "==" ? .equal : row.relation == ">=" ? .greaterOrEqual : .lessOrEqual
        solver.add(
          LinearConstraint(
            row.terms.map { Term(Int($0[0]), $0[1]) }, relation, row.constant,
            strength: row.strength == 1000 ? .required : .preferred(row.strength)),
          unrelaxable: row.environment ?? false)
      }
      try solver.solve()
      return solver
    }
  }

  static func cases() throws -> [Case] {
    let file = try #require(
      Bundle.module.url(forResource: "Fixtures/systems", withExtension: "ndjson"))
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Case.self, from: Data($0.utf8))
    }
  }

  @Test func theOptimumIsTheCanonicalOneToTheBit() throws {
    let cases = try Self.cases()
    #expect(cases.count >= 150)
    for (number, test) in cases.enumerated() {
      let solver = try test.solved()
      #expect(solver.solution.relaxed == test.relaxed, "case \(number)")
      let values = test.domains.indices.map(solver.value)
      #expect(values == test.values, "case \(number)")
    }
  }

  @Test func theErrorsOfEveryLevelAreThoseOfAnLPSolver() throws {
    for (number, test) in try Self.cases().enumerated() {
      let solver = try test.solved()
      var sums: [Int: (errors: Double, rows: Int)] = [:]
      for (index, row) in test.constraints.enumerated() {
        if row.strength == 1000, !test.relaxed.contains(index) { continue }
        let left = row.terms.reduce(0) { $0 + $1[1] * solver.value(Int($1[0])) }
        let difference = left - row.constant
        let error =
          row.relation == "=="
          ? abs(difference) : max(0, row.relation == ">=" ? -difference : difference)
        let known = sums[row.strength] ?? (0, 0)
        sums[row.strength] = (known.errors + error, known.rows + 1)
      }
      #expect(sums.count == test.levels.count, "case \(number)")
      for (priority, sum) in sums {
        let least = try #require(test.levels["\(priority)"])
        #expect(
          abs(sum.errors - least) <= 1e-6 + 0x1p-25 * Double(sum.rows),
          "case \(number) priority \(priority)")
      }
    }
  }

  @Test func whatThePrioritiesDecideAloneIsNeitherTiedNorAmbiguous() throws {
    for (number, test) in try Self.cases().enumerated() {
      let solution = try test.solved().solution
      if !test.isTied { #expect(solution.ties.isEmpty, "case \(number)") }
      if !test.isOpen { #expect(solution.ambiguous == nil, "case \(number)") }
    }
  }

  @Test func everySymbolOfTheFinalBasisIsBasicOrZero() throws {
    for (number, test) in try Self.cases().enumerated() {
      let solver = try test.solved()
      let basis = try solver.finalBasis()
      #expect(basis.nonBasic.count == test.domains.count, "case \(number)")
      let all = Set(basis.nonBasic).union(basis.basic.map(\.symbol))
      #expect(all.count == test.domains.count + test.constraints.count, "case \(number)")
      for symbol in basis.nonBasic {
        #expect(abs(residual(symbol, test, solver)) < 1e-6, "case \(number) \(symbol)")
      }
      for member in basis.basic where member.side != 0 {
        let value = residual(member.symbol, test, solver)
        #expect(Double(member.side) * value > -1e-6, "case \(number) \(member)")
      }
    }
  }

  private func residual(
    _ symbol: FinalBasis.Symbol, _ test: Case, _ solver: SimplexSolver
  ) -> Double {
    switch symbol {
    case .variable(let index): return solver.value(index)
    case .residual(let index):
      let row = test.constraints[index]
      return row.terms.reduce(-row.constant) { $0 + $1[1] * solver.value(Int($1[0])) }
    }
  }
}
