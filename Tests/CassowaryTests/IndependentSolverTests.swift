import Cassowary
import Foundation
import Testing

/// Answers by scipy's HiGHS, stage by stage; made by `scripts/make-solver-fixtures 150 7`.
@Suite struct IndependentSolverTests {
  struct Case: Decodable {
    struct Row: Decodable {
      var terms: [[Double]]
      var relation: String
      var constant: Double
      var strength: Int
    }
    var domains: [String]
    var constraints: [Row]
    var values: [Double]
    var relaxed: [Int]
  }

  static func cases() throws -> [Case] {
    let file = try #require(
      Bundle.module.url(forResource: "Fixtures/highs", withExtension: "ndjson"))
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Case.self, from: Data($0.utf8))
    }
  }

  @Test func theLexicographicOptimumIsThatOfAnLPSolver() throws {
    let cases = try Self.cases()
    #expect(cases.count >= 150)
    for (number, test) in cases.enumerated() {
      var solver = SimplexSolver(
        domains: test.domains.map { $0 == "free" ? .free : .nonNegative })
      for row in test.constraints {
        let relation: LinearRelation =
          row.relation == "==" ? .equal : row.relation == ">=" ? .greaterOrEqual : .lessOrEqual
        solver.add(
          LinearConstraint(
            row.terms.map { Term(Int($0[0]), $0[1]) }, relation, row.constant,
            strength: row.strength == 1000 ? .required : .preferred(row.strength)))
      }
      try solver.solve()
      #expect(solver.solution.relaxed == test.relaxed, "case \(number)")
      for (variable, expected) in test.values.enumerated() {
        #expect(abs(solver.value(variable) - expected) < 1e-3, "case \(number) x\(variable)")
      }
    }
  }
}
