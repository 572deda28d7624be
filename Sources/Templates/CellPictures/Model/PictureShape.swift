public import LayoutPrimitives

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

  /// What a shape represents; the raw value is the class of its SVG element.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The background of the picture, or the background of the cell.
    case paper, cell
    /// A part of the content of a view.
    case view, image, diagonal, knob, bar, glyph, picture
    /// The frame, layout guide, margin or baseline of a view.
    case frame, hidden, guide, margin, baseline
    /// A part of the constraints that decide the chosen view.
    case chosen, dimension, arrow, witness
    /// A caption or the background that keeps it legible.
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
  /// What the shape represents.
  public var role: Role
  /// Fill color; `nil` for no fill.
  public var fill: Color?
  /// Stroke of the outline; `nil` for no stroke.
  public var stroke: Stroke?
  /// Id of the view that the shape belongs to; `nil` for none.
  public var view: String?
  /// The clip rectangle; `nil` for none.
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

/// A positioned glyph.
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
/// SVG writes it as text with the measured width. PNG draws the glyphs.
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
