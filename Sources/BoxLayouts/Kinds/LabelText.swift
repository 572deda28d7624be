public import TextMeasurement

/// A text that a label measures.
public protocol LabelText: Sendable {
  /// The text itself, for views.
  var string: String { get }

  /// Measures the text with its lines wrapped at a width, within its limit of lines.
  ///
  /// - Parameter width: Available width, in points: at least `MeasuringPass.leastRoom`; may be
  ///   infinite.
  func measure(within width: Double) -> TextMeasure
}
