public import LayoutPrimitives

extension TextMeasurer {
  /// Wraps a text at a width and places the glyphs of its lines.
  ///
  /// For pictures only: shapes each line again and reads outlines from the font files.
  ///
  /// - Parameters:
  ///   - text: The text; cut at `limits.textUnits`.
  ///   - width: Available width, in points.
  ///   - fitting: Line limit, truncation, shrinking and tightening.
  ///   - style: The style of characters outside the runs, and the paragraph's distances.
  ///   - language: BCP 47 tag of the text, when known.
  ///   - direction: Base direction; UIKit and Android let the first strong character decide.
  ///   - rules: Line breaking, line heights and display.
  /// - Throws: `TextError.missingFont` and other font errors, `TextError.invalidSize`.
  public func drawing(
    of text: AttributedText, width: Double, fitting: LineFitting, style: TextStyle,
    language: String? = nil, direction: LayoutDirection = .leftToRight, rules: MeasurementRules
  ) throws(TextError) -> TextDrawing {
    let prepared = try prepare(
      text, style: style, language: language, direction: direction, rules: rules)
    let layout = prepared.layout(width: width, fitting: fitting)
    let number = builder.languages.number(language)
    let base = try runFont(style.characters, language: number, rules: rules)
    let runs = RunTable(
      spans: try spans(text.runs, base: base, language: number, rules: rules), base: base)
    let analysis = try TextAnalysis(
      text.text, limit: limits.textUnits, runs: runs, sets: registry.sets,
      rightToLeft: direction == .rightToLeft, natural: rules.metrics != .css)
    let scale = layout.measure.scale
    var drawer = TextDrawer(
      text: prepared, analysis: analysis, runs: runs, sets: registry.sets,
      language: builder.languages.tag(number), scale: scale, bounds: ShapingBounds(limits))
    var lines: [DrawnLine] = []
    for line in layout.lines {
      let content = LineContent(
        line, of: prepared, width: width, fitting: fitting, scale: scale, analysis: analysis)
      lines.append(try drawer.draw(line, content, width: width))
    }
    return TextDrawing(
      measure: layout.measure, lines: lines, fonts: drawer.fonts, outlines: drawer.outlines,
      caveats: prepared.caveats)
  }
}
