import BoxLayouts
public import CellTemplates
import LayoutPrimitives
public import TextMeasurement

extension CellAnimation {
  /// Creates a picture of a cell that moves between two layouts of the same template.
  ///
  /// Views are matched by id. A view that only one layout shows fades in or out. A text whose lines
  /// change fades out while its new lines fade in.
  ///
  /// - Parameters:
  ///   - first: The cell at the beginning, with the glyphs of its labels.
  ///   - second: The cell at the end.
  ///   - title: The title of the picture.
  ///   - duration: Seconds from the beginning to the end, which are limited to `durations`.
  ///   - options: Scale, heading, limits and layers of the picture. Baselines and margins are not
  ///     drawn.
  ///   - measurer: Shapes captions in the font `system`.
  /// - Throws: `PictureError` if the picture exceeds a limit, or if a caption cannot be shaped.
  public init(
    from first: DrawnCell, to second: DrawnCell, title: String, duration: Double,
    options: PictureOptions, measurer: TextMeasurer
  ) throws(PictureError) {
    let composer = try AnimationComposer(first, second, options, measurer)
    self = try composer.animation(title: title, duration: duration)
  }
}

/// Makes one moving picture of two cells.
struct AnimationComposer {
  private let options: PictureOptions
  private let first: DrawnViews
  private let second: DrawnViews
  private let moves: [ViewMove]
  /// Whether texts keep their distance from the right edge of their view, not from the left edge.
  private let isRightAligned: Bool

  init(
    _ first: DrawnCell, _ second: DrawnCell, _ options: PictureOptions, _ measurer: TextMeasurer
  ) throws(PictureError) {
    self.options = options
    self.first = try DrawnViews(first, options, try CaptionSetter(measurer))
    self.second = try DrawnViews(second, options, self.first.captions)
    moves = LayoutAnimation(from: self.first.arranged, to: self.second.arranged).moves
    isRightAligned =
      first.environment.direction == .rightToLeft && second.environment.direction == .rightToLeft
  }

  func animation(title: String, duration: Double) throws(PictureError) -> CellAnimation {
    var parts: [MovingShapes] = []
    for move in moves {
      add(move, \.areas, to: &parts)
      add(move, \.text, to: &parts)
    }
    for move in moves { add(move, \.frame, to: &parts) }
    for move in moves {
      add(move, \.notes, to: &parts)
      add(move, \.name, to: &parts)
    }
    var bounds = first.bounds.union(second.bounds)
    var captions = second.captions
    if options.layers.contains(.frames), !options.heading.isEmpty {
      let heading = try captions.heading(options.heading, above: bounds)
      for shape in heading {
        if case .caption(let caption) = shape.form { bounds = bounds.union(caption.box) }
      }
      parts.append(MovingShapes(heading, .shift(from: Self.here, to: Self.here)))
    }
    guard parts.reduce(0, { $0 + $1.shapes.count }) <= options.limits.shapes else {
      throw .tooManyShapes(limit: options.limits.shapes)
    }
    let room = options.layers.contains(.frames) ? PictureComposer.room : 0
    let size = Size(width: bounds.width + 2 * room, height: bounds.height + 2 * room)
    let limit = Double(options.limits.points)
    // The condition also rejects NaN.
    guard size.width <= limit, size.height <= limit else {
      throw .tooLarge(width: size.width, height: size.height, limit: limit)
    }
    return CellAnimation(
      title: title, size: size, scale: options.scale,
      duration: min(
        max(duration, CellAnimation.durations.lowerBound), CellAnimation.durations.upperBound),
      parts: parts.map { $0.moved(x: room - bounds.x, y: room - bounds.y) },
      outlines: captions.outlines)
  }

  private static let here = Point(x: 0, y: 0)

  /// Adds one kind of shapes of a view that is in the first cell, the second cell, or both.
  private func add(
    _ move: ViewMove, _ sort: KeyPath<DrawnViews.View, [PictureShape]>,
    to parts: inout [MovingShapes]
  ) {
    let old = move.before.map { first.views[$0][keyPath: sort] } ?? []
    let new = move.after.map { second.views[$0][keyPath: sort] } ?? []
    if let shift = PictureShape.shift(old, new) {
      parts.append(MovingShapes(old, .shift(from: Self.here, to: shift)))
    } else if old.count == new.count, zip(old, new).allSatisfy({ $0.canMorph && $0.isAlike($1) }) {
      if !old.isEmpty { parts.append(MovingShapes(old, .morph(into: new))) }
    } else {
      let isCentered = sort == \.notes
      let way = isCentered ? Self.way(of: move) : edgeWay(of: move)
      fade(old, new, way, to: &parts)
    }
  }

  /// The movement of the center of a view, in points.
  private static func way(of move: ViewMove) -> Point {
    Point(
      x: (move.end.x + move.end.maxX - move.start.x - move.start.maxX) / 2,
      y: (move.end.y + move.end.maxY - move.start.y - move.start.maxY) / 2)
  }

  /// The movement of the corner of a view at which texts begin, in points.
  private func edgeWay(of move: ViewMove) -> Point {
    let edge = isRightAligned ? \Rect.maxX : \Rect.x
    return Point(
      x: move.end[keyPath: edge] - move.start[keyPath: edge], y: move.end.y - move.start.y)
  }

