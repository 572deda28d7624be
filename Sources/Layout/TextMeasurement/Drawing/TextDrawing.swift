public import LayoutPrimitives

/// A text at one width with the glyphs of its lines, for drawing.
///
/// Positions are in points from the left end of the available width and from the top of the text; y
/// grows downwards. Each glyph is where its grapheme was measured, so the drawing shows the
/// measured layout.
public struct TextDrawing: Hashable, Sendable {
  /// The measured size and baselines of the text.
  public let measure: TextMeasure
  /// The lines of the text, from the first.
  public let lines: [DrawnLine]
  /// The fonts of the glyphs, in the order of their first use.
  public let fonts: [DrawnFont]
  /// The outlines of the glyphs; glyphs refer to them by index.
  public let outlines: [GlyphOutline]
  /// The reasons why the measured size may be inexact; `PreparedText.caveats`.
  public let caveats: Caveats
}

/// One line of a drawing.
public struct DrawnLine: Hashable, Sendable {
  /// The line as measured.
  public let line: MeasuredLine
  /// Distance of the line's left end from the left end of the available width, in points.
  ///
  /// If the base direction is right to left, the line ends at the right end of the available width.
  public let x: Double
  /// Whether the base direction of the line is right to left.
  public let isRightToLeft: Bool
  /// Whether the line is cut at the available width; then its glyphs may extend beyond this width.
  public let isClipped: Bool
  /// The glyphs of the line; spaces have no glyphs.
  public let glyphs: [DrawnGlyph]
}

/// One glyph with its position.
public struct DrawnGlyph: Hashable, Sendable {
  /// Index of the glyph's font in the drawing's `fonts`.
  public let font: Int
  /// Distance of the glyph's origin from the left end of the available width, in points.
  public let x: Double
  /// Distance of the glyph's origin from the top of the text, in points.
  public let y: Double
  /// The outline or picture of the glyph.
  public let shape: Shape

  /// The outline or picture of a glyph.
  public enum Shape: Hashable, Sendable {
    /// An outline, by its index in `outlines` of the drawing; `scale` is in points per font unit.
    case outline(Int, scale: Double)
    /// A picture, such as an emoji, in points from the origin; `top` and `bottom` are positive
    /// upwards.
    case picture(width: Double, top: Double, bottom: Double)
  }
}

/// A font that a drawing uses.
public struct DrawnFont: Hashable, Sendable {
  /// Description of the face.
  public let description: FontDescription
  /// Whether it is a fallback font, used for characters that the style's own font lacks.
  public let isFallback: Bool
}

extension TextMeasurer {
  /// Wraps a text at a width and places the glyphs of its lines, for drawing.
  ///
  /// It shapes every line and reads outlines from the font files, so it is slower than measuring.
  ///
  /// - Parameters:
  ///   - text: The text, which is cut off after `limits.textUnits` UTF-16 units.
  ///   - width: Available width, in points.
  ///   - fitting: Line limit, truncation, shrinking and tightening.
  ///   - style: The style of characters outside the runs, and the distances of the paragraph.
  ///   - language: BCP 47 tag of the text; nil if unknown.
  ///   - direction: Base direction; under UIKit and Android rules, the first strong character
  ///     overrides it.
  ///   - rules: Rules of line breaks and line heights, and the display scale.
  /// - Throws: `TextError.invalidSize`, `TextError.missingFont` or another error of a font.
  public func drawing(
    of text: AttributedText, width: Double, fitting: LineFitting, style: TextStyle,
    language: String? = nil, direction: LayoutDirection = .leftToRight, rules: MeasurementRules
  ) throws(TextError) -> TextDrawing {
    let prepared = try prepare(
      text, style: style, language: language, direction: direction, rules: rules)
    return try drawing(
      of: text, prepared, width: width, fitting: fitting, style: style, language: language,
      direction: direction, rules: rules)
  }

  /// Places the glyphs of a prepared text.
  ///
  /// - Parameters:
  ///   - prepared: The text as it was prepared with the other values, with or without inline boxes.
  ///   - alignment: Where lines that are shorter than the width are; `nil` for the start of the
  ///     direction of each.
  ///   - placement: Where the parts of the text between inline boxes are; `nil` if the boxes do not
  ///     move the text.
  /// - Throws: `TextError` as `prepare` does.
  package func drawing(
    of text: AttributedText, _ prepared: PreparedText, width: Double, fitting: LineFitting,
    style: TextStyle, language: String?, direction: LayoutDirection, rules: MeasurementRules,
    alignment: TextAlign? = nil, placement: InlinePlacement? = nil
  ) throws(TextError) -> TextDrawing {
    try forgetFontsIfFull()
    let layout = prepared.layout(width: width, fitting: fitting)
    let number = builder.languages.number(language)
    let base = try runFont(style.characters, language: number, rules: rules)
    let runs = RunTable(
      spans: try spans(text.runs, base: base, language: number, rules: rules), base: base)
    let analysis = try TextAnalysis(
      text.text, limit: limits.textUnits, mode: rules.lineBreak.mode, runs: runs,
      sets: registry.sets,
      rightToLeft: direction == .rightToLeft, natural: rules.metrics != .css)
    let scale = layout.measure.scale
    var drawer = TextDrawer(
      text: prepared, analysis: analysis, runs: runs, sets: registry.sets,
      language: builder.languages.tag(number), scale: scale, bounds: ShapingBounds(limits))
    var lines: [DrawnLine] = []
    let parts = placement.map { Dictionary(grouping: $0.texts, by: \.line) }
    for (number, line) in layout.lines.enumerated() {
      if let parts {
        lines.append(
          try drawer.draw(
            line, parts[number] ?? [], isRightToLeft: direction == .rightToLeft))
        continue
      }
      let content = LineContent(
        line, of: prepared, width: width, fitting: fitting, scale: scale, levels: analysis.levels)
      lines.append(
        try drawer.draw(
          line, content, width: width, alignment: alignment, in: direction))
    }
    return TextDrawing(
      measure: layout.measure, lines: lines, fonts: drawer.fonts, outlines: drawer.outlines,
      caveats: prepared.caveats.union(layout.measure.caveats))
  }
}
