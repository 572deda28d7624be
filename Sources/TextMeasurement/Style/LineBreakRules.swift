/// Where lines may break: a mode and the options that authors set on paragraphs.
public struct LineBreakRules: Hashable, Sendable {
  /// Whose rules are followed.
  public var mode: LineBreakMode
  /// How strictly, above all between kana and punctuation; `auto` is what the mode takes by itself.
  public var strictness: LineBreakStrictness
  /// Whether a line may break inside words.
  public var words: WordBreak
  /// UIKit's strategies, which the mode `uikit` alone heeds.
  public var strategy: LineBreakStrategy

  /// Creates the rules of a mode with its options.
  ///
  /// - Parameters:
  ///   - mode: Whose rules are followed.
  ///   - strictness: CSS's `line-break`.
  ///   - words: CSS's `word-break`.
  ///   - strategy: `NSParagraphStyle.lineBreakStrategy`; UIKit's labels have `standard`.
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
  /// UIKit's rules with its labels' strategies.
  public static let uikit = LineBreakRules(mode: .uikit)

  /// Whether words of printable ASCII break where the mode alone says.
  ///
  /// Strictness, `keepAll`, `phrase` and the strategies change nothing there, in any language; a
  /// test asks ICU about all pairs and triples.
  public var usesASCIIFastPath: Bool { words != .breakAll && strictness != .anywhere }

  /// Whether no word is left alone on a paragraph's last line.
  var pushesOut: Bool { mode == .uikit && strategy.contains(.pushOut) }

  /// Whether no line breaks between Hangul.
  var keepsHangul: Bool { mode == .uikit && strategy.contains(.hangulWordPriority) }
}
