import CellPictures
import Operations
import StructuredDocuments
import TextMeasurement

/// A picture of a measured text, with the box, baseline and glyphs of each line.
struct TextPicture {
  private let drawing: TextDrawing
  private let text: String
  /// The available width of the text, in points.
  private let width: Double

  init(_ drawing: TextDrawing, _ text: String, width: Double) {
    self.drawing = drawing
    self.text = text
    self.width = width
  }

  /// The distances in the picture, in points.
  private enum Distance {
    static let margin = 16.0
    static let heading = 26.0
    static let gap = 10.0
    static let labels = 150.0
    static let label = 8.0
    static let row = 12.0
  }

  /// Pixels per point; fewer if the picture would be wider than `maximumPixels`.
  private static let zoom = 2.0
  private static let maximumPixels = 4000.0
  /// Maximum length of the title, in characters.
  private static let titleLetters = 200

  /// The colors of fonts; after the last one, all except the first are reused.
  private static let colors = [
    "#1b1b1f", "#0b5cad", "#b3261e", "#1b7a3d", "#7b2fa8", "#a65200", "#00697a",
  ]

  private var left: Double { Distance.margin }
  private var top: Double { Distance.margin + Distance.heading }

  /// The picture as an SVG document.
  var svg: String {
    let widest = drawing.lines.reduce(width) { max($0, $1.x + $1.line.width) }
    let height = drawing.lines.reduce(drawing.measure.height) { max($0, $1.line.bottom) }
    let legend = top + height + Distance.gap * 2
    let size = (
      width: left + widest + Distance.gap + Distance.labels + Distance.margin,
      height: legend + Double(drawing.fonts.count) * Distance.row + Distance.margin
    )
    let zoom = min(Self.zoom, Self.maximumPixels / size.width)
    var svg = SVGWriter()
    svg.begin(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "role": "img",
        "width": SVGWriter.number(size.width * zoom),
        "height": SVGWriter.number(size.height * zoom),
        "viewBox": "0 0 \(SVGWriter.number(size.width)) \(SVGWriter.number(size.height))",
        "font-family": "sans-serif", "font-size": SVGWriter.number(Distance.label),
      ])
    svg.element("title", [:], text: String(text.prefix(Self.titleLetters)))
    svg.element("rect", ["width": "100%", "height": "100%", "fill": "#ffffff"])
    writeOutlines(to: &svg)
    label(
      drawing.measure.summary(width: width), x: left, y: Distance.margin + Distance.label,
      color: "#1b1b1f", to: &svg)
    svg.begin(
      "g", ["transform": "translate(\(SVGWriter.number(left)) \(SVGWriter.number(top)))"])
    for (index, line) in drawing.lines.enumerated() {
      write(line, number: index + 1, labelX: widest + Distance.gap, to: &svg)
    }
    svg.element(
      "rect",
      [
        "class": "available", "width": SVGWriter.number(width),
        "height": SVGWriter.number(drawing.measure.height), "fill": "none", "stroke": "#6b6b76",
        "stroke-width": "0.5", "stroke-dasharray": "3 2",
      ])
    svg.end()
    writeLegend(y: legend, to: &svg)
    svg.end()
    return svg.text
  }

  private func color(_ font: Int) -> String {
    font < Self.colors.count
      ? Self.colors[font] : Self.colors[1 + (font - 1) % (Self.colors.count - 1)]
  }

  private func label(
    _ text: String, x: Double, y: Double, color: String, to svg: inout SVGWriter
  ) {
    svg.element(
      "text", ["x": SVGWriter.number(x), "y": SVGWriter.number(y), "fill": color], text: text)
  }

  private func writeOutlines(to svg: inout SVGWriter) {
    guard !drawing.outlines.isEmpty else { return }
    svg.begin("defs")
    for (index, outline) in drawing.outlines.enumerated() {
      svg.element("path", ["id": "g\(index)", "d": outline.pathData])
    }
    svg.end()
  }

  /// Writes the box, baseline, glyphs and label of a line.
  private func write(
    _ drawn: DrawnLine, number: Int, labelX: Double, to svg: inout SVGWriter
  ) {
    let line = drawn.line
    let x = SVGWriter.number(drawn.x)
    let right = SVGWriter.number(drawn.x + line.width)
    let box: KeyValuePairs = [
      "x": x, "y": SVGWriter.number(line.top), "width": SVGWriter.number(line.width),
      "height": SVGWriter.number(max(0, line.bottom - line.top)),
      "fill": number.isMultiple(of: 2) ? "#f1ead8" : "#e4eefa", "stroke": "#9fb4cc",
      "stroke-width": "0.3",
    ]
    svg.begin(
      "g", ["class": "line", "data-start": "\(line.start)", "data-end": "\(line.end)"])
    svg.element("rect", box)
    svg.element(
      "line",
      [
        "class": "baseline", "x1": x, "x2": right, "y1": SVGWriter.number(line.baseline),
        "y2": SVGWriter.number(line.baseline), "stroke": "#d3455b", "stroke-width": "0.4",
      ])
    if drawn.isClipped {
      svg.begin("clipPath", ["id": "c\(number)"])
      svg.element("rect", box)
      svg.end()
      svg.begin("g", ["clip-path": "url(#c\(number))"])
      for glyph in drawn.glyphs { write(glyph, to: &svg) }
      svg.end()
    } else {
      for glyph in drawn.glyphs { write(glyph, to: &svg) }
    }
    var words = "\(number) · \(line.start)–\(line.end) · \(line.width.fixed(3)) pt"
    if line.truncated { words += drawn.isClipped ? " · clipped" : " · …" }
    if line.hyphenated { words += " · hyphen" }
    label(words, x: labelX, y: line.baseline, color: "#54545f", to: &svg)
    svg.end()
  }

  private func write(_ glyph: DrawnGlyph, to svg: inout SVGWriter) {
    let color = color(glyph.font)
    switch glyph.shape {
    case .outline(let outline, let scale):
      let size = "\(scale)"
      let place = "translate(\(SVGWriter.number(glyph.x)) \(SVGWriter.number(glyph.y)))"
      svg.element(
        "use",
        [
          "href": "#g\(outline)", "transform": "\(place) scale(\(size) -\(size))",
          "fill": color,
        ])
    case .picture(let width, let top, let bottom):
      svg.element(
        "rect",
        [
          "class": "picture", "x": SVGWriter.number(glyph.x),
          "y": SVGWriter.number(glyph.y - top), "width": SVGWriter.number(width),
          "height": SVGWriter.number(max(0, top - bottom)),
          "rx": SVGWriter.number(width / 5), "fill": color, "fill-opacity": "0.25",
          "stroke": color, "stroke-width": "0.5",
        ])
    }
  }

  private func writeLegend(y: Double, to svg: inout SVGWriter) {
    for (index, font) in drawing.fonts.enumerated() {
      let y = y + Double(index) * Distance.row
      svg.element(
        "rect",
        [
          "x": SVGWriter.number(left), "y": SVGWriter.number(y), "width": "8", "height": "8",
          "rx": "2", "fill": color(index),
        ])
      label(
        "\(font.description)" + (font.isFallback ? ", fallback" : ""), x: left + 13, y: y + 7,
        color: "#1b1b1f", to: &svg)
    }
  }
}
