import FeedRecords
import LayoutPrimitives
import RawShaping
import TextMeasurement

/// English texts of 150 to 260 letters that one call of HarfBuzz can shape as well.
struct EnglishTexts {
  let texts: [String]
  /// A measurer that has seen all their words and keeps no text prepared.
  let measurer: TextMeasurer
  /// HarfBuzz with the same font.
  let shaper: RawShaper

  private let style = TextStyle()
  private let rules: MeasurementRules

  /// Takes the texts of one line and one font from `Feeds/demo.json`, and checks that HarfBuzz alone
  /// finds each of them as wide as we do.
  init(_ input: BenchmarkInput) throws {
    let environment = try input.environment()
    let rules = try MeasurementRules(rules: environment.rules, scale: environment.scale)
    let style = style
    let measurer = try TextMeasurer(
      library: try FontLibrary(FontConfiguration()), limits: TextLimits(paragraphCacheEntries: 0))
    func prepared(_ text: String) throws(TextError) -> PreparedText {
      try measurer.prepare(text, style: style, language: "en", rules: rules)
    }
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
    self.texts = texts
    self.measurer = measurer
    self.shaper = shaper
    self.rules = rules
  }

  /// A text prepared from its string.
  func prepared(_ text: String) throws(TextError) -> PreparedText {
    try measurer.prepare(text, style: style, language: "en", rules: rules)
  }
}
