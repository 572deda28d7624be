import AutoLayout
public import CellTemplates
import LayoutPrimitives
public import TextMeasurement

extension CellPicture {
  /// Draws a laid-out cell as a picture.
  ///
  /// - Parameters:
  ///   - cell: The laid-out cell with the glyphs of its labels.
  ///   - title: The title of the picture.
  ///   - options: Layers, scale, heading and limits of the picture.
  ///   - measurer: Shapes captions in the font `system`.
  /// - Throws: `PictureError` if the picture exceeds a limit, or if a caption cannot be shaped.
  public init(
    _ cell: DrawnCell, title: String, options: PictureOptions, measurer: TextMeasurer
  ) throws(PictureError) {
    var composer = PictureComposer(cell, options, try CaptionSetter(measurer))
    self = try composer.picture(title: title)
  }
}

/// Converts a laid-out cell into shapes, relative to the cell's top-left corner.
struct PictureComposer {
  let cell: DrawnCell
  let options: PictureOptions
  private var captions: CaptionSetter
  private var placer = TagPlacer()
  /// Shapes from back to front.
  private var shapes: [PictureShape] = []
  /// Tags and captions, in front of all shapes.
  private var tags: [PictureShape] = []
  /// The bounds of the picture, in points.
  private(set) var bounds: Rect
  /// Whether each view, by its index, is hidden or inside a hidden view.
  private(set) var isInvisible: [Bool] = []
  /// The views whose areas are drawn with the text on them, not by themselves.
  let areas: Set<Int>

  init(_ cell: DrawnCell, _ options: PictureOptions, _ captions: CaptionSetter) {
    self.cell = cell
    self.options = options
    self.captions = captions
    bounds = cell.frame(of: 0)
    areas = Set(
      cell.contents.flatMap { if case .text(let text) = $0 { text.areas } else { [Int]() } })
    for (index, view) in cell.template.views.enumerated() {
      let around = view.parent.map { isInvisible[$0] } ?? false
      isInvisible.append(around || cell.isHidden[index])
    }
  }

  /// Margin around an annotated picture, in points.
  static let room = 8.0

  /// Whether the picture has annotations: frames, baselines, margins or constraints.
  var isAnnotated: Bool {
    !options.layers.isDisjoint(with: [.frames, .baselines, .margins])
      || explanation != nil
  }

  /// The constraints that decide the frame of the explained view; `nil` if no view is explained.
  private var explanation: FrameDetermination? {
    options.explained.flatMap { item in cell.determinations.first { $0.item == item } }
  }

  /// Draws all layers, from back to front, and returns the picture.
  mutating func picture(title: String) throws(PictureError) -> CellPicture {
    for view in shownViews { grow(by: cell.frame(of: view)) }
    try check(bounds)
    drawPaper()
    let hasFrames = options.layers.contains(.frames)
    if hasFrames { for view in shownViews where isInvisible[view] { drawEdges(of: view) } }
    for view in cell.template.views.indices where !isInvisible[view] { try drawContent(of: view) }
    try drawMarkup()
    if options.layers.contains(.margins) { drawMargins() }
    if hasFrames {
      for view in shownViews where !isInvisible[view] {
        drawEdges(of: view)
        try tagFrame(of: view)
      }
      for view in shownViews where isInvisible[view] { try tagFrame(of: view) }
    }
    if options.layers.contains(.baselines) { drawBaselines() }
    if let found = explanation { try drawConstraints(found) }
    if isAnnotated { drawCellEdge() }
    shapes += tags
    if options.layers.contains(.frames), !options.heading.isEmpty { try drawHeading() }
    return try finished(title)
  }

  /// Indices of the views to draw, except the cell.
  ///
  /// Hidden views and layout guides are included only with the layer of frames. A hidden view
  /// without an area, such as a copy of a repeated view without an element, is never included.
  private var shownViews: [Int] {
    cell.template.views.indices.dropFirst().filter { index in
      guard cell.template.views[index].kind.hasFrame else {
        return options.layers.contains(.frames)
      }
      guard isInvisible[index] else { return true }
      let frame = cell.frame(of: index)
      return options.layers.contains(.frames) && frame.width > 0 && frame.height > 0
    }
  }

