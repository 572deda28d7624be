public import LayoutPrimitives
public import TextMeasurement

// reason: a plain value; callers may change what is drawn
/// A picture of a laid-out cell.
public struct CellPicture: Hashable, Sendable {
  /// Title of the picture.
  public var title: String
  /// Size of the picture, in points.
  public var size: Size
  /// Pixels of the image per point.
  public var scale: Double
  /// The shapes, from back to front.
  public var shapes: [PictureShape]
  /// The distinct glyph outlines; `PlacedGlyph.outline` is an index into them.
  public var outlines: [GlyphOutline]

  /// Size of the image in pixels, rounded up, at least 1 × 1.
  public var pixels: (width: Int, height: Int) {
    (Self.pixels(size.width, scale), Self.pixels(size.height, scale))
  }

  /// The picture with the glyphs of captions in place of their texts, for a program that may have
  /// other fonts.
  public var outlinedCaptions: CellPicture {
    var picture = self
    picture.shapes = shapes.flatMap { shape -> [PictureShape] in
      guard case .caption(let caption) = shape.form else { return [shape] }
      return caption.glyphs.map {
        PictureShape(.glyph($0), shape.role, fill: shape.fill, view: shape.view, clip: shape.clip)
      }
    }
    return picture
  }

  private static func pixels(_ points: Double, _ scale: Double) -> Int {
    let pixels = (points * scale).rounded(.up)
    return pixels.isFinite ? Int(min(max(pixels, 1), 0x1p40)) : 1
  }
}

// reason: a plain value; renderers and callers change it
/// A shape, in points from the picture's top-left corner.
public struct PictureShape: Hashable, Sendable {
  /// The geometry of a shape.
  public enum Form: Hashable, Sendable {
    /// A rectangle whose corners have a radius, in points.
    case rectangle(Rect, radius: Double)
    /// A straight line.
    case line(Point, Point)
    /// A closed polygon.
    case polygon([Point])
    /// One glyph of a text.
    case glyph(PlacedGlyph)
    /// A caption of several glyphs.
    case caption(PictureCaption)
  }

  /// The meaning of a shape; the raw value is the class of its SVG element.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The background of the picture, or the background of the cell.
    case paper, cell
    /// The area of a plain view or a control; the placeholder of an image, its diagonals, and the
    /// knob of a switch; and for text the bar of a line, a glyph, and the placeholder of an emoji.
    case view, image, diagonal, knob, bar, glyph, picture
    /// The frame of a visible view, a hidden view or a layout guide; the margins of a view; the
    /// baseline of a line.
    case frame, hidden, guide, margin, baseline
    /// The frame of the chosen view; and for the constraints that decide it, the line of a distance
    /// with its ticks, the arrow heads, and the dotted lines from there to the edges.
    case chosen, dimension, arrow, witness
    /// A caption, and the background that keeps it legible.
    case caption, tag
  }

  /// The color, width and dashes of a shape's outline.
  public struct Stroke: Hashable, Sendable {
    /// Color of the line.
    public var color: Color
    /// Width of the line, in points.
    public var width: Double
    /// Alternating lengths of dashes and gaps in points; empty for a solid line.
    public var dashes: [Double]

    /// Creates a stroke; `width` and `dashes` are in points.
    public init(_ color: Color, width: Double, dashes: [Double] = []) {
      self.color = color
      self.width = width
      self.dashes = dashes
    }
  }

  /// The shape's geometry.
  public var form: Form
  /// The meaning of the shape.
  public var role: Role
  /// Fill color; `nil` for no fill.
  public var fill: Color?
  /// Stroke of the outline; `nil` for no stroke.
  public var stroke: Stroke?
  /// Id of the view that the shape belongs to; `nil` if it belongs to none.
  public var view: String?
  /// The rectangle to which the shape is clipped; `nil` for no clipping.
  public var clip: Rect?

  /// Creates a shape.
  public init(
    _ form: Form, _ role: Role, fill: Color? = nil, stroke: Stroke? = nil, view: String? = nil,
    clip: Rect? = nil
  ) {
    self.form = form
    self.role = role
    self.fill = fill
    self.stroke = stroke
    self.view = view
    self.clip = clip
  }
}

/// A glyph outline with its origin and scale.
public struct PlacedGlyph: Hashable, Sendable {
  /// Index in the picture's `outlines`.
  public var outline: Int
  /// Origin of the glyph on its baseline, in points.
  public var origin: Point
  /// Points per font unit.
  public var scale: Double
}

// reason: a plain value; moved as a whole
/// A caption, such as an id or a distance.
///
/// SVG writes it as text with the measured width; `outlinedCaptions` draws the glyphs.
public struct PictureCaption: Hashable, Sendable {
  /// Text of the caption.
  public var text: String
  /// Left end of the baseline, in points.
  public var origin: Point
  /// Measured width of the caption, in points.
  public var width: Double
  /// Font size, in points.
  public var size: Double
  /// Glyphs of the caption.
  public var glyphs: [PlacedGlyph]
}

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
