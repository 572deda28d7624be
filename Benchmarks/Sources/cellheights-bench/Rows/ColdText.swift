import PairedBenchmark
import TextMeasurement

extension Benchmark {
  /// `text.cold.vs-pango`: English texts at first sight, most of their words seen in others.
  static let coldText = Benchmark(
    name: "text.cold.vs-pango", sense: .timesFaster, operation: "text"
  ) { input in
    let texts = try UnseenTexts(input)
    let pango = try PangoLayouter(
      family: "Inter", size: UnseenTexts.size, language: "en")
    try texts.check(pango)
    let sink = input.sink
    return Contest(
      operations: texts.unseen.count,
      subject: {
        // Made again for each sample, so that the texts stay unseen.
        let measurer = try texts.warmMeasurer()
        return try CPUClock.thread.measure {
          for text in texts.unseen {
            sink.take(try texts.measured(text, by: measurer).lineCount)
          }
        }
      },
      reference: {
        CPUClock.thread.measure {
          for text in texts.unseen {
            sink.take(pango.measure(text, width: UnseenTexts.width).lines)
          }
        }
      })
  }
}