  /// Adds a shape in front of the shapes drawn so far.
  mutating func add(_ shape: PictureShape) { shapes.append(shape) }

  mutating func caption(_ text: String) throws(PictureError) -> PictureCaption {
    try captions.set(text)
  }

  /// Returns the index of a glyph outline in the picture, and adds the outline if it is new.
  mutating func number(of outline: GlyphOutline) -> Int { captions.number(of: outline) }

  /// Adds the rectangle of a line of text, which tags avoid if possible.
  mutating func avoid(_ text: Rect) { placer.avoid(text) }

  /// Whether a rectangle overlaps no tag.
  func isFree(_ place: Rect) -> Bool { placer.isFree(place) }

  /// Extends the bounds by a rectangle.
  mutating func grow(by rect: Rect) {
    let (x, y) = (min(bounds.x, rect.x), min(bounds.y, rect.y))
    bounds = Rect(
      x: x, y: y, width: max(bounds.maxX, rect.maxX) - x,
      height: max(bounds.maxY, rect.maxY) - y)
  }

  /// Throws when bounds, in points, are larger than the limit or not a number.
  private func check(_ bounds: Rect) throws(PictureError) {
    let limit = Double(options.limits.points)
    // The condition also rejects NaN.
    guard bounds.width <= limit, bounds.height <= limit else {
      throw .tooLarge(width: bounds.width, height: bounds.height, limit: limit)
    }
  }

  /// Throws when there are more shapes than the limit.
  func checkCount() throws(PictureError) {
    guard shapes.count + tags.count <= options.limits.shapes else {
      throw .tooManyShapes(limit: options.limits.shapes)
    }
  }

  /// Adds a tag, which is a text on a background, at the best of several points.
  ///
  /// A tag is no wider than the views, and between their left and right edges.
  ///
  /// - Parameters:
  ///   - isOptional: Whether the tag is left out if it would cover a text or another tag.
  ///   - corners: Takes the size of the tag, and returns candidates for its top-left corner, the
  ///     best first.
  mutating func tag(
    _ text: String, edge: Color?, view: String?, isOptional: Bool = false,
    corners: (Size) -> [Point]
  ) throws(PictureError) {
    let caption = try captions.set(text, fitting: bounds.width - 3)
    let size = Size(width: caption.width + 3, height: CaptionSetter.size + 2)
    let places = corners(size).map {
      Rect(
        x: max(min($0.x, bounds.maxX - size.width), bounds.x), y: $0.y, width: size.width,
        height: size.height)
    }
    guard let place = placer.place(places, isOptional: isOptional) else { return }
    grow(by: place)
    tags.append(
      PictureShape(
        .rectangle(place, radius: 1.5), .tag, fill: Palette.paper,
        stroke: edge.map { .init($0, width: 0.35) }, view: view))
    let baseline = Point(x: place.x + 1.5, y: place.y + CaptionSetter.size)
    tags.append(
      PictureShape(
        .caption(caption.moved(to: baseline)), .caption, fill: Palette.ink, view: view))
    try checkCount()
  }

  private mutating func drawHeading() throws(PictureError) {
    for shape in try captions.heading(options.heading, above: bounds) {
      if case .caption(let caption) = shape.form {
        grow(by: caption.box)
      }
      shapes.append(shape)
    }
  }

  /// Draws the background of the cell.
  private mutating func drawPaper() {
    shapes.append(
      PictureShape(.rectangle(cell.frame(of: 0), radius: 0), .cell, fill: Palette.paper))
  }

  private mutating func drawCellEdge() {
    shapes.append(
      PictureShape(
        .rectangle(cell.frame(of: 0), radius: 0), .frame,
        stroke: .init(Palette.ink, width: 0.5), view: cell.template.views[0].id))
  }

