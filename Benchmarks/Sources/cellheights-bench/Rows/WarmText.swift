import FeedRecords
import LayoutPrimitives
import PairedBenchmark
import TextMeasurement

extension Benchmark {
  /// `text.warm.vs-harfbuzz`: English texts of 150 to 260 letters, words seen, nothing prepared.
  static let warmText = Benchmark(
    name: "text.warm.vs-harfbuzz", sense: .timesFaster, operation: "text"
  ) { input in
    let rounds = 20
    let environment = try input.environment()
    let rules = try MeasurementRules(rules: environment.rules, scale: environment.scale)
    let style = TextStyle()
    let measurer = try TextMeasurer(
      library: try FontLibrary(FontConfiguration()), limits: TextLimits(paragraphCacheEntries: 0))
    func prepared(_ text: String) throws(TextError) -> PreparedText {
      try measurer.prepare(text, style: style, language: "en", rules: rules)
    }
    // One line and one font: what a single call of HarfBuzz can do as well.
    let texts = try input.englishPosts().compactMap(\.contentText).filter { text in
      try (150...260).contains(text.count) && !text.contains("\n")
        && prepared(text).fonts.count == 1
    }
    guard texts.count >= 10, let font = try prepared(texts[0]).fonts.first else {
      throw BenchmarkError(
        "Feeds/demo.json has \(texts.count) texts of 150 to 260 letters, too few")
    }
    let shaper = try RawShaper(font, weight: style.weight)
    for text in texts {
      let ours = try prepared(text).lines(width: .infinity, lines: 0).first?.width ?? 0
      let theirs = Double(shaper.advance(of: text)) * style.size / shaper.unitsPerEm
      guard abs(ours - theirs) < 1e-6 else {
        throw BenchmarkError("'\(text)' is \(ours) pt wide, and \(theirs) pt by HarfBuzz alone")
      }
    }
    let sink = input.sink
    return Contest(
      operations: texts.count * rounds,
      subject: {
        try CPUClock.thread.measure {
          for _ in 0..<rounds {
            for text in texts {
              sink.take(try prepared(text).wrapped(width: 358, lines: 0).lineCount)
            }
          }
        }
      },
      reference: {
        CPUClock.thread.measure {
          for _ in 0..<rounds {
            for text in texts { sink.take(shaper.advance(of: text)) }
          }
        }
      })
  }
}
