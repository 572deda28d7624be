public import LayoutPrimitives
public import TextMeasurement

/// A text that can be measured at any width, for labels and buttons.
public protocol LabelText: Sendable {
  /// The characters of the text, which the view shows.
  var string: String { get }

  /// Measures the text with its lines wrapped at a width.
  ///
  /// - Parameter width: Available width, in points, at least `MeasuringPass.minimumRoom`; may be
  ///   infinite.
  func measure(within width: Double) -> TextMeasure
}

/// A shaped text that is wrapped at the available width, with a line limit and other fitting
/// options.
public struct FittedText: LabelText {
  /// The characters of the text, which the view shows.
  public var string: String
  /// The shaped text.
  public var text: PreparedText
  /// Line limit, truncation, shrinking and tightening.
  public var fitting: LineFitting
  /// The grid to which the available width is rounded down; `nil` for no rounding.
  public var grid: PixelGrid?

  /// Creates a label text from a text that a `TextMeasurer` has shaped.
  public init(
    _ string: String, text: PreparedText, fitting: LineFitting = LineFitting(),
    grid: PixelGrid? = nil
  ) {
    self.string = string
    self.text = text
    self.fitting = fitting
    self.grid = grid
  }

  /// Wraps the text at a width in points; the measure is empty if the width is less than a pixel.
  public func measure(within width: Double) -> TextMeasure {
    let width = grid.map { $0.roundedDown(width) } ?? width
    return width > 0 ? text.wrapped(width: width, fitting: fitting) : .empty
  }
}

/// A text whose size is given and does not depend on the width, such as one measured on a device.
public struct FixedText: LabelText, Hashable {
  /// The characters of the text, which the view shows.
  public var string: String
  /// The measure for every width.
  public var measure: TextMeasure

  /// Creates a text from its measure.
  public init(_ string: String, measure: TextMeasure) {
    self.string = string
    self.measure = measure
  }

  /// Creates a text from its size, in points; the line count and the baselines are 0.
  public init(_ string: String, size: Size) {
    self.init(
      string,
      measure: TextMeasure(
        width: size.width, height: size.height, firstBaseline: 0, lastBaselineFromBottom: 0,
        lineCount: 0, truncated: false))
  }

  /// Returns the given measure, whatever the width.
  public func measure(within width: Double) -> TextMeasure { measure }
}

extension TextMeasure {
  /// Width and height, in points; 0 in place of a negative number or NaN.
  var size: Size { Size(width: width.length, height: height.length) }
}
