import BenchmarkTexts
import LayoutPrimitives
import TextMeasurement

/// Generated English texts, and a thousand others of the same vocabulary that come before them.
struct UnseenTexts {
  /// The texts that are measured.
  let unseen: [String]
  /// Share of the measured texts' words that an earlier text had, 0...1.
  let seenWords: Double

  private let earlier: [String]
  private let library: FontLibrary
  private let style = TextStyle(size: Self.size)
  private let rules: MeasurementRules

  /// Font size and available width, in pixels.
  static let size = 16.0
  static let width = 343.0

  /// Makes the texts; those that need more fonts than Inter are omitted, because the other side may
  /// choose other fonts for them.
  init(_ input: BenchmarkInput) throws {
    let generator = TextGenerator(.en, vocabulary: try Vocabulary(root: input.root))
    library = try FontLibrary(FontConfiguration())
    rules = try MeasurementRules(rules: .css, scale: 1, lineBreak: .uax14)
    let measurer = try TextMeasurer(
      library: library, limits: TextLimits(paragraphCacheEntries: 0))
    earlier = (0..<1000).map(generator.text)
    var unseen: [String] = []
    for number in 1000..<1300 {
      let text = generator.text(number)
      let prepared = try measurer.prepare(text, style: style, language: "en", rules: rules)
      if prepared.fonts.count == 1 { unseen.append(text) }
    }
    self.unseen = unseen
    var seen = Set(earlier.flatMap { $0.split(separator: " ") })
    var known = 0
    var all = 0
    for word in unseen.flatMap({ $0.split(separator: " ") }) {
      all += 1
      if !seen.insert(word).inserted { known += 1 }
    }
    seenWords = Double(known) / Double(max(1, all))
    // The range of natural English; outside of it the figure has another meaning.
    guard unseen.count >= 200, (0.72...0.79).contains(seenWords) else {
      throw BenchmarkError(
        "Benchmarks/Texts/words.json gives \(unseen.count) texts and \(seenWords) of their words "
          + "seen before, in place of 200 or more and 0.72 to 0.79")
    }
  }

  /// A measurer that has measured the earlier texts and none of the unseen.
  func warmMeasurer() throws -> TextMeasurer {
    let measurer = try TextMeasurer(
      library: library, limits: TextLimits(paragraphCacheEntries: 0))
    for text in earlier { _ = try measured(text, by: measurer) }
    return measurer
  }

  /// The text's measure.
  func measured(_ text: String, by measurer: TextMeasurer) throws(TextError) -> TextMeasure {
    try measurer.prepare(text, style: style, language: "en", rules: rules)
      .wrapped(width: Self.width, lines: 0)
  }

  /// Ends the benchmark unless Pango finds the texts as wide, and nearly all as many lines.
  ///
  /// Pango rounds each glyph's advance to 1/1024 pixel, and follows other rules at some places, so
  /// that lines need not break alike everywhere.
  func check(_ pango: PangoLayouter) throws {
    let measurer = try warmMeasurer()
    var alike = 0
    for text in unseen {
      let prepared = try measurer.prepare(text, style: style, language: "en", rules: rules)
      let ours = prepared.lines(width: .infinity, lines: 0).first?.width ?? 0
      let theirs = pango.measure(text, width: nil).width
      let rounding = Double(text.unicodeScalars.count) / 2048 + 1.0 / 64
      guard abs(ours - theirs) <= rounding else {
        throw BenchmarkError("'\(text)' is \(ours) px wide, and \(theirs) px by Pango")
      }
      if prepared.wrapped(width: Self.width, lines: 0).lineCount
        == pango.measure(text, width: Self.width).lines
      {
        alike += 1
      }
    }
    guard Double(alike) >= 0.95 * Double(unseen.count) else {
      throw BenchmarkError(
        "Pango finds as many lines in \(alike) of \(unseen.count) texts, fewer than 95 %")
    }
  }
}
