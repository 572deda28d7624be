/// How a text is made to fit its lines: as UILabel's properties say.
public struct LineFitting: Hashable, Sendable {
  /// Most lines drawn; 0 for no limit.
  public var lines: Int
  /// What becomes of the last line when there is more text.
  public var truncation: TruncationMode
  /// Least factor by which the font may shrink before text is cut, 0...1; 1 never shrinks it.
  ///
  /// The height stays that of the font as declared, as UILabel's does.
  public var minimumScale: Double
  /// The share of the width by which the last line may be too wide and is then tightened rather
  /// than cut; 0 never tightens.
  public var tightening: Double

  /// UILabel's share, when it tightens.
  ///
  /// Source: Apple, `NSParagraphStyle.tighteningFactorForTruncation`, default.
  public static let labelTightening = 0.05

  /// Creates limits.
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
