import LayoutPrimitives
import PairedBenchmark
import TextMeasurement

extension Benchmark {
  /// `boxes.vs-manual`: words seen before, no text kept prepared; by boxes or by hand.
  static let boxes = Benchmark(
    name: "boxes.vs-manual", sense: .timesAsLong, operation: "cell"
  ) { input in
    try byBoxes(input, keeping: 0)
  }

  /// `boxes.kept.vs-manual`: every text prepared before; by boxes or by hand.
  static let keptBoxes = Benchmark(
    name: "boxes.kept.vs-manual", sense: .timesAsLong, operation: "cell"
  ) { input in
    // Three labels a post, and capacity to spare: no text is prepared again.
    try byBoxes(input, keeping: try input.englishPosts().count * 4)
  }

  /// Lays out the English posts by boxes, and by hand-written code.
  ///
  /// - Parameter texts: Number of prepared texts that are kept.
  private static func byBoxes(_ input: BenchmarkInput, keeping texts: Int) throws -> Contest {
    let posts = try input.englishPosts()
    let environment = try input.environment()
    // One measurer for both sides, so that both find the same words.
    let measurer = try TextMeasurer(
      library: try FontLibrary(FontConfiguration()),
      limits: TextLimits(paragraphCacheEntries: texts))
    let boxes = try BoxPost(measurer: measurer, environment: environment)
    let manual = try WrittenPost(measurer: measurer, environment: environment)
    for post in posts { try agree(try boxes.layout(post), try manual.layout(post), on: post) }
    let sink = input.sink
    return Contest(
      operations: posts.count,
      subject: {
        try CPUClock.thread.measure {
          for post in posts { sink.take(try boxes.layout(post).height) }
        }
      },
      reference: {
        try CPUClock.thread.measure {
          for post in posts { sink.take(try manual.layout(post).height) }
        }
      })
  }
}
