/// UIKit's `NSParagraphStyle.LineBreakStrategy`, with its raw values.
public struct LineBreakStrategy: OptionSet, Hashable, Sendable {
  /// The set's bits, one per strategy.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Moves a word to a paragraph's last line if that line has a single word.
  public static let pushOut = LineBreakStrategy(rawValue: 1)
  /// Lines do not break between Hangul characters.
  public static let hangulWordPriority = LineBreakStrategy(rawValue: 2)
  /// Every strategy: the default of labels.
  public static let standard = LineBreakStrategy(rawValue: 0xFFFF)
  /// No strategy: the default of paragraph styles.
  public static let none: LineBreakStrategy = []
}
