import LayoutPrimitives
import TextMeasurement

/// Shapes captions, and collects each distinct glyph outline once.
struct CaptionSetter {
  /// Font size of captions, in points.
  static let size = 6.0

  private let measurer: TextMeasurer
  private let rules: MeasurementRules
  /// The distinct glyph outlines of captions and of the cell's texts.
  private(set) var outlines: [GlyphOutline] = []
  private var numbers: [GlyphOutline: Int] = [:]

  init(_ measurer: TextMeasurer) throws(PictureError) {
    self.measurer = measurer
    do throws(TextError) {
      rules = try MeasurementRules(rules: .css, scale: 1)
    } catch {
      throw .text(error)
    }
  }

  /// Returns the index of an outline in `outlines`, and adds the outline if it is new.
  mutating func number(of outline: GlyphOutline) -> Int {
    if let known = numbers[outline] { return known }
    numbers[outline] = outlines.count
    outlines.append(outline)
    return outlines.count - 1
  }

  /// Shapes a text as a caption on one line; the left end of its baseline is at the origin.
  mutating func set(
    _ text: String, size: Double = Self.size
  ) throws(PictureError) -> PictureCaption {
    let drawing: TextDrawing
    do throws(TextError) {
      drawing = try measurer.drawing(
        of: AttributedText(text), width: 4_000, fitting: LineFitting(lines: 1),
        style: TextStyle(size: size), rules: rules)
    } catch {
      throw .text(error)
    }
    guard let line = drawing.lines.first else {
      return PictureCaption(
        text: text, origin: Point(x: 0, y: 0), width: 0, size: size, glyphs: [])
    }
    // A right-to-left line is aligned to the right.
    let numbers = drawing.outlines.map { number(of: $0) }
    let glyphs = line.glyphs.compactMap { glyph -> PlacedGlyph? in
      guard case .outline(let outline, let scale) = glyph.shape else { return nil }
      return PlacedGlyph(
        outline: numbers[outline],
        origin: Point(x: glyph.x - line.x, y: glyph.y - line.line.baseline), scale: scale)
    }
    return PictureCaption(
      text: text, origin: Point(x: 0, y: 0), width: line.line.width, size: size, glyphs: glyphs)
  }
}

extension CaptionSetter {
  /// Shapes a text as a caption of at most a width in points; the middle of a wider text is
  /// omitted.
  mutating func set(
    _ text: String, size: Double = Self.size, fitting width: Double
  ) throws(PictureError) -> PictureCaption {
    let whole = try set(text, size: size)
    guard whole.width > width, text.count > 1 else { return whole }
    let letters = Array(text)
    // The numbers of letters at both ends together that fit, and that do not.
    var (fits, tooMany) = (0, letters.count)
    var shortened = try set("…", size: size)
    while tooMany - fits > 1 {
      let count = (fits + tooMany) / 2
      let (head, tail) = (letters.prefix(count / 2), letters.suffix(count - count / 2))
      let caption = try set(String(head) + "…" + String(tail), size: size)
      if caption.width <= width { (fits, shortened) = (count, caption) } else { tooMany = count }
    }
    return shortened
  }

  /// Shapes a heading above a rectangle and no wider than it: its parts, which ` · ` separates, are
  /// on as many lines as necessary.
  mutating func heading(
    _ text: String, above bounds: Rect
  ) throws(PictureError) -> [PictureShape] {
    let size = 7.0
    var lines: [PictureCaption] = []
    var line = ""
    for part in text.split(separator: " · ").map(String.init) {
      let longer = line.isEmpty ? part : "\(line) · \(part)"
      if !line.isEmpty, try set(longer, size: size).width > bounds.width {
        lines.append(try set(line, size: size, fitting: bounds.width))
        line = part
      } else {
        line = longer
      }
    }
    lines.append(try set(line, size: size, fitting: bounds.width))
    return lines.enumerated().map { index, caption in
      let baseline = bounds.y - 6 - Double(lines.count - 1 - index) * size * 1.3
      let moved = caption.moved(to: Point(x: bounds.x, y: baseline))
      return PictureShape(.caption(moved), .caption, fill: Palette.faintInk)
    }
  }
}

extension PictureCaption {
  /// The rectangle of the caption, from the top of its letters to the baseline.
  var box: Rect { Rect(x: origin.x, y: origin.y - size, width: width, height: size) }

  /// Returns the caption moved so that its origin is at a point.
  func moved(to place: Point) -> PictureCaption {
    var moved = self
    let (x, y) = (place.x - origin.x, place.y - origin.y)
    moved.origin = place
    for index in moved.glyphs.indices {
      moved.glyphs[index].origin.x += x
      moved.glyphs[index].origin.y += y
    }
    return moved
  }
}
