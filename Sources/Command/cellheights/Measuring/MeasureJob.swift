import LayoutPrimitives
import TextMeasurement

/// The settings of a measurement, which a line of input can override.
struct MeasureJob: Sendable {
  let library: FontLibrary
  let limits: TextLimits
  let shaping: ShapingMethod
  let style: TextStyle
  let rules: MeasurementRules
  let fitting: LineFitting
  let direction: LayoutDirection
  let language: String?
  /// Available width in points, unless a line of input has its own; `nil` if each must have one.
  let width: Double?

  /// Measures one text.
  ///
  /// - Parameter fitting: Overrides the fitting of the job.
  func measure(
    _ text: AttributedText, width: Double, language: String?, fitting: LineFitting? = nil,
    with measurer: TextMeasurer
  ) throws(TextError) -> MeasuredText {
    let prepared = try measurer.prepare(
      text, style: style, language: language, direction: direction, rules: rules)
    return MeasuredText(
      width: width, layout: prepared.layout(width: width, fitting: fitting ?? self.fitting),
      caveats: prepared.caveats, prepared: prepared)
  }

  /// Lays out one text with its glyphs.
  func drawing(
    of text: String, width: Double, with measurer: TextMeasurer
  ) throws(TextError) -> TextDrawing {
    try measurer.drawing(
      of: AttributedText(text), width: width, fitting: fitting, style: style, language: language,
      direction: direction, rules: rules)
  }

  /// Caveats of every text: whether the font is substituted.
  var caveats: Caveats { library.isSubstitute(family: style.family) ? .substituteFont : [] }
}
