import CellTemplates
import FeedRecords
import LayoutPrimitives
import PairedBenchmark
import TemplateDocuments
import TextMeasurement

extension Benchmark {
  /// `cell.with-text.vs-manual`: words seen before, no text kept prepared; by template or by hand.
  static let cellWithText = Benchmark(
    name: "cell.with-text.vs-manual", sense: .timesAsLong, operation: "cell"
  ) { input in
    return try templateAgainstHand(
      try input.englishPosts(), in: try input.environment(), keeping: 0, sink: input.sink)
  }

  /// The template `post` against a hand-written cell; both use the same prepared texts.
  ///
  /// - Parameter entries: Number of texts kept prepared, for both sides together.
  static func templateAgainstHand(
    _ posts: [FeedRecord], in environment: Environment, keeping entries: Int, sink: Sink
  ) throws -> Contest {
    let plan = TemplatePlan(try TemplateCatalog().template("post"))
    // One measurer for both sides, so that both find the same words.
    let measurer = try TextMeasurer(
      library: try FontLibrary(FontConfiguration()),
      limits: TextLimits(paragraphCacheEntries: entries))
    var layouter = CellLayouter(plan: plan, measurer: measurer)
    let manual = try WrittenPost(measurer: measurer, environment: environment)
    for post in posts {
      let cell = try layouter.layout(post, in: environment)
      try agree(cell.layout, try manual.layout(post), on: post)
    }
    return Contest(
      operations: posts.count,
      subject: {
        try CPUClock.thread.measure {
          for post in posts {
            sink.take(try layouter.layout(post, in: environment).layout.height)
          }
        }
      },
      reference: {
        try CPUClock.thread.measure {
          for post in posts { sink.take(try manual.layout(post).height) }
        }
      })
  }
}
