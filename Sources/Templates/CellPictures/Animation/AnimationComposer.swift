import BoxLayouts
public import CellTemplates
import LayoutPrimitives
public import TextMeasurement

extension CellAnimation {
  /// Draws a cell on its way between two layouts of the same template.
  ///
  /// Views are matched by id. What only one of them shows fades, as a text does that has other lines.
  ///
  /// - Parameters:
  ///   - first: The cell at the beginning, with the glyphs of its labels.
  ///   - second: The cell at the end.
  ///   - title: The title of the picture.
  ///   - duration: Seconds from the beginning to the end, within `durations`.
  ///   - options: Scale, heading and limits of the picture, and its layers, of which baselines and
  ///     margins are left out.
  ///   - measurer: Shapes captions in the font `system`.
  /// - Throws: `PictureError`.
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
  /// Whether texts keep their distance from the right edge of their view.
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
      let caption = try captions.set(options.heading, size: 7)
      let baseline = Point(x: bounds.x, y: bounds.y - 6)
      bounds = bounds.union(
        Rect(x: bounds.x, y: baseline.y - 7, width: caption.width, height: 7))
      parts.append(
        MovingShapes(
          [
            PictureShape(
              .caption(caption.moved(to: baseline)), .caption, fill: Palette.faintInk)
          ], .shift(from: Self.here, to: Self.here)))
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

  /// Adds the shapes of one sort that a view has in either cell.
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

  /// The way of the middle of a view.
  private static func way(of move: ViewMove) -> Point {
    Point(
      x: (move.end.x + move.end.maxX - move.start.x - move.start.maxX) / 2,
      y: (move.end.y + move.end.maxY - move.start.y - move.start.maxY) / 2)
  }

  /// The way of the corner of a view at which texts begin.
  private func edgeWay(of move: ViewMove) -> Point {
    let edge = isRightAligned ? \Rect.maxX : \Rect.x
    return Point(
      x: move.end[keyPath: edge] - move.start[keyPath: edge], y: move.end.y - move.start.y)
  }

  /// Adds shapes of which those of the first cell make way for those of the second.
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
  /// The smallest rectangle that holds both.
  fileprivate func union(_ other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
