import CellTemplates
import FeedRecords
import LayoutPrimitives
import PairedBenchmark
import TemplateDocuments
import TextMeasurement

extension Benchmark {
  /// `cell.cached.vs-fresh-engine`: all texts prepared before, one engine for all cells or one each.
  ///
  /// It has no bar: it falls when engines become cheaper to create.
  static let cachedCell = Benchmark(
    name: "cell.cached.vs-fresh-engine", sense: .timesFaster, operation: "cell"
  ) { input in
    let posts = try input.englishPosts()
    let environment = try input.environment()
    let plan = TemplatePlan(try TemplateCatalog().template("post"))
    // Three labels a post, and capacity to spare: no text is prepared again.
    let measurer = try TextMeasurer(
      library: try FontLibrary(FontConfiguration()),
      limits: TextLimits(paragraphCacheEntries: posts.count * 4))
    var kept = CellLayouter(plan: plan, measurer: measurer)
    var fresh = kept
    for post in posts {
      let cell = try kept.layout(post, in: environment)
      fresh.forgetEngines()
      try agree(cell.layout, try fresh.layout(post, in: environment).layout, on: post)
    }
    let sink = input.sink
    return Contest(
      operations: posts.count,
      subject: {
        try CPUClock.thread.measure {
          for post in posts { sink.take(try kept.layout(post, in: environment).layout.height) }
        }
      },
      reference: {
        try CPUClock.thread.measure {
          for post in posts {
            fresh.forgetEngines()
            sink.take(try fresh.layout(post, in: environment).layout.height)
          }
        }
      })
  }

  /// `cell.cached.vs-manual`: all texts prepared before, by template or by hand.
  static let cachedCellByHand = Benchmark(
    name: "cell.cached.vs-manual", sense: .timesAsLong, operation: "cell"
  ) { input in
    let posts = try input.englishPosts()
    // Three labels a post, and capacity to spare: no text is prepared again on either side.
    return try templateAgainstHand(
      posts, in: try input.environment(), keeping: posts.count * 4, sink: input.sink)
  }

  /// Ends the benchmark if two ways to lay out a record differ, because figures would be
  /// meaningless.
  ///
  /// Exact heights may differ by a rounding of 2⁻²⁶ pt, but stored values may not differ.
  static func agree(_ left: CellLayout, _ right: CellLayout, on record: FeedRecord) throws {
    var adjusted = right
    // Hand-written code does not compute findings.
    adjusted.findings = left.findings
    if abs(left.exactHeight - right.exactHeight) < 1e-6 { adjusted.exactHeight = left.exactHeight }
    guard left == adjusted else {
      throw BenchmarkError("the two sides lay out '\(record.id)' apart: \(left) and \(right)")
    }
  }
}
