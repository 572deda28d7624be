public import LayoutPrimitives
public import TextMeasurement

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

  /// Creates a text from what a `TextMeasurer` has shaped.
  public init(
    _ string: String, text: PreparedText, fitting: LineFitting = LineFitting(),
    grid: PixelGrid? = nil
  ) {
    self.string = string
    self.text = text
    self.fitting = fitting
    self.grid = grid
  }

  /// Wraps the text; the measure is empty where the width is less than a pixel of the grid.
  public func measure(within width: Double) -> TextMeasure {
    let width = grid.map { $0.roundedDown(width) } ?? width
    return width > 0 ? text.wrapped(width: width, fitting: fitting) : .empty
  }
}
