/// Line limit, truncation, shrinking and tightening, like the properties of UILabel.
public struct LineFitting: Hashable, Sendable {
  /// Maximum number of lines; 0 for no limit.
  public var lines: Int
  /// How the last permitted line is truncated if the text is longer.
  public var truncation: TruncationMode
  /// Minimum factor by which the font may shrink before text is truncated, 0...1; 1 for no
  /// shrinking.
  ///
  /// The text keeps the height of the declared font size, as in UILabel.
  public var minimumScale: Double
  /// Fraction of the available width by which the last line may be too wide and still be tightened.
  ///
  /// A wider line is truncated. At 0, lines are never tightened.
  public var tightening: Double

  /// The value of `tightening` for a UILabel that tightens text.
  ///
  /// Source: the default of Apple's `NSParagraphStyle.tighteningFactorForTruncation`.
  public static let labelTightening = 0.05

  /// Creates fitting options.
  public init(
    lines: Int = 0, truncation: TruncationMode = .tail, minimumScale: Double = 1,
    tightening: Double = 0
  ) {
    self.lines = lines
    self.truncation = truncation
    self.minimumScale = minimumScale
    self.tightening = tightening
  }
}

/// How the last permitted line is truncated if the text is longer.
public enum TruncationMode: String, Hashable, Sendable, CaseIterable {
  /// An ellipsis replaces the end of the text.
  case tail
  /// The line shows an ellipsis, then the end of the text.
  case head
  /// The line shows its beginning, an ellipsis, and the end of the text.
  case middle
  /// The line is clipped at the edge, without an ellipsis.
  case clip
}