  /// Puts all shapes on a background, and returns the picture.
  private func finished(_ title: String) throws(PictureError) -> CellPicture {
    try checkCount()
    let room = isAnnotated ? Self.room : 0
    let size = Size(width: bounds.width + 2 * room, height: bounds.height + 2 * room)
    try check(Rect(x: 0, y: 0, width: size.width, height: size.height))
    let paper = PictureShape(
      .rectangle(Rect(x: 0, y: 0, width: size.width, height: size.height), radius: 0), .paper,
      fill: Palette.paper)
    let (x, y) = (room - bounds.x, room - bounds.y)
    return CellPicture(
      title: title, size: size, scale: options.scale,
      shapes: [paper] + shapes.map { $0.moved(x: x, y: y) }, outlines: captions.outlines)
  }
}

/// Draws frames, margins and baselines.
extension PictureComposer {
  /// Draws the edges of a view's frame.
  private mutating func drawEdges(of view: Int) {
    let declared = cell.template.views[view]
    let frame = cell.frame(of: view)
    let color = Self.color(of: declared.kind)
    let isHidden = isInvisible[view]
    let stroke: PictureShape.Stroke =
      declared.kind.hasFrame
      ? .init(color, width: 0.75, dashes: isHidden ? [3, 2] : [])
      : .init(color, width: 0.75, dashes: [0.75, 1.5])
    let role: PictureShape.Role =
      declared.kind.hasFrame ? isHidden ? .hidden : .frame : .guide
    add(
      PictureShape(.rectangle(frame, radius: 0), role, stroke: stroke, view: declared.id))
  }

  /// Tags the frame of a view with its id; a hidden view has no tag where content is.
  private mutating func tagFrame(of view: Int) throws(PictureError) {
    let declared = cell.template.views[view]
    let frame = cell.frame(of: view)
    let isHidden = isInvisible[view]
    try tag(
      isHidden ? "\(declared.id) (hidden)" : declared.id, edge: Self.color(of: declared.kind),
      view: declared.id, isOptional: isHidden
    ) {
      Self.tagCorners($0, at: frame)
    }
  }

  private static func color(of kind: TemplateView.Kind) -> Color {
    switch kind {
    case .label: Palette.blue
    case .image: Palette.bluishGreen
    case .view, .cell: Palette.faintInk
    case .guide, .spacer: Palette.edge
    case .button, .stack, .grid, .switch: Palette.reddishPurple
    }
  }

  /// Candidates for the top-left corner of a frame's tag; the best is first.
  private static func tagCorners(_ size: Size, at frame: Rect) -> [Point] {
    let right = frame.maxX - size.width
    let inside = [
      Point(x: right, y: frame.y), Point(x: right, y: frame.maxY - size.height),
      Point(x: frame.x, y: frame.maxY - size.height), Point(x: frame.x, y: frame.y),
    ]
    let around = [
      Point(x: right, y: frame.y - size.height), Point(x: right, y: frame.maxY),
      Point(x: frame.x, y: frame.y - size.height), Point(x: frame.x, y: frame.maxY),
      Point(x: frame.maxX, y: frame.y), Point(x: frame.x - size.width, y: frame.y),
    ]
    // A tag must not cover the whole frame.
    let hasRoom = frame.height >= size.height * 1.5 && frame.width >= size.width * 1.2
    return (hasRoom ? inside + around : around + inside) + further(size, along: frame)
  }

  /// Maximum number of further places of a tag along one edge of a frame.
  private static let furtherPlaces = 40

  /// Candidates along the edges of a frame, inside and outside, from right to left and from top to
  /// bottom.
  private static func further(_ size: Size, along frame: Rect) -> [Point] {
    func steps(_ length: Double, _ step: Double) -> [Double] {
      let count = min(max(Int(length / step), 0), furtherPlaces)
      return (0..<count).map { Double($0 + 1) * step }
    }
    let beside = steps(frame.width, size.width / 2).flatMap { x in
      [frame.y - size.height, frame.y, frame.maxY - size.height, frame.maxY].map {
        Point(x: frame.maxX - size.width - x, y: $0)
      }
    }
    let below = steps(frame.height, size.height / 2).flatMap { y in
      [frame.maxX - size.width, frame.maxX, frame.x, frame.x - size.width].map {
        Point(x: $0, y: frame.y + y)
      }
    }
    return beside + below
  }

