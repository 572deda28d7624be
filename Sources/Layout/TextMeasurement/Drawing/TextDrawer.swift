import LayoutPrimitives

/// Places the glyphs of one text, line by line, where its graphemes were measured.
struct TextDrawer {
  let text: PreparedText
  let analysis: TextAnalysis
  let runs: RunTable
  let sets: [FontFallback]
  let language: LanguageTag
  /// The factor by which the font was shrunk to fit; 1 if it was not.
  let scale: Double

  private let shaper: GlyphShaper
  private let reader = OutlineReader()
  private(set) var fonts: [DrawnFont] = []
  /// The outlines of the glyphs placed so far; glyphs refer to them by index.
  var outlines: [GlyphOutline] { reader.outlines }

  init(
    text: PreparedText, analysis: TextAnalysis, runs: RunTable, sets: [FontFallback],
    language: LanguageTag, scale: Double, bounds: ShapingBounds
  ) {
    shaper = GlyphShaper(bounds: bounds)
    self.text = text
    self.analysis = analysis
    self.runs = runs
    self.sets = sets
    self.language = language
    self.scale = scale
  }

  /// An element of a line with its horizontal position, in points.
  private struct PositionedElement {
    var content: LineContent.Content
    var left: Double
    var right: Double
    var isRightToLeft: Bool
  }

  /// Places the glyphs of one line.
  ///
  /// - Parameters:
  ///   - width: The available width of the text, in points.
  ///   - alignment: Where a line that is shorter is; `nil` for the start of its direction.
  ///   - direction: The direction of the text.
  mutating func draw(
    _ line: MeasuredLine, _ content: LineContent, width: Double, alignment: TextAlign?,
    in direction: LayoutDirection
  ) throws(TextError) -> DrawnLine {
    let isRight = content.baseLevel & 1 == 1
    let free = width.isFinite ? width - line.width : 0
    let x =
      alignment?.left(
        free: free, in: direction, isRightToLeft: isRight, scale: text.metrics.rules.scale)
      ?? (isRight ? free : 0)
    var glyphs: [DrawnGlyph] = []
    for stretch in stretches(content, from: x) {
      guard let first = stretch.first else { continue }
      switch first.content {
      case .cluster: try drawText(stretch, baseline: line.baseline, into: &glyphs)
      case .ellipsis(let unit):
        try drawMark([0x2026], at: first, unit: unit, baseline: line.baseline, into: &glyphs)
      case .hyphen(let unit):
        try drawMark([0x2010, 0x2D], at: first, unit: unit, baseline: line.baseline, into: &glyphs)
      }
    }
    return DrawnLine(
      line: line, x: x, isRightToLeft: isRight, isClipped: content.isClipped, glyphs: glyphs)
  }

  /// Places the glyphs of one line between inline boxes.
  ///
  /// - Parameters:
  ///   - texts: The parts of the text on the line.
  ///   - isRightToLeft: The direction of the block.
  mutating func draw(
    _ line: MeasuredLine, _ texts: [InlinePlacement.Text], isRightToLeft: Bool
  ) throws(TextError) -> DrawnLine {
    var glyphs: [DrawnGlyph] = []
    for text in texts {
      for stretch in stretches(text) {
        try drawText(stretch, baseline: text.baseline, into: &glyphs)
      }
      guard text.hyphen > 0, let end = text.clusters.last else { continue }
      let unit = self.text.paragraph.offset(ofCluster: end)
      let x = text.isRightToLeft ? text.x : stretches(text).last?.last?.right ?? text.x
      try drawMark(
        [0x2010, 0x2D],
        at: PositionedElement(
          content: .hyphen(unit: unit), left: x, right: x + text.hyphen,
          isRightToLeft: text.isRightToLeft), unit: unit, baseline: text.baseline, into: &glyphs)
    }
    return DrawnLine(
      line: line, x: texts.map(\.x).min() ?? 0, isRightToLeft: isRightToLeft,
      isClipped: line.truncated, glyphs: glyphs)
  }

