public import LayoutPrimitives

// reason: a plain value; renderers and callers change it
/// One thing drawn, in points from the picture's top-left.
public struct PictureShape: Hashable, Sendable {
  /// What it is.
  public enum Form: Hashable, Sendable {
    /// A rectangle whose corners have a radius, in points.
    case rectangle(Rect, radius: Double)
    /// A straight line.
    case line(Point, Point)
    /// A closed polygon.
    case polygon([Point])
    /// The outline of a number in the picture's `outlines` with its origin on a baseline; `scale`
    /// is points a font unit.
    case glyph(PlacedGlyph)
    /// Words beside the cell's own.
    case caption(PictureCaption)
  }

  /// What it stands for: the class of its element in SVG.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The picture's background or the cell on it.
    case paper, cell
    /// A part of what a view shows.
    case view, image, diagonal, knob, bar, glyph, picture
    /// The frame, layout guide, margin or baseline of a view.
    case frame, hidden, guide, margin, baseline
    /// A part of the constraints that decide the chosen view.
    case chosen, dimension, arrow, witness
    /// A caption or the background that keeps it legible.
    case caption, tag
  }

  /// A line round a shape or along it.
  public struct Stroke: Hashable, Sendable {
    /// Its colour.
    public var color: Color
    /// Its width, in points.
    public var width: Double
    /// Lengths of dashes and gaps in turn, in points; empty for an unbroken line.
    public var dashes: [Double]

    /// Creates a line.
    public init(_ color: Color, width: Double, dashes: [Double] = []) {
      self.color = color
      self.width = width
      self.dashes = dashes
    }
  }

  /// What it is.
  public var form: Form
  /// What it stands for.
  public var role: Role
  /// Colour of its inside; `nil` for none.
  public var fill: Color?
  /// Line round it; `nil` for none.
  public var stroke: Stroke?
  /// Id of the view that it belongs to; `nil` for what belongs to none.
  public var view: String?
  /// What it is cut off at; `nil` for nothing.
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

/// An outline where it stands.
public struct PlacedGlyph: Hashable, Sendable {
  /// Number of the outline in the picture's `outlines`.
  public var outline: Int
  /// Origin on the baseline, in points.
  public var origin: Point
  /// Points a font unit.
  public var scale: Double

  /// Creates a glyph.
  public init(outline: Int, origin: Point, scale: Double) {
    self.outline = outline
    self.origin = origin
    self.scale = scale
  }
}

// reason: a plain value; moved as a whole
/// Words beside the cell's own: an id, a distance.
///
/// SVG writes them as text, stretched to the width measured; without fonts of its own, PNG draws the glyphs.
public struct PictureCaption: Hashable, Sendable {
  /// The words.
  public var text: String
  /// Left end of the baseline, in points.
  public var origin: Point
  /// Width, in points.
  public var width: Double
  /// Font size, in points.
  public var size: Double
  /// The glyphs of the words.
  public var glyphs: [PlacedGlyph]

  /// Creates a caption.
  public init(
    text: String, origin: Point, width: Double, size: Double, glyphs: [PlacedGlyph]
  ) {
    self.text = text
    self.origin = origin
    self.width = width
    self.size = size
    self.glyphs = glyphs
  }
}
