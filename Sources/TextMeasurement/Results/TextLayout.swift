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
