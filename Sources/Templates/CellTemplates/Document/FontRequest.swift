public import TextMeasurement

/// The requested font of a label, before a font file is looked up.
public struct FontRequest: Hashable, Sendable {
  /// Family name or font file as written in the document.
  public var family = "system"
  /// The text style, which scales with the size category, or `nil` when only a size was given.
  public var style: TextStyleName? = .body
  /// Font size that replaces the style's, in points, `> 0`.
  public var size: Double?
  /// Weight that replaces the style's, 1...1000 as in CSS (400 regular, 600 semibold).
  public var weight: Int?
  /// Whether an italic face is requested.
  public var isItalic = false
  /// Requested width of the face, in percent of normal.
  public var width = 100.0
  /// The text style whose curve scales `size` with the size category, or `nil` for a fixed size.
  public var scalesWith: TextStyleName?
  /// Distance added after every character, in points.
  public var letterSpacing = 0.0
  /// Distance added after every character, which depends on the font size.
  public var tracking = Tracking.none
  /// Distance by which the baseline is raised, in points.
  public var baselineOffset = 0.0
}