  /// Draws the margins of the cell and of views with subviews, dashed.
  ///
  /// Only constraints use layout margins, so a template of boxes has none.
  mutating func drawMargins() {
    guard cell.template.boxCount == nil else { return }
    let views = cell.template.views
    for view in views.indices where view == 0 || views.contains(where: { $0.parent == view }) {
      guard !isInvisible[view] else { continue }
      let inside = Self.inset(
        cell.frame(of: view), by: cell.margins[view],
        cell.environment.direction)
      guard inside.width >= 0, inside.height >= 0 else { continue }
      add(
        PictureShape(
          .rectangle(inside, radius: 0), .margin,
          stroke: .init(Palette.orange, width: 0.75, dashes: [4, 1.5, 1, 1.5]),
          view: views[view].id))
    }
  }

  /// Reduces a rectangle by margins; the direction decides which side is leading.
  static func inset(_ rect: Rect, by insets: Insets, _ direction: LayoutDirection) -> Rect {
    let left = direction == .leftToRight ? insets.leading : insets.trailing
    return Rect(
      x: rect.x + left, y: rect.y + insets.top,
      width: rect.width - insets.leading - insets.trailing,
      height: rect.height - insets.top - insets.bottom)
  }

  /// Draws the baseline of each line.
  mutating func drawBaselines() {
    for view in cell.template.views.indices where !isInvisible[view] {
      guard case .text(let text) = cell.contents[view] else { continue }
      for line in text.drawing.lines where line.line.width > 0 {
        let y = text.top + line.line.baseline
        guard y <= text.room.maxY else { continue }
        let left = text.room.x + line.x
        add(
          PictureShape(
            .line(Point(x: left, y: y), Point(x: left + line.line.width, y: y)), .baseline,
            stroke: .init(Palette.skyBlue, width: 0.6), view: cell.template.views[view].id))
      }
    }
  }
}

/// Places tags without overlaps, if possible.
struct TagPlacer {
  private var taken: [Rect] = []
  private var texts: [Rect] = []

  /// Whether a rectangle overlaps no tag.
  func isFree(_ rect: Rect) -> Bool { !taken.contains { Self.meet($0, rect) } }

  /// Adds the rectangle of a line of text, which tags avoid if possible.
  mutating func avoid(_ text: Rect) { texts.append(text) }

  /// Returns the best candidate.
  ///
  /// It is the first that overlaps neither tags nor text, otherwise the one that overlaps no tag and
  /// the least text, otherwise the first.
  ///
  /// - Parameter isOptional: Whether a candidate must overlap neither tags nor text.
  /// - Returns: The chosen rectangle; `nil` without a candidate.
  mutating func place(_ candidates: [Rect], isOptional: Bool = false) -> Rect? {
    let free = candidates.filter(isFree)
    var chosen = free.first { rect in !texts.contains { Self.meet($0, rect) } }
    if chosen == nil, !isOptional {
      chosen = free.min { covered($0) < covered($1) } ?? candidates.first
    }
    if let chosen { taken.append(chosen) }
    return chosen
  }

  /// The area of the lines of text that a rectangle covers, in square points.
  private func covered(_ rect: Rect) -> Double {
    texts.reduce(0) { sum, text in
      let width = min(rect.maxX, text.maxX) - max(rect.x, text.x)
      let height = min(rect.maxY, text.maxY) - max(rect.y, text.y)
      return sum + max(width, 0) * max(height, 0)
    }
  }

  private static func meet(_ one: Rect, _ other: Rect) -> Bool {
    one.x < other.maxX && other.x < one.maxX && one.y < other.maxY && other.y < one.maxY
  }
}
