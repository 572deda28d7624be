public import TextMeasurement

/// The font of a label, before any font file is looked up.
public struct FontRequest: Hashable, Sendable {
  /// Family name or font file as the document wrote it.
  public var family = "system"
  /// The text style, which scales with the size category, or `nil` when only a size was given.
  public var style: TextStyleName? = .body
  /// Font size that replaces the style's, in points, `> 0`.
  public var size: Double?
  /// Weight that replaces the style's, 1...1000 as in CSS (400 regular, 600 semibold).
  public var weight: Int?
  /// Whether an italic face is requested.
  public var isItalic = false
  /// Width of the face in percent of normal.
  public var width = 100.0
  /// The text style with whose curve `size` scales, or `nil` leaves it fixed.
  public var scalesWith: TextStyleName?
  /// Distance added after every character, in points.
  public var letterSpacing = 0.0
  /// Distance added after every character because of the font size.
  public var tracking = Tracking.none
  /// Distance by which the baseline is raised, in points.
  public var baselineOffset = 0.0
}
