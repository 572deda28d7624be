import CellTemplates
import FeedRecords
import Foundation
import HeightStore
import LayoutPrimitives
import Precomputation
import TestSupport
import Testing

/// `build --plan` reports what `build` does.
@Suite struct ForecastTests {
  /// Pictures without a width fail: the template has no width for them.
  private static let template = """
    schema: cellheights.template/1
    template: picture
    views:
      - {id: p, kind: image, source: "{image}"}
      - {id: t, kind: label, text: "{title}"}
    constraints: ["p.centerX == cell.centerX", "H:|[t]|", "V:|[p][t]|"]
    """

  @Test(
    "a plan and a build agree on feeds with repeated ids, failures and partial sources",
    arguments: 0..<50)
  func planAndBuildAgree(_ seed: Int) async throws {
    let fixture = try BuildFixture(templateText: Self.template)
    var random = TestRandom(seed: UInt64(seed))
    let environments = random.next(below: 2) == 0 ? ["390"] : ["390", "320"]
    let tolerance = Tolerance(maximumFailed: .records(1_000), allowPartial: true)
    var feeds = [generated("a", &random), generated("b", &random)]
    for round in 0..<3 {
      if round > 0 { feeds[round - 1] = generated(feeds[round - 1].name, &random) }
      let configuration = try fixture.configuration(
        feeds, environments: environments, jobs: 2, tolerance: tolerance)
      let plan = try await BuildForecast(configuration)
      let build = try await fixture.build(
        feeds, environments: environments, jobs: 2, tolerance: tolerance)
      #expect(plan.records == build.records)
      #expect(plan.duplicates == build.duplicates)
      #expect(plan.environments == build.environments)
      #expect(plan.reused == build.reused && plan.removed == build.removed)
      // Each cell that a plan counts as computed is computed by the build or fails in it.
      #expect(plan.computed + plan.failed == build.computed + build.failed)
      #expect(plan.failed <= build.failed)
      let again = try await BuildForecast(configuration)
      #expect(again.computed == 0)
      #expect(again.reused == build.computed + build.reused)
      #expect(again.failed == build.failed)
    }
  }

  /// A feed of two files with ids that repeat, records that cannot be read, cells that fail, and
  /// perhaps an end that is missing.
  private func generated(_ name: String, _ random: inout TestRandom) -> FeedInput {
    let sources = (0..<2).map { part -> FeedSource in
      // One that is always good, so that the feed can be published.
      var records = [#"{"id":"good-\#(part)","title":"\#(random.next(below: 4))"}"#]
      for _ in 0..<random.next(below: 12) {
        let id = random.next(below: 15)
        switch random.next(below: 6) {
        case 0: records.append(#"{"id":"\#(id)","title":"unreadable"#)
        case 1:
          records.append(
            #"{"id":"\#(id)","image":{"url":"u","width":5,"height":9e8},"title":"t"}"#)
        default: records.append(#"{"id":"\#(id)","title":"\#(random.next(below: 3))"}"#)
        }
      }
      var text = records.joined(separator: "\n")
      let isArray = random.next(below: 3) == 0
      if isArray {
        text = "[" + records.filter { $0.hasSuffix("}") }.joined(separator: ",")
        // Without its end the source is partial.
        if random.next(below: 2) == 0 { text += "]" }
      }
      return FeedSource(bytes: Array(text.utf8), name: "\(name)\(part)")
    }
    return FeedInput(name: name, sources: sources)
  }
}
