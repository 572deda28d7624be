public import LayoutPrimitives

/// A text at one width with the glyphs of its lines, for drawing.
///
/// Positions are in points from the left end of the available width and from the top of the text, y
/// downwards. Glyphs have the positions at which their graphemes were measured, so that a picture
/// shows the measured layout.
public struct TextDrawing: Hashable, Sendable {
  /// The size of the text.
  public let measure: TextMeasure
  /// Its lines, from the first.
  public let lines: [DrawnLine]
  /// The fonts of its glyphs, in the order of their first use.
  public let fonts: [DrawnFont]
  /// The outlines that its glyphs share.
  public let outlines: [GlyphOutline]
  /// Why its measures may be off; see `PreparedText.caveats`.
  public let caveats: Caveats
}

/// One line of a drawing.
public struct DrawnLine: Hashable, Sendable {
  /// The line as measured.
  public let line: MeasuredLine
  /// Left end of the line, in points; lines whose base direction is right to left end at the right
  /// end of the available width.
  public let x: Double
  /// Whether its base direction is right to left.
  public let isRightToLeft: Bool
  /// Whether glyphs may reach past the line's width, where they are cut off.
  public let isClipped: Bool
  /// Its glyphs, from left to right; spaces have none.
  public let glyphs: [DrawnGlyph]
}

/// One glyph with its position.
public struct DrawnGlyph: Hashable, Sendable {
  /// The index of its font in the drawing's `fonts`.
  public let font: Int
  /// Distance of its origin from the left, in points.
  public let x: Double
  /// Distance of its origin from the top, in points.
  public let y: Double
  /// Its outline or picture.
  public let shape: Shape

  /// The outline or picture of a glyph.
  public enum Shape: Hashable, Sendable {
    /// An index in the drawing's `outlines`; `scale` is points per font unit.
    case outline(Int, scale: Double)
    /// A picture, such as an emoji: its width, and its top and bottom above the origin, in points.
    case picture(width: Double, top: Double, bottom: Double)
  }
}

/// A font of a drawing.
public struct DrawnFont: Hashable, Sendable {
  /// The face.
  public let description: FontDescription
  /// Whether it replaces a style's own font, which lacks the characters.
  public let isFallback: Bool
}