  /// Adds the shapes of the first cell, which fade out, and of the second cell, which fade in.
  private func fade(
    _ old: [PictureShape], _ new: [PictureShape], _ way: Point, to parts: inout [MovingShapes]
  ) {
    if !old.isEmpty {
      parts.append(MovingShapes(old, .shift(from: Self.here, to: way), endOpacity: 0))
    }
    if !new.isEmpty {
      let back = Point(x: 0 - way.x, y: 0 - way.y)
      parts.append(MovingShapes(new, .shift(from: back, to: Self.here), startOpacity: 0))
    }
  }
}

extension Rect {
  /// The smallest rectangle that contains both rectangles.
  fileprivate func union(_ other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// The visible views of a cell, with the shapes of each view.
struct DrawnViews {
  /// The shapes of one view.
  struct View {
    /// Areas, placeholders of pictures, and other shapes that have the view's frame.
    var areas: [PictureShape] = []
    /// Glyphs and bars of the view's text.
    var text: [PictureShape] = []
    /// Tags of the view's content.
    var notes: [PictureShape] = []
    var frame: [PictureShape] = []
    /// The tag of the view's frame.
    var name: [PictureShape] = []
  }

  /// The visible views, ordered so that each view follows the view that contains it.
  private(set) var arranged: [ArrangedView] = []
  /// The shapes of each view, with the same indices as `arranged`.
  private(set) var views: [View] = []
  /// The bounds of all shapes, in points.
  let bounds: Rect
  /// The captions and glyph outlines so far.
  let captions: CaptionSetter

  /// Draws the views of a cell, except hidden views and guides.
  init(
    _ cell: DrawnCell, _ options: PictureOptions, _ captions: CaptionSetter
  ) throws(PictureError) {
    var composer = PictureComposer(cell, options, captions)
    let template = cell.template
    let shown = template.views.indices.filter {
      template.views[$0].kind.hasFrame && !composer.isInvisible[$0]
    }
    for index in shown { composer.grow(by: cell.frame(of: index)) }
    var places = [Int?](repeating: nil, count: template.views.count)
    for index in shown {
      let view = template.views[index]
      // If a view is shown, the view that contains it is shown too.
      let parent = view.parent.flatMap { places[$0] }
      places[index] = arranged.count
      arranged.append(
        ArrangedView(
          view: ViewDescription(reuseID: view.reuseID ?? view.id), parent: parent,
          frame: cell.frame(of: index)))
      if index > 0 { try composer.drawContent(of: index) } else { composer.drawPaper() }
      let drawn = composer.take()
      let isText: (PictureShape) -> Bool = { [.glyph, .bar, .picture].contains($0.role) }
      views.append(
        View(
          areas: drawn.shapes.filter { !isText($0) }, text: drawn.shapes.filter(isText),
          notes: drawn.tags))
    }
    if options.layers.contains(.frames) {
      for (place, index) in shown.enumerated() {
        if index > 0 { try composer.drawFrame(of: index) } else { composer.drawCellEdge() }
        (views[place].frame, views[place].name) = composer.take()
      }
    }
    bounds = composer.bounds
    self.captions = composer.captions
  }
}

/// Compares two shapes.
extension PictureShape {
  /// The points of the shape and of its clip, which move with it.
  private var points: [Point] {
    let form: [Point] =
      switch self.form {
      case .rectangle(let rect, _): [Point(x: rect.x, y: rect.y)]
      case .line(let start, let end): [start, end]
      case .polygon(let points): points
      case .glyph(let glyph): [glyph.origin]
      case .caption(let caption): [caption.origin]
      }
    return form + (clip.map { [Point(x: $0.x, y: $0.y)] } ?? [])
  }

  /// The lengths of the shape and of its clip.
  private var lengths: [Double] {
    let form: [Double] =
      switch self.form {
      case .rectangle(let rect, let radius): [rect.width, rect.height, radius]
      case .caption(let caption): [caption.width, caption.size]
      case .line, .polygon, .glyph: []
      }
    return form + (clip.map { [$0.width, $0.height] } ?? [])
  }

  /// Whether two shapes differ only in their coordinates.
  func isAlike(_ other: PictureShape) -> Bool {
    guard role == other.role, fill == other.fill, stroke == other.stroke,
      points.count == other.points.count, lengths.count == other.lengths.count
    else { return false }
    return switch (form, other.form) {
    case (.rectangle, .rectangle), (.line, .line), (.polygon, .polygon): true
    case (.glyph(let one), .glyph(let two)):
      one.outline == two.outline && one.scale == two.scale
    case (.caption(let one), .caption(let two)): one.text == two.text
    default: false
    }
  }

  /// Whether SVG can turn the shape into a similar one by a change of attributes.
  var canMorph: Bool {
    guard clip == nil else { return false }
    return switch form {
    case .rectangle, .line: true
    case .polygon, .glyph, .caption: false
    }
  }

  /// The distance between two lists of shapes that differ only by a shift, in points.
  ///
  /// It is `nil` when the lists are empty, or differ in another way.
  static func shift(_ first: [PictureShape], _ second: [PictureShape]) -> Point? {
    guard first.count == second.count, let start = first.first?.points.first,
      let end = second.first?.points.first
    else { return nil }
    let shift = Point(x: end.x - start.x, y: end.y - start.y)
    func isNear(_ one: Double, _ two: Double) -> Bool { abs(one - two) <= 1e-6 }
    let isShifted = zip(first, second).allSatisfy { one, two in
      one.isAlike(two) && zip(one.lengths, two.lengths).allSatisfy(isNear)
        && zip(one.points, two.points).allSatisfy {
          isNear($1.x - $0.x, shift.x) && isNear($1.y - $0.y, shift.y)
        }
    }
    return isShifted ? shift : nil
  }
}
