public import LayoutPrimitives
public import TextMeasurement

/// A text of a known size, as a device has measured it.
public struct FixedText: LabelText, Hashable {
  /// The text itself, for views.
  public var string: String
  /// What every width is answered with.
  public var measure: TextMeasure

  /// Creates a text from its measure.
  public init(_ string: String, measure: TextMeasure) {
    self.string = string
    self.measure = measure
  }

  /// Creates a text of a size, in points; lines and baselines are unknown and 0.
  public init(_ string: String, size: Size) {
    self.init(
      string,
      measure: TextMeasure(
        width: size.width, height: size.height, firstBaseline: 0, lastBaselineFromBottom: 0,
        lineCount: 0, truncated: false))
  }

  /// The known measure at any width.
  public func measure(within width: Double) -> TextMeasure { measure }
}
