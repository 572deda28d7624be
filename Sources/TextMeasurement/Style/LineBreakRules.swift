/// Where lines may break: a mode and the options that authors set on paragraphs.
public struct LineBreakRules: Hashable, Sendable {
  /// The platform whose rules apply.
  public var mode: LineBreakMode
  /// Strictness, mainly between kana and punctuation; `auto` is the mode's default.
  public var strictness: LineBreakStrictness
  /// How lines may break inside words: CSS's `word-break`.
  public var words: WordBreak
  /// UIKit's strategies, used in the mode `uikit` only.
  public var strategy: LineBreakStrategy

  /// Creates the rules of a mode with its options.
  ///
  /// - Parameters:
  ///   - mode: The platform whose rules apply.
  ///   - strictness: CSS's `line-break`.
  ///   - words: CSS's `word-break`.
  ///   - strategy: `NSParagraphStyle.lineBreakStrategy`; the default of UIKit's labels is
  ///     `standard`.
  public init(
    mode: LineBreakMode, strictness: LineBreakStrictness = .auto, words: WordBreak = .normal,
    strategy: LineBreakStrategy = .standard
  ) {
    self.mode = mode
    self.strictness = strictness
    self.words = words
    self.strategy = strategy
  }

  /// UAX 14 without options.
  public static let uax14 = LineBreakRules(mode: .uax14)
  /// Chromium's rules without options.
  public static let chromium = LineBreakRules(mode: .chromium)
  /// UIKit's rules with the default strategies of labels.
  public static let uikit = LineBreakRules(mode: .uikit)

  /// Whether break opportunities in words of printable ASCII depend on the mode only.
  ///
  /// Strictness, `keepAll`, `phrase` and the strategies do not affect such words in any language. A
  /// test compares all pairs and triples with ICU.
  public var usesASCIIFastPath: Bool { words != .breakAll && strictness != .anywhere }

  /// Whether the last line of a paragraph gets at least two words where possible.
  var pushesOut: Bool { mode == .uikit && strategy.contains(.pushOut) }

  /// Whether breaks between Hangul characters are forbidden.
  var keepsHangul: Bool { mode == .uikit && strategy.contains(.hangulWordPriority) }
}
