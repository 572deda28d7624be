import Foundation
import LayoutPrimitives
import PairedBenchmark
import RawShaping
import TextMeasurement

/// The cost of given texts of one script, in nanoseconds of processor time for each UTF-16 unit.
struct CorpusCosts {
  /// What all texts are measured with.
  struct Setting {
    let family: String
    /// In points.
    let size: Double
    /// In points.
    let width: Double
    /// Maximum size of each half of the word cache, in bytes; `nil` for the default.
    let cacheBytes: Int?
  }

  /// A line of the file of texts.
  private struct Line: Decodable {
    let group: String
    let language: String
    let text: String
  }

  let group: String
  let texts: Int
  let units: Int
  /// Every text once, with empty caches and open fonts.
  let cold: Double
  /// The same texts again, none of them prepared.
  let seen: Double
  /// The same texts, prepared, at another width.
  let relayout: Double
  /// The system's HarfBuzz alone, each text shaped at once with the first font.
  let harfBuzz: Double
  /// Share of the look-ups that the word cache contained when the texts were seen again.
  let hits: Double
  /// Words that the word cache did not contain at first, of 1,000 units.
  let misses: Double
  /// Share of these words that a table of their font measured, without HarfBuzz.
  let byTable: Double
  /// UTF-16 units that HarfBuzz shaped at first, for each unit of the texts.
  let shaped: Double
  let lines: Int

  /// Measures the texts of a file by group, and all together.
  ///
  /// - Parameters:
  ///   - path: NDJSON with the members `group`, `language` and `text`.
  ///   - rounds: Number of rounds; each figure is their median.
  static func all(of path: String, _ setting: Setting, rounds: Int) throws -> [CorpusCosts] {
    let data = try Data(contentsOf: URL(filePath: path))
    let lines = try data.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Line.self, from: $0)
    }
    let library = try FontLibrary(FontConfiguration())
    var costs: [CorpusCosts] = []
    for group in Set(lines.map(\.group)).sorted() {
      costs.append(
        try CorpusCosts(group, lines.filter { $0.group == group }, library, setting, rounds))
    }
    return costs + [try CorpusCosts("all", lines, library, setting, rounds)]
  }

  private init(
    _ group: String, _ lines: [Line], _ library: FontLibrary, _ setting: Setting, _ rounds: Int
  ) throws {
    let rules = try MeasurementRules(rules: .css, scale: 1)
    let style = TextStyle(family: setting.family, size: setting.size)
    let sink = Sink()
    let units = lines.reduce(0) { $0 + $1.text.utf16.count }
    func prepare(_ line: Line, _ measurer: TextMeasurer) throws -> PreparedText {
      try measurer.prepare(
        line.text, style: style, language: line.language.isEmpty ? nil : line.language,
        rules: rules)
    }
    func measure(_ measurer: TextMeasurer) throws -> (cost: Double, lines: Int) {
      var count = 0
      let cost = try CPUClock.thread.measure {
        for line in lines {
          count += try prepare(line, measurer).wrapped(width: setting.width, lines: 0).lineCount
        }
      }.cost
      return (cost / Double(max(1, units)), count)
    }
    var limits = TextLimits(paragraphCacheEntries: 0)
    if let bytes = setting.cacheBytes { limits.wordCacheBytes = bytes }
    var (cold, seen, relayout, harfBuzz): ([Double], [Double], [Double], [Double]) = (
      [], [], [], []
    )
    var hits = 0.0
    var (misses, byTable, shaped) = (0.0, 0.0, 0.0)
    var lineCount = 0
    for _ in 0..<rounds {
      let measurer = try TextMeasurer(library: library, limits: limits)
      for opening in Self.openings {
        _ = try prepare(Line(group: "", language: "", text: opening), measurer)
      }
      let open = measurer.statistics
      let first = try measure(measurer)
      cold.append(first.cost)
      lineCount = first.lines
      let before = measurer.statistics
      let missed = (before.lookups - open.lookups) - (before.hits - open.hits)
      misses = Double(missed) * 1000 / Double(max(1, units))
      byTable = Double(before.wordsByTable - open.wordsByTable) / Double(max(1, missed))
      shaped = Double(before.shapedUnits - open.shapedUnits) / Double(max(1, units))
      seen.append(try measure(measurer).cost)
      let after = measurer.statistics
      hits = Double(after.hits - before.hits) / Double(max(1, after.lookups - before.lookups))
      let prepared = try lines.map { try prepare($0, measurer) }
      relayout.append(
        CPUClock.thread.measure {
          for text in prepared {
            sink.take(text.wrapped(width: setting.width * 0.8, lines: 0).lineCount)
          }
        }.cost / Double(max(1, units)))
      guard let font = prepared.lazy.compactMap(\.fonts.first).first else { continue }
      let shaper = try RawShaper(font, weight: style.weight)
      sink.take(shaper.advance(of: Self.openings[0], guesses: true))
      harfBuzz.append(
        CPUClock.thread.measure {
          for line in lines { sink.take(shaper.advance(of: line.text, guesses: true)) }
        }.cost / Double(max(1, units)))
    }
    self.group = group
    texts = lines.count
    self.units = units
    self.cold = median(cold)
    self.seen = median(seen)
    self.relayout = median(relayout)
    self.harfBuzz = harfBuzz.isEmpty ? 0 : median(harfBuzz)
    self.hits = hits
    self.misses = misses
    self.byTable = byTable
    self.shaped = shaped
    self.lines = lineCount
  }

  /// Texts that open the fonts of the fallback chain, and share no word with others.
  private static let openings = ["Qq", "丂", "ヸ", "뷁", "ڀ", "װ", "ॐ", "ฃ", "🂡"]

  static let titles = [
    "group", "texts", "units", "cold ns", "misses", "by table", "shaped", "seen ns", "hits",
    "re-layout ns", "HarfBuzz ns", "lines",
  ]

  var cells: [String] {
    [
      group, "\(texts)", "\(units)", format("%.1f", cold), format("%.1f", misses),
      format("%.1f %%", byTable * 100), format("%.2f", shaped), format("%.1f", seen),
      format("%.1f %%", hits * 100), format("%.2f", relayout), format("%.1f", harfBuzz), "\(lines)",
    ]
  }

  /// One line of the document `cellheights.corpus-report/1`.
  var json: String {
    "{\"schema\":\"cellheights.corpus-report/1\",\"group\":\"\(group)\",\"texts\":\(texts),"
      + "\"units\":\(units),\"cold\":\(format("%.2f", cold)),\"seen\":\(format("%.2f", seen)),"
      + "\"relayout\":\(format("%.3f", relayout)),\"harfbuzz\":\(format("%.2f", harfBuzz)),"
      + "\"hits\":\(format("%.4f", hits)),\"missesOfThousand\":\(format("%.1f", misses)),"
      + "\"byTable\":\(format("%.4f", byTable)),\"shaped\":\(format("%.3f", shaped)),"
      + "\"lines\":\(lines)}"
  }

  private func format(_ format: String, _ value: Double) -> String {
    String(format: format, value)
  }
}
