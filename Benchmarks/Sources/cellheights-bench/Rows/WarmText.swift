import PairedBenchmark
import RawShaping
import TextMeasurement

extension Benchmark {
  /// `text.warm.vs-harfbuzz`: English texts of 150 to 260 letters, words seen, nothing prepared.
  static let warmText = Benchmark(
    name: "text.warm.vs-harfbuzz", sense: .timesFaster, operation: "text"
  ) { input in
    let rounds = 20
    let english = try EnglishTexts(input)
    let sink = input.sink
    return Contest(
      operations: english.texts.count * rounds,
      subject: {
        try CPUClock.thread.measure {
          for _ in 0..<rounds {
            for text in english.texts {
              sink.take(try english.prepared(text).wrapped(width: 358, lines: 0).lineCount)
            }
          }
        }
      },
      reference: {
        CPUClock.thread.measure {
          for _ in 0..<rounds {
            for text in english.texts { sink.take(english.shaper.advance(of: text)) }
          }
        }
      })
  }
}
