import LayoutPrimitives
import TextMeasurement

/// How texts are measured, unless their lines say otherwise.
struct MeasureJob: Sendable {
  let library: FontLibrary
  let limits: TextLimits
  let style: TextStyle
  let rules: MeasurementRules
  let fitting: LineFitting
  let direction: LayoutDirection
  let language: String?
  /// Available width in points; none when each line has to say it.
  let width: Double?

  /// Measures one text.
  ///
  /// - Parameter fitting: How it is made to fit its lines, where not as the job says.
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

  /// The same text with the glyphs of its lines.
  func drawing(
    of text: String, width: Double, with measurer: TextMeasurer
  ) throws(TextError) -> TextDrawing {
    try measurer.drawing(
      of: AttributedText(text), width: width, fitting: fitting, style: style, language: language,
      direction: direction, rules: rules)
  }

  /// Reasons to distrust any text of the job: the declared font has a stand-in.
  var caveats: Caveats { library.isSubstitute(family: style.family) ? .substituteFont : [] }
}
