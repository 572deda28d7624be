import LayoutPrimitives

extension PictureShape {
  /// The shape moved by `x` to the right and by `y` down, in points.
  func moved(x: Double, y: Double) -> PictureShape {
    var moved = self
    moved.clip = clip.map { Self.moved($0, x, y) }
    switch form {
    case .rectangle(let rect, let radius):
      moved.form = .rectangle(Self.moved(rect, x, y), radius: radius)
    case .line(let start, let end):
      moved.form = .line(Self.moved(start, x, y), Self.moved(end, x, y))
    case .polygon(let points): moved.form = .polygon(points.map { Self.moved($0, x, y) })
    case .glyph(var glyph):
      glyph.origin = Self.moved(glyph.origin, x, y)
      moved.form = .glyph(glyph)
    case .caption(let caption):
      moved.form = .caption(caption.moved(to: Self.moved(caption.origin, x, y)))
    }
    return moved
  }

  private static func moved(_ point: Point, _ x: Double, _ y: Double) -> Point {
    Point(x: point.x + x, y: point.y + y)
  }

  private static func moved(_ rect: Rect, _ x: Double, _ y: Double) -> Rect {
    Rect(x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height)
  }
}
