import LayoutPrimitives

extension CellPicture {
  /// The picture as an SVG document without external references; equal pictures give equal text.
  public var svg: String {
    var renderer = SVGRenderer(picture: self)
    return renderer.document()
  }
}

/// Writes a picture as SVG.
struct SVGRenderer {
  private let picture: CellPicture
  private var svg = SVGWriter()
  /// The distinct clip rectangles of the shapes.
  private var clips: [Rect] = []
  private var clipNumbers: [Rect: Int] = [:]

  init(picture: CellPicture) {
    self.picture = picture
    for clip in picture.shapes.compactMap(\.clip) where clipNumbers[clip] == nil {
      clipNumbers[clip] = clips.count
      clips.append(clip)
    }
  }

  mutating func document() -> String {
    beginDocument()
    var start = 0
    while start < picture.shapes.count {
      let view = picture.shapes[start].view
      let end = picture.shapes[start...].firstIndex { $0.view != view } ?? picture.shapes.count
      if let view { svg.begin("g", ["data-view": view]) }
      write(picture.shapes[start..<end])
      if view != nil { svg.end() }
      start = end
    }
    svg.end()
    return svg.text
  }

  /// Writes the document's start tag, its title and its definitions.
  private mutating func beginDocument() {
    let size = picture.size
    svg.begin(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "role": "img",
        "width": SVGWriter.number(size.width * picture.scale),
        "height": SVGWriter.number(size.height * picture.scale),
        "viewBox": "0 0 \(SVGWriter.number(size.width)) \(SVGWriter.number(size.height))",
        "font-family": "sans-serif",
      ])
    svg.element("title", [:], text: picture.title)
    writeDefinitions()
  }

  /// Writes the `defs` element: the outlines of all glyphs used, and the clip rectangles.
  private mutating func writeDefinitions() {
    var isUsed = [Bool](repeating: false, count: picture.outlines.count)
    for shape in picture.shapes {
      if case .glyph(let glyph) = shape.form { isUsed[glyph.outline] = true }
    }
    guard isUsed.contains(true) || !clips.isEmpty else { return }
    svg.begin("defs")
    for (number, outline) in picture.outlines.enumerated() where isUsed[number] {
      svg.element("path", ["id": "g\(number)", "d": outline.pathData])
    }
    for (number, clip) in clips.enumerated() {
      svg.begin("clipPath", ["id": "c\(number)"])
      svg.element("rect", Self.attributes(of: clip))
      svg.end()
    }
    svg.end()
  }

  /// Writes the shapes of one view, grouped by clip rectangle.
  private mutating func write(_ shapes: ArraySlice<PictureShape>) {
    var start = shapes.startIndex
    while start < shapes.endIndex {
      let clip = shapes[start].clip
      let end = shapes[start...].firstIndex { $0.clip != clip } ?? shapes.endIndex
      let number = clip.flatMap { clipNumbers[$0] }
      if let number { svg.begin("g", ["clip-path": "url(#c\(number))"]) }
      var next = start
      while next < end {
        if case .glyph(let first) = shapes[next].form {
          next = writeGlyphs(from: next, first, shapes[next..<end])
        } else {
          write(shapes[next])
          next += 1
        }
      }
      if number != nil { svg.end() }
      start = end
    }
  }

  /// Writes consecutive glyphs with the same baseline and size as one group, in font units.
  ///
  /// - Returns: Index of the first shape that was not written.
  private mutating func writeGlyphs(
    from start: Int, _ first: PlacedGlyph, _ shapes: ArraySlice<PictureShape>
  ) -> Int {
    let scale = "\(first.scale)"
    let place = "translate(\(SVGWriter.number(first.origin.x)) \(SVGWriter.number(first.origin.y)))"
    svg.begin(
      "g",
      [
        "class": PictureShape.Role.glyph.rawValue, "fill": shapes[start].fill?.css ?? "none",
        "transform": "\(place) scale(\(scale) -\(scale))",
      ])
    var next = start
    while next < shapes.endIndex, case .glyph(let glyph) = shapes[next].form,
      glyph.origin.y == first.origin.y, glyph.scale == first.scale,
      shapes[next].fill == shapes[start].fill
    {
      let x = (glyph.origin.x - first.origin.x) / first.scale
      svg.element(
        "use", ["href": "#g\(glyph.outline)", "x": SVGWriter.number((x * 10).rounded() / 10)])
      next += 1
    }
    svg.end()
    return next
  }

  /// Writes a shape other than a glyph, without its clip.
  private mutating func write(_ shape: PictureShape) {
    let (name, attributes) = Self.element(of: shape)
    guard !name.isEmpty else { return }
    var text: String?
    if case .caption(let caption) = shape.form { text = caption.text }
    svg.element(name, attributes + Self.paint(shape), text: text)
  }

  /// The name of a shape's SVG element and the attributes of its form.
  ///
  /// For a glyph, the name and the attributes are empty.
  private static func element(
    of shape: PictureShape
  ) -> (name: String, attributes: [(String, String)]) {
    var attributes = [("class", shape.role.rawValue)]
    switch shape.form {
    case .rectangle(let rect, let radius):
      attributes += Self.attributes(of: rect)
      if radius > 0 { attributes.append(("rx", SVGWriter.number(radius))) }
      return ("rect", attributes)
    case .line(let start, let end):
      attributes += [
        ("x1", SVGWriter.number(start.x)), ("y1", SVGWriter.number(start.y)),
        ("x2", SVGWriter.number(end.x)), ("y2", SVGWriter.number(end.y)),
      ]
      return ("line", attributes)
    case .polygon(let points):
      let corners = points.map { "\(SVGWriter.number($0.x)),\(SVGWriter.number($0.y))" }
      attributes.append(("points", corners.joined(separator: " ")))
      return ("polygon", attributes)
    case .caption(let caption):
      attributes += [
        ("x", SVGWriter.number(caption.origin.x)), ("y", SVGWriter.number(caption.origin.y)),
        ("font-size", SVGWriter.number(caption.size)),
      ]
      if caption.width > 0 {
        attributes += [
          ("textLength", SVGWriter.number(caption.width)), ("lengthAdjust", "spacingAndGlyphs"),
        ]
      }
      return ("text", attributes)
    case .glyph: return ("", [])
    }
  }

  private static func attributes(of rect: Rect) -> [(String, String)] {
    [
      ("x", SVGWriter.number(rect.x)), ("y", SVGWriter.number(rect.y)),
      ("width", SVGWriter.number(max(0, rect.width))),
      ("height", SVGWriter.number(max(0, rect.height))),
    ]
  }

  /// SVG attributes of the fill and stroke of a shape.
  private static func paint(_ shape: PictureShape) -> [(String, String)] {
    var attributes: [(String, String)] = []
    attributes.append(("fill", shape.fill?.css ?? "none"))
    if let stroke = shape.stroke {
      attributes += [
        ("stroke", stroke.color.css), ("stroke-width", SVGWriter.number(stroke.width)),
      ]
      if !stroke.dashes.isEmpty {
        attributes.append(
          ("stroke-dasharray", stroke.dashes.map(SVGWriter.number).joined(separator: " ")))
      }
    }
    return attributes
  }
}
