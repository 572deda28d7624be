import LayoutPrimitives

extension CellAnimation {
  /// The picture as an SVG document with SMIL animations and no external references.
  ///
  /// Equal pictures give equal text. If nothing moves, the document shows the first layout.
  public var svg: String {
    var renderer = AnimatedSVGRenderer(animation: self)
    return renderer.document()
  }
}

/// Writes a moving picture as SVG.
struct AnimatedSVGRenderer {
  private let animation: CellAnimation
  private var renderer: SVGRenderer

  init(animation: CellAnimation) {
    self.animation = animation
    renderer = SVGRenderer(
      picture: CellPicture(
        title: animation.title, size: animation.size, scale: animation.scale,
        shapes: animation.parts.flatMap(\.shapes), outlines: animation.outlines))
  }

  mutating func document() -> String {
    renderer.beginDocument()
    let paper = Rect(x: 0, y: 0, width: animation.size.width, height: animation.size.height)
    renderer.write(PictureShape(.rectangle(paper, radius: 0), .paper, fill: Palette.paper))
    for part in animation.parts { write(part) }
    renderer.svg.end()
    return renderer.svg.text
  }

  private mutating func write(_ part: MovingShapes) {
    var attributes: [(String, String)] = []
    if let view = part.shapes.first?.view { attributes.append(("data-view", view)) }
    if part.startOpacity < 1 {
      attributes.append(("opacity", SVGWriter.number(part.startOpacity)))
    }
    if case .shift(let start, _) = part.motion, start.x != 0 || start.y != 0 {
      attributes.append(("transform", "translate(\(Self.text(start)))"))
    }
    renderer.svg.begin("g", attributes)
    if part.startOpacity != part.endOpacity {
      animate(
        "opacity", SVGWriter.number(part.startOpacity), SVGWriter.number(part.endOpacity))
    }
    switch part.motion {
    case .shift(let start, let end):
      if start != end {
        animate("transform", Self.text(start), Self.text(end), isTranslation: true)
      }
      renderer.write(part.shapes[...])
    case .morph(let ends):
      for (shape, end) in zip(part.shapes, ends) { write(shape, becoming: end) }
    }
    renderer.svg.end()
  }

  /// Writes a shape whose attributes change.
  private mutating func write(_ shape: PictureShape, becoming end: PictureShape) {
    let (name, attributes) = SVGRenderer.element(of: shape)
    let changed = zip(attributes, SVGRenderer.element(of: end).attributes).filter {
      $0.0 == $1.0 && $0.1 != $1.1
    }
    guard !changed.isEmpty else { return renderer.write(shape) }
    renderer.svg.begin(name, attributes + SVGRenderer.paint(shape))
    for (start, end) in changed { animate(start.0, start.1, end.1) }
    renderer.svg.end()
  }

  /// Writes the change of an attribute of the open element, from start to end and back.
  private mutating func animate(
    _ attribute: String, _ start: String, _ end: String, isTranslation: Bool = false
  ) {
    var attributes = [("attributeName", attribute)]
    if isTranslation { attributes.append(("type", "translate")) }
    attributes += [
      ("values", "\(start);\(end);\(start)"),
      ("dur", "\(SVGWriter.number(animation.duration * 2))s"), ("repeatCount", "indefinite"),
    ]
    renderer.svg.element(isTranslation ? "animateTransform" : "animate", attributes)
  }

  private static func text(_ point: Point) -> String {
    "\(SVGWriter.number(point.x)) \(SVGWriter.number(point.y))"
  }
}
