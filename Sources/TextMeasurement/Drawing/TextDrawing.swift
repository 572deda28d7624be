public import LayoutPrimitives

/// A text at one width with the glyphs of its lines, for drawing.
///
/// Positions are in points from the left end of the available width and from the top of the text, y
/// downwards. Glyphs have the positions at which their graphemes were measured, so that a picture
/// shows the measured layout.
public struct TextDrawing: Hashable, Sendable {
  /// The measured size of the text.
  public let measure: TextMeasure
  /// The lines of the text, from the first.
  public let lines: [DrawnLine]
  /// The fonts of the glyphs, in the order of their first use.
  public let fonts: [DrawnFont]
  /// The outlines of the glyphs, shared by index.
  public let outlines: [GlyphOutline]
  /// Why the measured size may be off; see `PreparedText.caveats`.
  public let caveats: Caveats
}

/// One line of a drawing.
public struct DrawnLine: Hashable, Sendable {
  /// The line as measured.
  public let line: MeasuredLine
  /// Left end of the line, in points; lines whose base direction is right to left end at the right
  /// end of the available width.
  public let x: Double
  /// Whether the base direction of the line is right to left.
  public let isRightToLeft: Bool
  /// Whether the line is cut off at the available width, beyond which its glyphs may reach.
  public let isClipped: Bool
  /// The glyphs of the line, from left to right; spaces have none.
  public let glyphs: [DrawnGlyph]
}

/// One glyph with its position.
public struct DrawnGlyph: Hashable, Sendable {
  /// Index of the glyph's font in the drawing's `fonts`.
  public let font: Int
  /// Distance of the glyph's origin from the left end of the available width, in points.
  public let x: Double
  /// Distance of the glyph's origin from the top of the text, in points.
  public let y: Double
  /// The outline or picture of the glyph.
  public let shape: Shape

  /// The outline or picture of a glyph.
  public enum Shape: Hashable, Sendable {
    /// An outline, by its index in the drawing's `outlines`; `scale` is in points per font unit.
    case outline(Int, scale: Double)
    /// A picture, such as an emoji: its width, and its top and bottom above the origin, in points.
    case picture(width: Double, top: Double, bottom: Double)
  }
}

/// A font of a drawing.
public struct DrawnFont: Hashable, Sendable {
  /// Description of the face.
  public let description: FontDescription
  /// Whether the font replaces a style's own font, which lacks the characters.
  public let isFallback: Bool
}
