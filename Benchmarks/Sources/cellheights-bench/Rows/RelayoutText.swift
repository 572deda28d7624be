import PairedBenchmark
import RawShaping
import TextMeasurement

extension Benchmark {
  /// `text.relayout.vs-harfbuzz`: prepared English texts at one width after another.
  static let relayoutText = Benchmark(
    name: "text.relayout.vs-harfbuzz", sense: .timesFaster, operation: "text",
    mayAllocate: settledPathMayAllocate
  ) { input in
    let english = try EnglishTexts(input)
    let prepared = try english.texts.map { text in try english.prepared(text) }
    // 100 of the widths 280 to 500, all different and none near the one before, so that no result
    // can be reused.
    let widths = (0..<100).map { 280 + Double($0 * 37 % 221) }
    for (text, kept) in zip(english.texts, prepared) {
      let counts = try widths.map { width in
        let fresh = try english.prepared(text).wrapped(width: width, lines: 0)
        guard fresh == kept.wrapped(width: width, lines: 0) else {
          throw BenchmarkError("'\(text)' measures otherwise at \(width) pt when prepared before")
        }
        return fresh.lineCount
      }
      guard Set(counts).count > 1 else {
        throw BenchmarkError("'\(text)' has \(counts[0]) lines at every width: nothing is laid out")
      }
    }
    let sink = input.sink
    return Contest(
      operations: prepared.count * widths.count,
      subject: {
        CPUClock.thread.measure {
          for width in widths {
            for text in prepared { sink.take(text.wrapped(width: width, lines: 0).lineCount) }
          }
        }
      },
      reference: {
        CPUClock.thread.measure {
          for _ in widths {
            for text in english.texts { sink.take(english.shaper.advance(of: text)) }
          }
        }
      })
  }
}
