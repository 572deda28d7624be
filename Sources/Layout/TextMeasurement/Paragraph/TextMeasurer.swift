public import LayoutPrimitives

/// Prepares texts for measuring: shapes them, and caches words and paragraphs.
///
/// Each worker uses one measurer for all environments. A word in the cache serves all sizes, widths
/// and environments. The caches do not affect results.
public final class TextMeasurer {
  /// The fonts that texts are measured with.
  public let library: FontLibrary
  /// The limits on time and memory.
  public let limits: TextLimits

  /// Counts the words of all texts that are prepared; `nil` to count none.
  public var words: WordTally?  // reason: callers decide whether words are counted

  private(set) var builder: ParagraphBuilder
  private(set) var registry: FontRegistry
  /// Number of times that the fonts were forgotten; font sets of other generations are unknown.
  private(set) var generation = 0
  private let shaping: ShapingMethod
  /// The counts of the builders before the current one.
  private var earlier = TextStatistics()
  private var paragraphs: ParagraphCache
  private var lastMetrics: (font: RunFont, metrics: LineMetrics)?
  /// The latest fonts of styles, from the latest on.
  private var lastFonts: [(style: FontStyle, font: RunFont)] = []
  private var preparedTexts = 0
  private var paragraphHits = 0

  /// What the font of a style follows from.
  private struct FontStyle: Equatable {
    var characters: CharacterStyle
    var language: Int
    var mode: LineBreakMode
    var scale: Double
  }

  /// Maximum number of `lastFonts`: the styles of a text alternate.
  private static let lastFontLimit = 4

  /// Creates a measurer with empty caches.
  ///
  /// - Parameters:
  ///   - library: The fonts, which other measurers may share.
  ///   - limits: The limits on time and memory.
  ///   - shaping: The method by which the advances of words are determined.
  /// - Throws: `TextError.icuFailed` if ICU's data is missing.
  public convenience init(
    library: FontLibrary, limits: TextLimits = TextLimits(), shaping: ShapingMethod = .words
  ) throws(TextError) {
    try self.init(library: library, limits: limits, shaping: shaping, isFastPathOn: true)
  }

  /// Creates a measurer for tests: without the fast path, plain ASCII is shaped like all other
  /// text.
  init(
    library: FontLibrary, limits: TextLimits, shaping: ShapingMethod, isFastPathOn: Bool
  ) throws(TextError) {
    self.library = library
    self.limits = limits
    self.shaping = shaping
    registry = FontRegistry(library: library, limits: limits.proof)
    builder = try ParagraphBuilder(registry: registry, limits: limits, shaping: shaping)
    builder.isFastPathOn = isFastPathOn
    paragraphs = ParagraphCache(
      entries: limits.paragraphCacheEntries, bytes: limits.paragraphCacheBytes)
  }

  /// Shapes a text and finds its break opportunities.
  ///
  /// - Parameters:
  ///   - text: The text, which is cut off after `limits.textUnits` UTF-16 units.
  ///   - style: Font, size and distances.
  ///   - language: BCP 47 tag of the text; nil if unknown.
  ///   - direction: Base direction; under UIKit and Android rules, the first strong character
  ///     overrides it.
  ///   - rules: Rules of line breaks and line heights, and the display scale.
  /// - Throws: `TextError.invalidSize`, `TextError.missingFont` or another error of a font.
  public func prepare(
    _ text: String, style: TextStyle, language: String? = nil,
    direction: LayoutDirection = .leftToRight, rules: MeasurementRules
  ) throws(TextError) -> PreparedText {
    try prepare(
      AttributedText(text), style: style, language: language, direction: direction, rules: rules)
  }

  /// Shapes a text with several styles and finds its break opportunities.
  ///
  /// - Parameters:
  ///   - text: The text and its runs.
  ///   - style: The style of characters outside the runs, and the distances of the paragraph.
  ///   - language: BCP 47 tag of the text; nil if unknown.
  ///   - direction: Base direction; under UIKit and Android rules, the first strong character
  ///     overrides it.
  ///   - rules: Rules of line breaks and line heights, and the display scale.
  ///   - isKept: Whether the text may be in the cache; not for texts that hardly come again.
  /// - Throws: `TextError.invalidSize`, `TextError.missingFont` or another error of a font.
  public func prepare(
    _ text: AttributedText, style: TextStyle, language: String? = nil,
    direction: LayoutDirection = .leftToRight, rules: MeasurementRules, isKept: Bool = true
  ) throws(TextError) -> PreparedText {
    let request = try request(
      style: style, runs: text.runs, language: language, direction: direction, rules: rules)
    let paragraph = try paragraph(text.text, request: request, isKept: isKept)
    return PreparedText(
      paragraph: paragraph,
      metrics: metrics(
        of: paragraph, font: request.font, heights: LineHeights(style), rules: rules))
  }

