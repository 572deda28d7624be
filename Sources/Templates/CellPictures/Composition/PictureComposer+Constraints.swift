import AutoLayout
import CellTemplates
import LayoutPrimitives

/// Draws dimension lines for the constraints of a view.
extension PictureComposer {
  /// Draws the constraints that decide a view's frame, numbered in document order.
  mutating func drawConstraints(_ found: FrameDetermination) throws(PictureError) {
    let id = cell.template.views[found.item].id
    add(
      PictureShape(
        .rectangle(cell.frame(of: found.item), radius: 0), .chosen,
        stroke: .init(Palette.vermillion, width: 1.5), view: id))
    let names = cell.template.views.map(\.id)
    for (index, constraint) in found.constraints.enumerated() {
      try draw(constraint, words: "\(index + 1): \(constraint.caption(names))", id)
    }
  }

  /// A dimension line: both ends along an axis, and the extents of two items across it, in points.
  private struct Dimension {
    var axis: Axis
    var from: Double
    var to: Double
    /// Extent of the first item across the axis, in points.
    var first: ClosedRange<Double>
    /// Extent of the second item across the axis, in points.
    var second: ClosedRange<Double>

    /// The point with the given coordinates along and across the axis, in points.
    func point(_ along: Double, _ across: Double) -> Point {
      axis == .horizontal ? Point(x: along, y: across) : Point(x: across, y: along)
    }

    /// Candidate coordinates of the line across the axis, in points; the best is first.
    var places: [Double] {
      let low = max(first.lowerBound, second.lowerBound)
      let high = min(first.upperBound, second.upperBound)
      guard low <= high else { return [(low + high) / 2] }
      return [0.5, 0.25, 0.75, 0.125, 0.875, 0.375, 0.625].map { low + (high - low) * $0 }
    }
  }

  private static let line = PictureShape.Stroke(Palette.vermillion, width: 0.7)
  private static let witness = PictureShape.Stroke(
    Palette.vermillion, width: 0.35, dashes: [1, 1])
  /// Half the length of the end ticks, in points.
  private static let tick = 2.5

  private mutating func draw(
    _ constraint: DecidingConstraint, words: String, _ id: String
  ) throws(PictureError) {
    let dimension = dimension(constraint)
    let isPoint = abs(dimension.to - dimension.from) < 0.01
    // If no coordinate is free, the first one is used.
    let size = Size(width: try caption(words).width + 3, height: CaptionSetter.size + 2)
    let across =
      dimension.places.first { across in
        isFree(Self.tagPlaces(dimension, across, size)[0])
      } ?? dimension.places[0]
    if isPoint {
      // The edges coincide, so the line passes through both.
      let low = min(dimension.first.lowerBound, dimension.second.lowerBound)
      let high = max(dimension.first.upperBound, dimension.second.upperBound)
      add(dimension.point(dimension.from, low), dimension.point(dimension.from, high), id)
    } else {
      add(dimension.point(dimension.from, across), dimension.point(dimension.to, across), id)
      addEnds(dimension, across, id)
    }
    try tag(words, edge: Palette.vermillion, view: id) {
      Self.tagPlaces(dimension, across, $0)
    }
  }

  private mutating func add(_ start: Point, _ end: Point, _ id: String) {
    add(PictureShape(.line(start, end), .dimension, stroke: Self.line, view: id))
  }

  /// Draws ticks and arrow heads at both ends, and dotted witness lines.
  private mutating func addEnds(_ dimension: Dimension, _ across: Double, _ id: String) {
    let length = abs(dimension.to - dimension.from)
    let ends = [
      (dimension.from, dimension.to, dimension.first),
      (dimension.to, dimension.from, dimension.second),
    ]
    for (end, other, range) in ends {
      add(
        dimension.point(end, across - Self.tick), dimension.point(end, across + Self.tick), id)
      if length >= 10 {
        let inward = other > end ? 3.0 : -3.0
        add(
          PictureShape(
            .polygon([
              dimension.point(end, across), dimension.point(end + inward, across - 1.2),
              dimension.point(end + inward, across + 1.2),
            ]), .arrow, fill: Palette.vermillion, view: id))
      }
      let near = min(max(across, range.lowerBound), range.upperBound)
      if abs(near - across) > 0.01 {
        add(
          PictureShape(
            .line(dimension.point(end, near), dimension.point(end, across)), .witness,
            stroke: Self.witness, view: id))
      }
    }
  }