  /// Groups the clusters of a part of a text into stretches, each of which is shaped at once.
  ///
  /// - Returns: The stretches and their clusters in the order of the text.
  private func stretches(_ part: InlinePlacement.Text) -> [[PositionedElement]] {
    let paragraph = text.inline?.base ?? text.paragraph
    var edges: [(start: Double, end: Double)] = []
    var x = part.tabX
    // The widths that justify the line, up to here.
    var added = 0.0
    for (index, cluster) in part.clusters.enumerated() {
      if !part.gaps.isEmpty { added += part.gaps[index].before }
      let start = x
      x = paragraph.end(ofCluster: cluster, at: x)
      edges.append((start - part.tabX + added, x - part.tabX + added))
      if !part.gaps.isEmpty { added += part.gaps[index].after }
    }
    let width = x - part.tabX + added + part.hyphen
    var stretches: [[PositionedElement]] = []
    for (cluster, (start, end)) in zip(part.clusters, edges) {
      let (left, right) = part.isRightToLeft ? (width - end, width - start) : (start, end)
      let element = PositionedElement(
        content: .cluster(cluster), left: part.x + left, right: part.x + right,
        isRightToLeft: part.isRightToLeft)
      if let last = stretches.last?.last, continues(last.content, element.content) {
        stretches[stretches.count - 1].append(element)
      } else {
        stretches.append([element])
      }
    }
    return stretches
  }

  /// Groups the elements of a line into stretches, each of which is shaped at once.
  ///
  /// The stretches are in order from left to right; the elements of a stretch are in the order of
  /// the text.
  private func stretches(_ content: LineContent, from x: Double) -> [[PositionedElement]] {
    let order = VisualOrder(
      levels: content.elements.map(\.level), paragraphLevel: content.baseLevel)
    var x = x
    var stretches: [[PositionedElement]] = []
    for run in order.runs {
      var positioned: [PositionedElement] = []
      let elements = content.elements[run.clusters]
      // Positions are assigned from left to right; afterwards the order of the text is restored.
      for element in run.isRightToLeft ? Array(elements.reversed()) : Array(elements) {
        positioned.append(
          PositionedElement(
            content: element.content, left: x, right: x + element.advance,
            isRightToLeft: run.isRightToLeft))
        x += element.advance
      }
      if run.isRightToLeft { positioned.reverse() }
      var parts: [[PositionedElement]] = []
      for element in positioned {
        if let last = parts.last?.last, continues(last.content, element.content) {
          parts[parts.count - 1].append(element)
        } else {
          parts.append([element])
        }
      }
      stretches += run.isRightToLeft ? parts.reversed() : parts
    }
    return stretches
  }

  /// Whether two elements are shaped together, because they are neighbors in one shaping run.
  private func continues(_ last: LineContent.Content, _ next: LineContent.Content) -> Bool {
    guard case .cluster(let first) = last, case .cluster(let second) = next, second == first + 1
    else { return false }
    let paragraph = text.paragraph
    guard let item = analysis.item(at: paragraph.offset(ofCluster: first)) else { return false }
    return item == analysis.item(at: paragraph.offset(ofCluster: second))
  }