  /// Forgets all fonts and caches if styles have used more fonts than `TextLimits.fontSets`.
  ///
  /// Without it, records that name families or widths would fill the memory. It must be called
  /// before the first font set of a text is asked for.
  func forgetFontsIfFull() throws(TextError) {
    guard registry.isFull(limits.fontSets) else { return }
    earlier += builderStatistics
    registry = FontRegistry(library: library, limits: limits.proof)
    let isFastPathOn = builder.isFastPathOn
    builder = try ParagraphBuilder(registry: registry, limits: limits, shaping: shaping)
    builder.isFastPathOn = isFastPathOn
    paragraphs = ParagraphCache(
      entries: limits.paragraphCacheEntries, bytes: limits.paragraphCacheBytes)
    lastMetrics = nil
    lastFonts = []
    generation += 1
  }

  /// The options with which a text is prepared.
  func request(
    style: TextStyle, runs: [AttributedText.Run], language: String?, direction: LayoutDirection,
    rules: MeasurementRules
  ) throws(TextError) -> ParagraphRequest {
    try forgetFontsIfFull()
    let number = builder.languages.number(language)
    let font = try runFont(style.characters, language: number, rules: rules)
    return ParagraphRequest(
      font: font, spans: try spans(runs, base: font, language: number, rules: rules),
      language: number, direction: direction, lineBreak: rules.lineBreak,
      metrics: rules.metrics, wrapping: style.wrapping, breaksWords: style.overflowWrap != .normal,
      needsSpaceEdges: style.needsSpaceEdges && rules.lineBreak.mode == .chromium,
      trimsPunctuation: rules.lineBreak.mode == .chromium && style.textSpacingTrim == .normal,
      tabInterval: style.tabInterval.isFinite ? max(0, style.tabInterval) : 0,
      tabScale: rules.metrics == .android ? rules.scale : 0)
  }

  /// Converts runs to spans with fonts; a last span with the base style is dropped.
  ///
  /// So texts that look the same have equal cache keys.
  func spans(
    _ runs: [AttributedText.Run], base: RunFont, language: Int, rules: MeasurementRules
  ) throws(TextError) -> [RunSpan] {
    if runs.isEmpty { return [] }
    var spans: [RunSpan] = []
    var end = 0
    for run in runs {
      let (sum, overflow) = end.addingReportingOverflow(run.length)
      end = overflow ? .max : sum
      let font = try runFont(run.style, language: language, rules: rules)
      if let last = spans.last, last.font == font, last.isObject == run.isObject,
        last.lineBreak == run.lineBreak, !run.isSeparate
      {
        spans[spans.count - 1].end = end
      } else {
        spans.append(
          RunSpan(end: end, font: font, isObject: run.isObject, lineBreak: run.lineBreak))
      }
    }
    if let last = spans.last, last.font == base, !last.isObject, last.lineBreak == nil {
      spans.removeLast()
    }
    return spans
  }

  /// The line heights of a style, which are reused while style and rules are the same.
  func metrics(
    of paragraph: Paragraph, font: RunFont, heights: LineHeights, rules: MeasurementRules
  ) -> LineMetrics {
    if let last = lastMetrics, last.font == font, last.metrics.heights == heights,
      last.metrics.rules == rules
    {
      return last.metrics
    }
    let metrics = LineMetrics(font: paragraph.fonts[0], heights: heights, rules: rules)
    lastMetrics = (font, metrics)
    return metrics
  }

  /// The properties of a style that affect shaping and line heights, with its fonts opened.
  func runFont(
    _ style: CharacterStyle, language: Int, rules: MeasurementRules
  ) throws(TextError) -> RunFont {
    let key = FontStyle(
      characters: style, language: language, mode: rules.lineBreak.mode, scale: rules.scale)
    if let index = lastFonts.firstIndex(where: { $0.style == key }) {
      if index > 0 { lastFonts.swapAt(0, index) }
      return lastFonts[0].font
    }
    let font = try newRunFont(style, language: language, rules: rules)
    if lastFonts.count == Self.lastFontLimit { lastFonts.removeLast() }
    lastFonts.insert((key, font), at: 0)
    return font
  }

  private func newRunFont(
    _ style: CharacterStyle, language: Int, rules: MeasurementRules
  ) throws(TextError) -> RunFont {
    let spacing = style.letterSpacing.isFinite ? style.letterSpacing : 0
    let set = try registry.setNumber(
      FontFallbackKey(
        style, letterSpacing: spacing, language: builder.languages.tag(language),
        mode: rules.lineBreak.mode))
    let size =
      rules.lineBreak.mode == .chromium
      ? Self.chromiumSize(style.size, scale: rules.scale) : style.size
    return RunFont(
      fontSet: set, size: size, computedSize: style.size,
      spacing: spacing + style.tracking.points(atSize: size),
      wordSpacing: style.wordSpacing.isFinite ? style.wordSpacing : 0,
      breaksSpaces: style.breaksSpaces,
      baselineOffset: style.baselineOffset.isFinite ? style.baselineOffset : 0,
      pixels: rules.lineBreak.mode == .chromium ? rules.scale : 1)
  }

