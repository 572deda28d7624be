/// The size and the baselines of a text at one width.
public struct TextMeasure: Hashable, Sendable {
  /// Width of the widest line as drawn, in points, rounded up to the grid.
  public var width: Double
  /// Height of all lines, in points, rounded up to the grid once.
  public var height: Double
  /// Distance of the first line's baseline from the top, in points, not rounded.
  public var firstBaseline: Double
  /// Distance of the last line's baseline from the bottom of `height`, in points, not rounded.
  public var lastBaselineFromBottom: Double
  /// Number of lines drawn; 0 for an empty text.
  public var lineCount: Int
  /// Whether the line limit truncated the text.
  public var truncated: Bool
  /// The factor by which the font was shrunk to fit; 1 for the declared size.
  public var scale: Double

  /// Creates a measure from its parts.
  public init(
    width: Double, height: Double, firstBaseline: Double, lastBaselineFromBottom: Double,
    lineCount: Int, truncated: Bool, scale: Double = 1
  ) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaselineFromBottom = lastBaselineFromBottom
    self.lineCount = lineCount
    self.truncated = truncated
    self.scale = scale
  }

  /// The measure of an empty text.
  public static let empty = TextMeasure(
    width: 0, height: 0, firstBaseline: 0, lastBaselineFromBottom: 0, lineCount: 0,
    truncated: false)
}
