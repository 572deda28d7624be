public import LayoutPrimitives
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

/// A shaped text, wrapped at the available width within its limit of lines.
public struct FittedText: LabelText {
  /// The text itself, for views.
  public var string: String
  /// The shaped text.
  public var text: PreparedText
  /// Line limit, truncation and shrinking.
  public var fitting: LineFitting
  /// The pixels to which the available width is rounded down; `nil` for no rounding.
  public var grid: PixelGrid?

  /// Creates a text from a text that a `TextMeasurer` has shaped.
  public init(
    _ string: String, text: PreparedText, fitting: LineFitting = LineFitting(),
    grid: PixelGrid? = nil
  ) {
    self.string = string
    self.text = text
    self.fitting = fitting
    self.grid = grid
  }

  /// Wraps the text; the measure is empty if the width is less than a pixel of the grid.
  public func measure(within width: Double) -> TextMeasure {
    let width = grid.map { $0.roundedDown(width) } ?? width
    return width > 0 ? text.wrapped(width: width, fitting: fitting) : .empty
  }
}

/// A text of a known size, as a device has measured it.
public struct FixedText: LabelText, Hashable {
  /// The text itself, for views.
  public var string: String
  /// The measure at every width.
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

extension TextMeasure {
  /// Width and height, in points.
  var size: Size { Size(width: width.length, height: height.length) }
}
