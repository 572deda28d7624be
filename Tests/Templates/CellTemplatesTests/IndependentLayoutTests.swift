import AutoLayout
import CellTemplates
import FeedRecords
import Foundation
import LayoutPrimitives
import Testing

/// Random templates with frames by scipy's HiGHS, solved straight from the definition; made by
/// `scripts/oracles layouts --write FILE --seed 300 --count 64`.
@Suite struct IndependentLayoutTests {
  struct Case: Decodable {
    var seed: Int
    /// The document, as JSON in a string.
    var template: String
    var environment: String
    var height: Double?
    /// Content sizes in points, null on an axis for none.
    var sizes: [String: [Double?]]
    /// Exact frames in points: x, y, width, height.
    var frames: [String: [Double]]
    var fittedHeight: Double
    /// Required constraints that gave way, in document order.
    var relaxed: [String]
    /// Everything that the priorities leave free.
    var ambiguous: [String]
  }

  static func cases() throws -> [Case] {
    let file = try #require(
      Bundle.module.url(forResource: "Fixtures/layouts", withExtension: "ndjson"))
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Case.self, from: Data($0.utf8))
    }
  }

  @Test func framesAreThoseOfAnLPSolver() throws {
    let cases = try Self.cases()
    #expect(cases.count >= 60)
    for test in cases {
      let template = try CellTemplate(text: test.template, file: "\(test.seed).json")
        .replacingContent(with: test.sizes.mapValues { IntrinsicSize(width: $0[0], height: $0[1]) })
      let environment = try Environment(parsing: test.environment)
      var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
      let record = FeedRecord(id: "none", version: "none")
      // Fixed, free and fixed again by one engine: earlier layouts do not affect the result.
      let heights = [test.height, nil, test.height]
      let cells = try heights.map { try layouter.layout(record, in: environment, height: $0) }
      #expect(cells[0] == cells[2], "seed \(test.seed)")
      #expect(abs(cells[1].layout.exactHeight - test.fittedHeight) < 1e-5, "seed \(test.seed)")
      let solved = cells[0].solved
      for (view, frame) in zip(template.views, solved.frames) where view.kind.hasFrame {
        let expected = try #require(test.frames[view.id])
        let worst = zip([frame.x, frame.y, frame.width, frame.height], expected)
          .map { abs($0 - $1) }.max()
        #expect((worst ?? 1) < 1e-5, "seed \(test.seed): \(view.id) is \(frame), not \(expected)")
      }
      #expect(solved.relaxed == test.relaxed, "seed \(test.seed)")
      #expect((solved.ambiguous == nil) == test.ambiguous.isEmpty, "seed \(test.seed)")
      #expect(solved.ambiguous.map(test.ambiguous.contains) ?? true, "seed \(test.seed)")
    }
  }
}
