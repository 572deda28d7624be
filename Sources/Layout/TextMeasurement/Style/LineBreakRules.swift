/// The line breaking rules of a paragraph: a mode and its options.
public struct LineBreakRules: Hashable, Sendable {
  /// The platform whose rules apply.
  public var mode: LineBreakMode
  /// How strictly lines break, above all between kana and punctuation; `auto` for the mode's
  /// default.
  public var strictness: LineBreakStrictness
  /// Where lines may break inside words: CSS's `word-break`.
  public var words: WordBreak
  /// UIKit's strategies; other modes ignore them.
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

  /// Whether the mode alone determines the break opportunities in words of printable ASCII.
  ///
  /// Of the options, only `breakAll` and `anywhere` affect such words, in any language. A test
  /// compares all pairs and triples of characters with ICU.
  public var usesASCIIFastPath: Bool { words != .breakAll && strictness != .anywhere }

  /// Whether a last line of one word gets a second word from the line before it.
  var pushesOut: Bool { mode == .uikit && strategy.contains(.pushOut) }

  /// Whether breaks between Hangul characters are forbidden.
  var keepsHangul: Bool { mode == .uikit && strategy.contains(.hangulWordPriority) }
}

/// The platform or standard whose line breaking rules apply.
public enum LineBreakMode: String, Hashable, Sendable, CaseIterable {
  /// Unicode's line breaking algorithm as ICU implements it, with dictionaries.
  case uax14
  /// Chromium's rules: a table for pairs of ASCII characters, breaks after all spaces, otherwise
  /// ICU.
  case chromium
  /// UIKit's rules: the rules of `uax14`, with UIKit's strategies.
  case uikit
}

/// How strictly lines break: CSS's `line-break`, which is ICU's locale keyword `lb`.
public enum LineBreakStrictness: String, Hashable, Sendable, CaseIterable {
  /// The mode's default: `normal` in `chromium` except for Japanese, otherwise ICU's for the
  /// language.
  case auto
  /// Like `normal`, but lines also break before iteration marks and between ellipses.
  ///
  /// In Chinese and Japanese, they also break before and after centered punctuation.
  case loose
  /// Lines may break before small kana and the prolonged sound mark.
  case normal
  /// Lines do not break before small kana: UAX 14 without tailoring.
  case strict
  /// Lines may break between any two graphemes, except before a space.
  case anywhere
}

/// UIKit's `NSParagraphStyle.LineBreakStrategy`, with its raw values.
public struct LineBreakStrategy: OptionSet, Hashable, Sendable {
  /// The bits of the set, one per strategy.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// If the last line of a paragraph has only one word, a word of the line before it moves there.
  public static let pushOut = LineBreakStrategy(rawValue: 1)
  /// Lines do not break between Hangul characters.
  public static let hangulWordPriority = LineBreakStrategy(rawValue: 2)
  /// All strategies: the default of UIKit's labels.
  public static let standard = LineBreakStrategy(rawValue: 0xFFFF)
  /// No strategy: the default of `NSParagraphStyle`.
  public static let none: LineBreakStrategy = []
}
