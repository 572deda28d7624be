public import LayoutPrimitives

/// A text at one width: its size and its lines.
public struct TextLayout: Hashable, Sendable {
  /// Size and baselines of the text.
  public var measure: TextMeasure
  /// Lines of the text, from the first.
  public var lines: [MeasuredLine]

  /// Creates a layout from its parts.
  public init(measure: TextMeasure, lines: [MeasuredLine]) {
    self.measure = measure
    self.lines = lines
  }
}

/// The size and the baselines of a text at one width, or without a maximum width.
public struct TextMeasure: Hashable, Sendable {
  /// Width of the widest line as it is drawn, in points, rounded up to the grid.
  public var width: Double
  /// Height of all lines together, in points, rounded up to the grid.
  public var height: Double
  /// Distance of the first line's baseline from the top of the text, in points, not rounded.
  public var firstBaseline: Double
  /// Distance of the last line's baseline from the bottom, which is `height`, in points.
  public var lastBaselineFromBottom: Double
  /// Number of lines that are drawn; 0 for an empty text.
  public var lineCount: Int
  /// Whether text was omitted, because the line limit does not allow more lines.
  public var truncated: Bool
  /// The factor by which the font was shrunk to fit; 1 if it was not shrunk.
  public var scale: Double
  /// The reasons why the number of lines may be inexact, in addition to those of the prepared text.
  public var caveats: Caveats

  /// Creates a measure from its parts.
  public init(
    width: Double, height: Double, firstBaseline: Double, lastBaselineFromBottom: Double,
    lineCount: Int, truncated: Bool, scale: Double = 1, caveats: Caveats = []
  ) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaselineFromBottom = lastBaselineFromBottom
    self.lineCount = lineCount
    self.truncated = truncated
    self.scale = scale
    self.caveats = caveats
  }

  /// The measure of an empty text.
  public static let empty = TextMeasure(
    width: 0, height: 0, firstBaseline: 0, lastBaselineFromBottom: 0, lineCount: 0,
    truncated: false)
}

/// One line of a wrapped text, with its range, width and vertical position.
public struct MeasuredLine: Hashable, Sendable {
  /// UTF-16 offset of the beginning of the line.
  public var start: Int
  /// UTF-16 offset after the line's text, its hanging spaces and its line terminator.
  ///
  /// For a line that is truncated at its end, it is the offset at which text is omitted. For other
  /// truncated lines, it is the end of the text.
  public var end: Int
  /// Width as drawn, in points, not rounded: with an ellipsis or hyphen, without hanging spaces.
  public var width: Double
  /// Whether the line is truncated, by an ellipsis or by clipping.
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