  /// The font size with which Chromium measures, in points.
  ///
  /// It rounds sizes down to 1/100 pixel, in single precision, and FreeType to 1/64 device pixel.
  /// Measured in Chromium 156 on Linux.
  private static func chromiumSize(_ size: Double, scale: Double) -> Double {
    let hundredths = Double((Float(size) * 100).rounded(.down)) / 100
    let steps = 64 * scale
    return max(0.01, (hundredths * steps + 1e-6).rounded(.down) / steps)
  }

  /// Counts of the work since the measurer was created.
  public var statistics: TextStatistics {
    var statistics = earlier
    statistics += builderStatistics
    statistics.preparedTexts = preparedTexts
    statistics.paragraphHits = paragraphHits
    return statistics
  }

  private var builderStatistics: TextStatistics {
    var statistics = TextStatistics()
    statistics.lookups = builder.shaping.lookups
    statistics.hits = builder.shaping.lookups - builder.shaping.misses
    statistics.shapedRuns = builder.shaping.shapedRuns
    statistics.shapedUnits = builder.shaping.shapedUnits
    statistics.wordsByTable = builder.shaping.wordsByTable
    statistics.unmeasured = builder.unmeasured
    statistics.unmeasured.formUnion(builder.shaping.unmeasured)
    statistics.verifiedRuns = builder.shaping.verifiedRuns
    statistics.shapingDifferences = builder.shaping.differences
    statistics.preparedUnits = builder.preparedUnits
    // The iterator over graphemes is opened in addition to those of the languages.
    statistics.icuOpens = builder.languages.icuOpens + 1
    return statistics
  }

  private func paragraph(
    _ text: String, request: ParagraphRequest, isKept: Bool
  ) throws(TextError) -> Paragraph {
    words?.count(text)
    guard isKept, limits.paragraphCacheEntries > 0 else {
      preparedTexts += 1
      return try builder.build(text, request: request, limit: limits.textUnits)
    }
    let key = ParagraphKey(text: text, request: request)
    if let cached = paragraphs.find(key) {
      paragraphHits += 1
      return cached
    }
    preparedTexts += 1
    let paragraph = try builder.build(text, request: request, limit: limits.textUnits)
    paragraphs.insert(paragraph, for: key)
    return paragraph
  }
}

/// Counts of the work of one measurer since it was created, or of several measurers.
public struct TextStatistics: Hashable, Sendable {
  /// Number of lookups in the word cache; a run that cannot be divided into words is one lookup.
  public var lookups = 0
  /// Number of lookups that found their word in the cache.
  public var hits = 0
  /// Number of texts passed to HarfBuzz, without the characters and pairs for tables of advances.
  public var shapedRuns = 0
  /// Number of UTF-16 units passed to HarfBuzz, including spaces that stand for text beside a word.
  public var shapedUnits = 0
  /// Number of words measured by a table of their font, without HarfBuzz.
  public var wordsByTable = 0
  /// The words and characters of which metrics packs do not have the width.
  public var unmeasured = UnmeasuredTexts()
  /// Number of runs that `ShapingMethod.verified` measured by both methods.
  public var verifiedRuns = 0
  /// Number of runs for which `ShapingMethod.verified` found different advances.
  public var shapingDifferences = 0
  /// Number of texts that were shaped, because the paragraph cache did not contain them.
  public var preparedTexts = 0
  /// Number of UTF-16 units that were prepared, with units before them that are only context.
  public var preparedUnits = 0
  /// Number of texts that the paragraph cache contained.
  public var paragraphHits = 0
  /// Number of ICU's break iterators that were opened.
  public var icuOpens = 0

  /// Creates statistics with zero counts.
  public init() {}

  /// Adds the counts of another measurer.
  public static func += (total: inout TextStatistics, other: TextStatistics) {
    total.lookups += other.lookups
    total.hits += other.hits
    total.shapedRuns += other.shapedRuns
    total.shapedUnits += other.shapedUnits
    total.wordsByTable += other.wordsByTable
    total.unmeasured.formUnion(other.unmeasured)
    total.verifiedRuns += other.verifiedRuns
    total.shapingDifferences += other.shapingDifferences
    total.preparedTexts += other.preparedTexts
    total.preparedUnits += other.preparedUnits
    total.paragraphHits += other.paragraphHits
    total.icuOpens += other.icuOpens
  }
}
