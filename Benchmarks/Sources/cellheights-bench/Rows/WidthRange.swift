import CellTemplates
import FeedRecords
import LayoutPrimitives
import PairedBenchmark
import TemplateDocuments
import TextMeasurement

extension Benchmark {
  /// `widths.621-vs-1`: the height of a post at each width from 280 to 900 points, or at 390.
  static let widths = Benchmark(
    name: "widths.621-vs-1", sense: .timesAsLong, operation: "cell", maximumPairs: 5
  ) { input in
    let posts = Array(try input.englishPosts().prefix(100))
    let range = try Environment(parsing: "280..900@1x")
    let single = try Environment(parsing: "390@1x")
    let plan = TemplatePlan(try TemplateCatalog().template("post"))
    var layouter = CellLayouter(
      plan: plan, measurer: try TextMeasurer(library: try FontLibrary(FontConfiguration())))
    for post in posts {
      let heights = try layouter.cellLayout(post, in: range).heights
      let height = try layouter.cellLayout(post, in: single).height
      guard heights?.height(atWidth: 390).map(Int.init) == height else {
        throw BenchmarkError("the range has another height at 390 than the single width")
      }
    }
    let sink = input.sink
    func lay(_ environment: Environment) throws -> PairedBenchmark.Measurement {
      try CPUClock.thread.measure {
        for post in posts { sink.take(try layouter.cellLayout(post, in: environment).height) }
      }
    }
    return Contest(
      operations: posts.count, subject: { try lay(range) }, reference: { try lay(single) })
  }
}
