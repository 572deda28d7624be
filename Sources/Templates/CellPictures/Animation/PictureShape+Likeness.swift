import LayoutPrimitives

/// What two shapes have in common.
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

  /// Whether two shapes differ in their coordinates only.
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

  /// Whether SVG can change the shape into a similar one by changing its attributes.
  var canMorph: Bool {
    guard clip == nil else { return false }
    return switch form {
    case .rectangle, .line: true
    case .polygon, .glyph, .caption: false
    }
  }

  /// The distance by which each shape is moved in a second list of the same shapes, in points;
  /// `nil` when they differ otherwise.
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
