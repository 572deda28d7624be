/// One line of a wrapped text.
public struct MeasuredLine: Hashable, Sendable {
  /// UTF-16 offset of the beginning of the line.
  public var start: Int
  /// UTF-16 offset after the text drawn or hanging on the line, including its line break.
  ///
  /// In a line truncated at its end it is the offset of the cut; otherwise a truncated line runs to
  /// the end of the text.
  public var end: Int
  /// Width as drawn, in points, without hanging spaces and with an ellipsis or hyphen; not rounded.
  public var width: Double
  /// Whether the line is truncated, with an ellipsis or clipped.
  public var truncated: Bool
  /// Whether a hyphen is drawn for the soft hyphen at the end of the line.
  public var hyphenated: Bool
  /// Distance of the line's top from the top of the text, in points, not rounded.
  public var top: Double
  /// Distance of the baseline from the top of the text, in points, not rounded.
  public var baseline: Double
  /// Distance of the line's bottom from the top of the text, in points, not rounded.
  public var bottom: Double

  /// Creates a line from its range, width, and distances from the top of the text.
  public init(
    start: Int, end: Int, width: Double, truncated: Bool = false, hyphenated: Bool = false,
    top: Double = 0, baseline: Double = 0, bottom: Double = 0
  ) {
    self.start = start
    self.end = end
    self.width = width
    self.truncated = truncated
    self.hyphenated = hyphenated
    self.top = top
    self.baseline = baseline
    self.bottom = bottom
  }
}
