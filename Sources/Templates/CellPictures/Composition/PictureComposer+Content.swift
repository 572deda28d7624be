import CellTemplates
import LayoutPrimitives
import TextMeasurement

/// Draws the content of views.
extension PictureComposer {
  /// Draws a view's text, image placeholder or area.
  mutating func drawContent(of view: Int) throws(PictureError) {
    let declared = cell.template.views[view]
    let frame = cell.frame(of: view)
    guard view > 0, frame.width > 0, frame.height > 0 else { return }
    switch cell.contents[view] {
    case .text(let text):
      if declared.kind == .button { drawButton(frame, declared.id) }
      if let picture = text.picture {
        // An image beside a title keeps its size and is clipped to the button.
        try drawPlaceholder(picture.clipped(to: frame), declared.id)
      }
      for area in text.areas { drawArea(of: area) }
      try draw(text, as: declared.id)
    case .image(let isPresent): if isPresent { try drawPlaceholder(frame, declared.id) }
    case .none:
      switch declared.kind {
      case .view: if !areas.contains(view) { drawArea(of: view) }
      case .switch: drawSwitch(frame, declared.id)
      case .button: drawButton(frame, declared.id)
      case .cell, .label, .image, .stack, .grid, .guide, .spacer: break
      }
    }
  }

  /// Draws the markup of the record: areas of code, quotes and cells of tables, pictures and texts.
  mutating func drawMarkup() throws(PictureError) {
    for block in cell.blocks where block.frame.width > 0 && block.frame.height > 0 {
      if block.isPicture {
        try drawPlaceholder(block.frame, block.name)
      } else if ["pre", "blockquote", "th", "td", "hr"].contains(block.name) {
        add(
          PictureShape(
            .rectangle(block.frame, radius: 0), .view, fill: Palette.panel,
            stroke: .init(Palette.edge, width: 0.5), view: block.name))
      }
    }
    for text in cell.blockTexts { try draw(text, as: "markup") }
  }

  /// Draws the area of a view without content.
  private mutating func drawArea(of view: Int) {
    let frame = cell.frame(of: view)
    guard !isInvisible[view], frame.width > 0, frame.height > 0 else { return }
    add(
      PictureShape(
        .rectangle(frame, radius: 0), .view, fill: Palette.panel,
        view: cell.template.views[view].id))
  }

  /// Draws a crossed placeholder for an image, with its size if it fits.
  private mutating func drawPlaceholder(_ frame: Rect, _ id: String) throws(PictureError) {
    let edge = PictureShape.Stroke(Palette.edge, width: 0.5)
    add(
      PictureShape(
        .rectangle(frame, radius: 0), .image, fill: Palette.placeholder, stroke: edge, view: id))
    let corners = [
      (Point(x: frame.x, y: frame.y), Point(x: frame.maxX, y: frame.maxY)),
      (Point(x: frame.x, y: frame.maxY), Point(x: frame.maxX, y: frame.y)),
    ]
    for (start, end) in corners {
      add(PictureShape(.line(start, end), .diagonal, stroke: edge, view: id))
    }
    let words = "\(Self.number(frame.width)) × \(Self.number(frame.height))"
    guard try caption(words).width + 6 <= frame.width,
      frame.height >= CaptionSetter.size + 4
    else { return }
    try tag(words, edge: nil, view: id) { size in
      [
        Point(
          x: frame.x + (frame.width - size.width) / 2,
          y: frame.y + (frame.height - size.height) / 2)
      ]
    }
  }

  private mutating func drawButton(_ frame: Rect, _ id: String) {
    add(
      PictureShape(
        .rectangle(frame, radius: min(6, frame.height / 3)), .view, fill: Palette.panel, view: id))
  }

  private mutating func drawSwitch(_ frame: Rect, _ id: String) {
    let radius = min(frame.width, frame.height) / 2
    add(
      PictureShape(.rectangle(frame, radius: radius), .view, fill: Palette.placeholder, view: id))
    let knob = Rect(
      x: frame.maxX - 2 * radius + 2, y: frame.y + 2, width: max(0, 2 * radius - 4),
      height: max(0, 2 * radius - 4))
    add(
      PictureShape(
        .rectangle(knob, radius: knob.width / 2), .knob, fill: Palette.paper, view: id))
  }

  /// Draws the lines of a label as bars, glyphs or both.
  private mutating func draw(_ drawn: DrawnText, as id: String) throws(PictureError) {
    let (text, room) = (drawn.drawing, drawn.room)
    let origin = Point(x: room.x, y: drawn.top)
    // Lines that fit into a frame are not clipped, because their glyphs may extend beyond it.
    let isCut = text.measure.height > room.height + 0.5 / cell.environment.grid.stepsPerPoint
    let numbers =
      options.layers.contains(.outlines) ? text.outlines.map { number(of: $0) } : []
    for line in text.lines {
      if line.line.width > 0 {
        // The rectangle reaches from about the height of capitals to the descenders.
        let height = line.line.bottom - line.line.top
        avoid(
          Rect(
            x: origin.x + line.x, y: origin.y + line.line.baseline - height * 0.62,
            width: line.line.width, height: height * 0.8))
      }
      let clip = isCut || line.isClipped ? room : nil
      if options.layers.contains(.text), line.line.width > 0 {
        let height = line.line.bottom - line.line.top
        let bar = Rect(
          x: origin.x + line.x, y: origin.y + line.line.baseline - height * 0.5,
          width: line.line.width, height: height * 0.5)
        add(
          PictureShape(
            .rectangle(bar, radius: min(2, bar.height / 3)), .bar, fill: Palette.bar, view: id,
            clip: clip))
      }
      if options.layers.contains(.outlines) {
        for glyph in line.glyphs { draw(glyph, numbers, from: origin, id, clip) }
      }
      try checkCount()
    }
  }

  private mutating func draw(
    _ glyph: DrawnGlyph, _ numbers: [Int], from origin: Point, _ id: String, _ clip: Rect?
  ) {
    let place = Point(x: origin.x + glyph.x, y: origin.y + glyph.y)
    switch glyph.shape {
    case .outline(let outline, let scale):
      let placed = PlacedGlyph(outline: numbers[outline], origin: place, scale: scale)
      add(
        PictureShape(.glyph(placed), .glyph, fill: Palette.ink, view: id, clip: clip))
    case .picture(let width, let top, let bottom):
      let box = Rect(x: place.x, y: place.y - top, width: width, height: max(0, top - bottom))
      add(
        PictureShape(
          .rectangle(box, radius: width / 5), .picture, fill: Palette.placeholder,
          stroke: .init(Palette.edge, width: 0.5), view: id, clip: clip))
    }
  }

  /// Writes a number with at most two fractional digits.
  static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded.plainDecimal
  }
}

extension Rect {
  /// The intersection with another rectangle.
  ///
  /// If the rectangles are disjoint, it is empty and lies at the edge of the other rectangle.
  fileprivate func clipped(to other: Rect) -> Rect {
    let (left, top) = (min(max(x, other.x), other.maxX), min(max(y, other.y), other.maxY))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}
