/// One line of a wrapped text.
public struct MeasuredLine: Hashable, Sendable {
  /// First UTF-16 unit of the line.
  public var start: Int
  /// One past the last UTF-16 unit drawn or hanging on the line, its line break included.
  ///
  /// A line cut at its end stops at the cut; one cut elsewhere runs to the end of the text.
  public var end: Int
  /// Width as drawn, in points, without hanging spaces and with an ellipsis; not rounded.
  public var width: Double
  /// Whether an ellipsis or a cut stands for undrawn text.
  public var truncated: Bool

  /// Creates a line.
  public init(start: Int, end: Int, width: Double, truncated: Bool = false) {
    self.start = start
    self.end = end
    self.width = width
    self.truncated = truncated
  }
}
