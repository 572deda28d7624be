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

extension PictureCaption {
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
