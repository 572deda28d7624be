import AutoLayout
import CellTemplates
import FeedRecords
import Foundation
import LayoutPrimitives
import Testing

/// Random templates whose numbers are multiples of 1/64, with frames by exact pivots in rational
/// arithmetic over both axes at once; made by `scripts/oracles solver --fixtures`.
@Suite struct CanonicalLayoutTests {
  struct Case: Decodable {
    var seed: Int
    /// The document, as JSON in a string.
    var template: String
    var environment: String
    var height: Double?
    /// Content sizes in points, null on an axis for none.
    var sizes: [String: [Double?]]
    /// Frames on the 2⁻²⁶ grid: x, y, width, height.
    var frames: [String: [Double]]
    /// Required constraints that gave way, in document order.
    var relaxed: [String]
  }

  static func cases() throws -> [Case] {
    let file = try #require(
      Bundle.module.url(forResource: "Fixtures/systems", withExtension: "ndjson"))
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Case.self, from: Data($0.utf8))
    }
  }

  @Test func framesAreTheCanonicalOnesToTheBit() throws {
    let cases = try Self.cases()
    #expect(cases.count >= 40)
    for test in cases {
      let template = try CellTemplate(text: test.template, file: "\(test.seed).json")
        .replacingContent(with: test.sizes.mapValues { IntrinsicSize(width: $0[0], height: $0[1]) })
      var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
      let cell = try layouter.layout(
        FeedRecord(id: "none", version: "none"), in: Environment(parsing: test.environment),
        height: test.height)
      for (view, frame) in zip(template.views, cell.solved.frames) {
        #expect(
          [frame.x, frame.y, frame.width, frame.height] == test.frames[view.id],
          "seed \(test.seed): \(view.id)")
      }
      #expect(cell.solved.relaxed == test.relaxed, "seed \(test.seed)")
    }
  }

  @Test func threeTimesAThirdOfAWidthIsTheWidth() throws {
    let template = try CellTemplate(
      text: """
        {"schema": "cellheights.template/1", "template": "columns",
         "views": [{"id": "a", "kind": "view"}, {"id": "b", "kind": "view"},
                   {"id": "c", "kind": "view"}],
         "constraints": ["H:|-8-[a]-8-[b(a)]-8-[c(a)]-8-|", "a.height == 3 * a.width"]}
        """, file: "columns.json")
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    let cell = try layouter.layout(
      FeedRecord(id: "none", version: "none"), in: Environment(parsing: "390"))
    // 3 · (390 - 4 · 8) / 3: the vertical program uses the width before its rounding to 2⁻²⁶.
    #expect(cell.solved.frames[1].height == 358)
  }
}