  /// Candidates for the top-left corner of a tag, the best first.
  ///
  /// If the line is long enough, the first one is on the line; otherwise the first ones are beside
  /// it.
  private static func tagPlaces(
    _ dimension: Dimension, _ across: Double, _ size: Size
  ) -> [Point] {
    let middle = dimension.point((dimension.from + dimension.to) / 2, across)
    let length = abs(dimension.to - dimension.from)
    let isLong = length > (dimension.axis == .horizontal ? size.width : size.height) + 4
    let on = Point(x: middle.x - size.width / 2, y: middle.y - size.height / 2)
    let aside =
      dimension.axis == .horizontal
      ? [
        Point(x: on.x, y: middle.y - size.height - tick),
        Point(x: on.x, y: middle.y + tick),
      ]
      : [
        Point(x: middle.x + tick, y: on.y),
        Point(x: middle.x - size.width - tick, y: on.y),
      ]
    let further = (1...12).map { Point(x: on.x, y: on.y + Double($0) * (size.height + 1)) }
    return (isLong ? [on] + aside : aside + [on]) + further
  }

  private static func tagPlaces(
    _ dimension: Dimension, _ across: Double, _ size: Size
  ) -> [Rect] {
    let corners: [Point] = tagPlaces(dimension, across, size)
    return corners.map { Rect(x: $0.x, y: $0.y, width: size.width, height: size.height) }
  }

  /// The dimension line of a constraint.
  private func dimension(_ constraint: DecidingConstraint) -> Dimension {
    let axis = constraint.first.attribute.axis
    let frame = cell.frame(of: constraint.first.item)
    let first = range(frame, across: axis)
    guard let second = constraint.second, !constraint.first.attribute.isExtent,
      second.attribute.axis == axis
    else {
      let (from, to) = axis == .horizontal ? (frame.x, frame.maxX) : (frame.y, frame.maxY)
      return Dimension(axis: axis, from: from, to: to, first: first, second: first)
    }
    return Dimension(
      axis: axis, from: place(constraint.first), to: place(second), first: first,
      second: range(cell.frame(of: second.item), across: axis))
  }

  private func range(_ frame: Rect, across axis: Axis) -> ClosedRange<Double> {
    axis == .horizontal
      ? frame.y...max(frame.y, frame.maxY) : frame.x...max(frame.x, frame.maxX)
  }

  /// The coordinate of an anchor along its axis, in points.
  private func place(_ anchor: Anchor) -> Double {
    let frame = cell.frame(of: anchor.item)
    let inside = Self.inset(
      frame, by: cell.margins[anchor.item], cell.environment.direction)
    let isRightToLeft = cell.environment.direction == .rightToLeft
    switch anchor.attribute {
    case .left: return frame.x
    case .right: return frame.maxX
    case .leading: return isRightToLeft ? frame.maxX : frame.x
    case .trailing: return isRightToLeft ? frame.x : frame.maxX
    case .top: return frame.y
    case .bottom: return frame.maxY
    case .width: return frame.maxX
    case .height: return frame.maxY
    case .centerX: return frame.x + frame.width / 2
    case .centerY: return frame.y + frame.height / 2
    case .leftMargin: return inside.x
    case .rightMargin: return inside.maxX
    case .leadingMargin: return isRightToLeft ? inside.maxX : inside.x
    case .trailingMargin: return isRightToLeft ? inside.x : inside.maxX
    case .topMargin: return inside.y
    case .bottomMargin: return inside.maxY
    case .centerXWithinMargins: return inside.x + inside.width / 2
    case .centerYWithinMargins: return inside.y + inside.height / 2
    case .firstBaseline:
      return frame.y + (cell.solved.texts[anchor.item]?.firstBaseline ?? frame.height)
    case .lastBaseline:
      return frame.maxY - (cell.solved.texts[anchor.item]?.lastBaselineFromBottom ?? 0)
    }
  }
}

extension DecidingConstraint {
  /// The caption of the constraint: its requirement, and its priority if that is below 1000.
  ///
  /// - Parameter names: Names of the items.
  func caption(_ names: [String]) -> String {
    let priority = imposed.priority.isRequired ? "" : " @\(imposed.priority.value)"
    let sign =
      switch relation {
      case .equal: ""
      case .greaterOrEqual: "≥ "
      case .lessOrEqual: "≤ "
      }
    let number = PictureComposer.number(constant)
    switch imposed.source {
    case .environmentWidth, .environmentHeight: return "\(number) given"
    case .fittingPull: return "fitting pull\(priority)"
    case .fixed: return number
    case .hugging: return "hugging \(sign)\(number)\(priority)"
    case .compression: return "compression \(sign)\(number)\(priority)"
    case .constraint:
      guard let second, first.attribute.isExtent || multiplier != 1 else {
        return sign + number + priority
      }
      let factor = multiplier == 1 ? "" : "\(PictureComposer.factor(multiplier)) × "
      let rest =
        constant == 0
        ? "" : constant < 0 ? " − \(PictureComposer.number(-constant))" : " + \(number)"
      return "\(sign)\(factor)\(names[second.item]).\(second.attribute.rawValue)\(rest)\(priority)"
    }
  }
}

extension PictureComposer {
  /// Writes a number with at most four fractional digits.
  static func factor(_ value: Double) -> String {
    ((value * 10_000).rounded() / 10_000).plainDecimal
  }
}