  /// Places the glyphs of neighboring clusters of one shaping run at their measured positions.
  ///
  /// A glyph for several graphemes is placed at the edge of the first of them.
  private mutating func drawText(
    _ elements: [PositionedElement], baseline: Double, into glyphs: inout [DrawnGlyph]
  ) throws(TextError) {
    guard let first = elements.first, case .cluster(let start) = first.content else { return }
    let paragraph = text.paragraph
    let begin = paragraph.offset(ofCluster: start)
    let end = paragraph.offset(ofCluster: start + elements.count)
    guard let index = analysis.item(at: begin) else { return }
    let item = analysis.items[index]
    guard !item.isTab, !item.isObject, !item.isControl else { return }
    let style = runs.font(item.run)
    let set = sets[style.fontSet]
    let font = try set.font(item.font)
    let ink = Ink(
      font: font, number: set.registryIndex(item.font), style: style,
      drawn: number(of: font, isFallback: item.font != 0), baseline: baseline)
    let shaped = shaper.shape(
      begin..<end, of: analysis.levels.units, item: item, font: font, language: language)
    let unit = ink.unit * scale
    var next = 0
    while next < shaped.count {
      let position = paragraph.cluster(atOffset: shaped[next].unit) - start
      var last = next + 1
      while last < shaped.count,
        paragraph.cluster(atOffset: shaped[last].unit) - start == position
      {
        last += 1
      }
      guard elements.indices.contains(position) else { return }
      let group = shaped[next..<last]
      var advance = group.reduce(0) { $0 + $1.advance } * unit
      // Chromium scales a bitmap glyph to its measured width, which is a whole number of pixels.
      var factor = 1.0
      if font.metrics.isBitmap, advance > 0 {
        let room = elements[position].right - elements[position].left - style.spacing * scale
        factor = max(0, room) / advance
        advance *= factor
      }
      let unit0 = analysis.levels.units[paragraph.offset(ofCluster: start + position)]
      let isHalf =
        HanPunctuation.mayTrim(unit0)
        && elements[position].right - elements[position].left < advance
      // An opening bracket that is halved loses its empty first half.
      let isOpen = isHalf && [.open, .openQuote].contains(HanPunctuation(unit0))
      var x =
        item.rightToLeft || isOpen ? elements[position].right - advance : elements[position].left
      for glyph in group {
        var glyph = glyph
        glyph.advance *= factor
        draw(glyph, ink, x: x, into: &glyphs)
        x += glyph.advance * unit
      }
      next = last
    }
  }

  /// The font, size and baseline with which glyphs of one style are placed.
  private struct Ink {
    let font: ShapingFont
    /// The font's number in its measurer.
    let number: Int
    let style: RunFont
    /// Index of the font in `fonts` of the drawing.
    let drawn: Int
    /// Distance of the line's baseline from the top of the text, in points.
    let baseline: Double

    /// Points per font unit, without the shrinking of the font.
    var unit: Double { style.size / font.metrics.unitsPerEm }
  }

  private func draw(
    _ glyph: GlyphShaper.Glyph, _ ink: Ink, x: Double, into glyphs: inout [DrawnGlyph]
  ) {
    let unit = ink.unit * scale
    let y = ink.baseline - (ink.style.baselineOffset + glyph.y * ink.unit) * scale
    let shape: DrawnGlyph.Shape
    if let outline = reader.outline(of: glyph.number, in: ink.font, number: ink.number) {
      shape = .outline(outline, scale: unit)
    } else if ink.font.metrics.isBitmap || ink.font.isEmoji, glyph.advance > 0 {
      let extent = ink.font.pictureExtent(of: glyph.number)
      shape = .picture(
        width: glyph.advance * unit, top: extent.top * unit, bottom: extent.bottom * unit)
    } else {
      return
    }
    glyphs.append(DrawnGlyph(font: ink.drawn, x: x + glyph.x * unit, y: y, shape: shape))
  }

  /// Places an ellipsis or a hyphen: the first of `scalars` for which the font has a glyph.
  private mutating func drawMark(
    _ scalars: [UInt32], at element: PositionedElement, unit: Int, baseline: Double,
    into glyphs: inout [DrawnGlyph]
  ) throws(TextError) {
    let style = runs.font(runs.number(at: unit))
    let set = sets[style.fontSet]
    let number = scalars.first == 0x2026 ? try set.number(for: 0x2026) : 0
    let font = try set.font(number)
    guard let glyph = scalars.lazy.compactMap({ font.glyph(of: $0) }).first else { return }
    let ink = Ink(
      font: font, number: set.registryIndex(number), style: style,
      drawn: self.number(of: font, isFallback: number != 0), baseline: baseline)
    draw(
      GlyphShaper.Glyph(number: glyph, unit: unit, advance: 0, x: 0, y: 0), ink, x: element.left,
      into: &glyphs)
  }

  /// Index of a font in `fonts`; a new font is added.
  private mutating func number(of font: ShapingFont, isFallback: Bool) -> Int {
    let drawn = DrawnFont(description: font.description, isFallback: isFallback)
    if let index = fonts.firstIndex(of: drawn) { return index }
    fonts.append(drawn)
    return fonts.count - 1
  }
}
