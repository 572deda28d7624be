/// What UIKit does for better lines: `NSParagraphStyle.LineBreakStrategy`, with its raw values.
public struct LineBreakStrategy: OptionSet, Hashable, Sendable {
  /// One bit a strategy.
  public let rawValue: UInt

  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// No word stands alone on the last line where another can come down to it.
  public static let pushOut = LineBreakStrategy(rawValue: 1)
  /// No line breaks between Hangul.
  public static let hangulWordPriority = LineBreakStrategy(rawValue: 2)
  /// What labels have: every strategy.
  public static let standard = LineBreakStrategy(rawValue: 0xFFFF)
  /// No strategy, as paragraph styles have by default.
  public static let none: LineBreakStrategy = []
}
