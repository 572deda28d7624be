/// Line limit, truncation, shrinking and tightening, as UILabel's properties.
public struct LineFitting: Hashable, Sendable {
  /// Maximum number of lines; 0 for no limit.
  public var lines: Int
  /// Truncation of the last line when the text is longer.
  public var truncation: TruncationMode
  /// Minimum factor of the font size before text is truncated, 0...1; 1 never shrinks the font.
  ///
  /// The height remains that of the declared size, as in UILabel.
  public var minimumScale: Double
  /// Fraction of the available width by which the last line may exceed it and be tightened.
  ///
  /// A wider line is truncated. At 0 lines are never tightened.
  public var tightening: Double

  /// The value of `tightening` for a UILabel that tightens text.
  ///
  /// Source: Apple, `NSParagraphStyle.tighteningFactorForTruncation`, default.
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

/// How the last permitted line is truncated when the text is longer.
public enum TruncationMode: String, Hashable, Sendable, CaseIterable {
  /// An ellipsis replaces the end of the text.
  case tail
  /// An ellipsis replaces the beginning of the line, before the end of the text.
  case head
  /// An ellipsis replaces the middle, between the beginning of the line and the end of the text.
  case middle
  /// The line is clipped at the edge, without an ellipsis.
  case clip
}
