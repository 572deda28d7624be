/// A text at one width: its size and its lines.
public struct TextLayout: Hashable, Sendable {
  /// Its size and baselines.
  public var measure: TextMeasure
  /// Its lines, from the first.
  public var lines: [MeasuredLine]

  /// Creates a layout from its parts.
  public init(measure: TextMeasure, lines: [MeasuredLine]) {
    self.measure = measure
    self.lines = lines
  }
}
