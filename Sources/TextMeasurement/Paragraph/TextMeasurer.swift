public import LayoutPrimitives

/// Prepares texts for measuring; one for each worker, for any number of environments.
///
/// Words are shaped once while they are cached, whatever the size, width or environment. What the
/// caches hold never changes a result.
public final class TextMeasurer {
  /// The fonts that it measures with.
  public let library: FontLibrary
  /// What it spends at most.
  public let limits: TextLimits

  private let builder: ParagraphBuilder
  private let registry: FontRegistry
  private var paragraphs: ParagraphCache
  private var preparedTexts = 0
  private var paragraphHits = 0

  /// Makes a measurer with empty caches.
  ///
  /// - Parameters:
  ///   - library: The fonts, which other measurers may share.
  ///   - limits: What it spends at most.
  /// - Throws: `TextError.icuFailed` when ICU's data is not installed.
  public convenience init(
    library: FontLibrary, limits: TextLimits = TextLimits()
  ) throws(TextError) {
    try self.init(library: library, limits: limits, isFastPathOn: true)
  }

  /// Makes a measurer that may send plain ASCII the way of all other text, to compare the two.
  init(library: FontLibrary, limits: TextLimits, isFastPathOn: Bool) throws(TextError) {
    self.library = library
    self.limits = limits
    registry = FontRegistry(library: library)
    builder = try ParagraphBuilder(
      registry: registry, wordCacheEntries: limits.wordCacheEntries)
    builder.isFastPathOn = isFastPathOn
    paragraphs = ParagraphCache(entries: limits.paragraphCacheEntries)
  }

  /// Shapes a text and finds where it may break.
  ///
  /// - Parameters:
  ///   - text: The text; cut at `limits.textUnits`.
  ///   - style: Font, size and distances.
  ///   - language: BCP 47 tag of the text, when known.
  ///   - direction: Base direction; UIKit and Android let the first strong character decide.
  ///   - rules: Line breaking, line heights and display.
  /// - Throws: `TextError.missingFont` and other font errors, `TextError.invalidSize`.
  public func prepare(
    _ text: String, style: TextStyle, language: String? = nil,
    direction: LayoutDirection = .leftToRight, rules: MeasurementRules
  ) throws(TextError) -> PreparedText {
    guard style.size.isFinite, style.size > 0 else { throw .invalidSize(style.size) }
    let number = builder.languages.number(language)
    let spacing = style.letterSpacing.isFinite ? style.letterSpacing : 0
    let set = try registry.setNumber(
      FontSetKey(
        family: style.family, traits: style.traits, ligatures: spacing == 0,
        region: RegionalFamily.region(ofLanguage: builder.languages.tag(number)),
        opticalSize: style.opticalSizing ? style.size : nil,
        keepsNeighbours: rules.lineBreak != .chromium))
    // Chromium floors font sizes to 1/100 pixel.
    let size =
      rules.lineBreak == .chromium ? max(0.01, (style.size * 100).rounded(.down) / 100) : style.size
    let request = ParagraphRequest(
      fontSet: set, size: size, letterSpacing: spacing, language: number, direction: direction,
      lineBreak: rules.lineBreak, metrics: rules.metrics)
    let paragraph = try paragraph(text, request: request)
    return PreparedText(paragraph: paragraph, heights: LineHeights(style), rules: rules)
  }

  /// What was done so far.
  public var statistics: TextStatistics {
    var statistics = TextStatistics()
    statistics.lookups = builder.shaping.lookups
    statistics.hits = builder.shaping.lookups - builder.shaping.misses
    statistics.shapedRuns = builder.shaping.shapedRuns
    statistics.preparedTexts = preparedTexts
    statistics.paragraphHits = paragraphHits
    // One for graphemes.
    statistics.icuOpens = builder.languages.icuOpens + 1
    return statistics
  }

  private func paragraph(
    _ text: String, request: ParagraphRequest
  ) throws(TextError) -> Paragraph {
    guard limits.paragraphCacheEntries > 0 else {
      preparedTexts += 1
      return try builder.build(text, request: request, limit: limits.textUnits)
    }
    let key = ParagraphKey(text: text, request: request)
    if let known = paragraphs.find(key) {
      paragraphHits += 1
      return known
    }
    preparedTexts += 1
    let paragraph = try builder.build(text, request: request, limit: limits.textUnits)
    paragraphs.insert(paragraph, for: key)
    return paragraph
  }
}
