/// How a text is made to fit: line limit, truncation, shrinking and tightening, as in UILabel.
public struct LineFitting: Hashable, Sendable {
  /// Maximum number of lines; 0 for no limit.
  public var lines: Int
  /// How the last line is truncated if the text needs more lines than the limit.
  public var truncation: TruncationMode
  /// Minimum factor by which the font may shrink so that text is not truncated; 1 for no shrinking.
  ///
  /// It is within 0...1. The text keeps the height that it has at the declared font size, as in
  /// UILabel.
  public var minimumScale: Double
  /// How much wider than the available width the last line may be, as a fraction, to be tightened.
  ///
  /// A wider line is truncated. With 0, lines are never tightened.
  public var tightening: Double
  /// Whether the lines of a short text are of about the same length: CSS's `text-wrap: balance`.
  public var balances: Bool
  /// Whether lines also end where the width requires it, not only at line terminators.
  ///
  /// Without it, each line that is wider than the available width is truncated.
  public var wraps: Bool

  /// The value of `tightening` for a UILabel that allows tightening.
  ///
  /// Source: the default of Apple's `NSParagraphStyle.tighteningFactorForTruncation`.
  public static let labelTightening = 0.05

  /// Creates fitting options; by default, a text is not limited, shrunk, tightened or balanced,
  /// and it wraps.
  public init(
    lines: Int = 0, truncation: TruncationMode = .tail, minimumScale: Double = 1,
    tightening: Double = 0, balances: Bool = false, wraps: Bool = true
  ) {
    self.lines = lines
    self.truncation = truncation
    self.minimumScale = minimumScale
    self.tightening = tightening
    self.balances = balances
    self.wraps = wraps
  }
}

/// How the last line is truncated if the text needs more lines than the limit, and each line that is
/// too wide if the text does not wrap.
public enum TruncationMode: String, Hashable, Sendable, CaseIterable {
  /// The line shows its beginning, then an ellipsis.
  case tail
  /// The line shows an ellipsis, then the end of the text.
  case head
  /// The line shows its beginning, an ellipsis, and the end of the text.
  case middle
  /// The line is cut at the available width, without an ellipsis.
  case clip
}
