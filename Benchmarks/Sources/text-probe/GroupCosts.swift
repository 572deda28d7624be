import BenchmarkTexts
import Foundation
import LayoutPrimitives
import PairedBenchmark
import TextMeasurement

/// The cost of a text of one language, in microseconds of processor time.
struct GroupCosts {
  let group: TextGenerator.Group
  /// Mean length, in Unicode scalars.
  let letters: Double
  /// Into empty caches, fonts opened before.
  let cold: Double
  /// The second half of the texts, the first half measured before.
  let firstSight: Double
  /// All words seen, no text kept prepared.
  let warm: Double
  /// Prepared texts at another width.
  let relayout: Double
  /// Share of look-ups that the word cache contained, 0...1: with empty caches at first.
  let coldHits: Double
  let firstSightHits: Double
  /// Words, or runs if words cannot be separated, that are looked up for a text.
  let lookups: Double

  private static let widths = [343.0, 390, 280, 430, 311, 500, 320]

  /// Measures; each figure is the median of some rounds.
  init(
    _ group: TextGenerator.Group, vocabulary: Vocabulary, library: FontLibrary, texts count: Int,
    rounds: Int
  ) throws {
    let generator = TextGenerator(group, vocabulary: vocabulary)
    let texts = (0..<count).map(generator.text)
    let early = texts[..<(count / 2)]
    let late = texts[(count / 2)...]
    let rules = try MeasurementRules(rules: .css, scale: 1)
    let sink = Sink()
    func prepare(_ text: String, _ measurer: TextMeasurer) throws -> PreparedText {
      try measurer.prepare(
        text, style: TextStyle(size: 16), language: group.language, rules: rules)
    }
    func time(_ texts: ArraySlice<String>, _ measurer: TextMeasurer) throws -> Double {
      try CPUClock.thread.measure {
        for text in texts {
          sink.take(try prepare(text, measurer).wrapped(width: 343, lines: 0).lineCount)
        }
      }.cost / 1000 / Double(texts.count)
    }
    func hits(_ measurer: TextMeasurer, since before: TextStatistics) -> Double {
      let lookups = measurer.statistics.lookups - before.lookups
      return Double(measurer.statistics.hits - before.hits) / Double(max(1, lookups))
    }
    var cold: [Double] = []
    var firstSight: [Double] = []
    var warm: [Double] = []
    var relayout: [Double] = []
    var coldHits = 0.0
    var firstSightHits = 0.0
    var lookups = 0.0
    for _ in 0..<rounds {
      let measurer = try TextMeasurer(
        library: library, limits: TextLimits(paragraphCacheEntries: 0))
      // Fonts and ICU are opened by texts that share no word with the measured ones.
      for opening in Self.openings { _ = try prepare(opening, measurer) }
      var before = measurer.statistics
      cold.append(try time(early, measurer))
      coldHits = hits(measurer, since: before)
      lookups = Double(measurer.statistics.lookups - before.lookups) / Double(max(1, early.count))
      before = measurer.statistics
      firstSight.append(try time(late, measurer))
      firstSightHits = hits(measurer, since: before)
      warm.append(try time(late, measurer))
      let prepared = try late.map { try prepare($0, measurer) }
      relayout.append(
        CPUClock.thread.measure {
          for width in Self.widths {
            for text in prepared { sink.take(text.wrapped(width: width, lines: 0).lineCount) }
          }
        }.cost / 1000 / Double(prepared.count * Self.widths.count))
    }
    self.group = group
    letters = Double(texts.map(\.unicodeScalars.count).reduce(0, +)) / Double(count)
    self.cold = median(cold)
    self.firstSight = median(firstSight)
    self.warm = median(warm)
    self.relayout = median(relayout)
    self.coldHits = coldHits
    self.firstSightHits = firstSightHits
    self.lookups = lookups
  }

  private static let openings = ["Qq", "丂", "ヸ", "뷁", "ڀ", "װ", "ॐ", "ฃ", "🂡"]

  static let titles = [
    "group", "letters", "look-ups", "cold µs", "hits", "first sight µs", "hits", "warm µs",
    "re-layout µs",
  ]

  var cells: [String] {
    [
      group.rawValue, format("%.0f", letters), format("%.1f", lookups), format("%.1f", cold),
      format("%.1f %%", coldHits * 100), format("%.1f", firstSight),
      format("%.1f %%", firstSightHits * 100), format("%.2f", warm), format("%.3f", relayout),
    ]
  }

  /// One line of the document `cellheights.text-report/1`.
  var json: String {
    "{\"schema\":\"cellheights.text-report/1\",\"group\":\"\(group.rawValue)\","
      + "\"letters\":\(format("%.1f", letters)),\"lookups\":\(format("%.2f", lookups)),"
      + "\"coldMicroseconds\":\(format("%.2f", cold)),\"coldHits\":\(format("%.4f", coldHits)),"
      + "\"firstSightMicroseconds\":\(format("%.2f", firstSight)),"
      + "\"firstSightHits\":\(format("%.4f", firstSightHits)),"
      + "\"warmMicroseconds\":\(format("%.3f", warm)),"
      + "\"relayoutMicroseconds\":\(format("%.4f", relayout))}"
  }

  private func format(_ format: String, _ value: Double) -> String {
    String(format: format, value)
  }
}
