/// The font that a label asks for, before any font file is looked up.
public struct FontRequest: Hashable, Sendable {
  /// The named text styles of Dynamic Type.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// A style by UIKit's name, from the largest to the smallest; `DynamicType` has the sizes.
    case largeTitle, title1, title2, title3
    /// A style by UIKit's name.
    case headline, body, callout, subheadline, footnote, caption1, caption2
  }

  /// Family name or font file as the document wrote it; `system` by default.
  public var family: String
  /// The text style, which scales with the size category; `nil` when only a size was given.
  public var style: Style?
  /// Font size that replaces the style's, in points, `> 0`.
  public var size: Double?
  /// Weight that replaces the style's, 1...1000 as CSS counts (400 regular, 600 semibold).
  public var weight: Int?
  /// Whether an italic face is asked for.
  public var isItalic: Bool
  /// Width of the face in percent of normal.
  public var width = 100.0
  /// The text style whose growth with the size category `size` follows; `nil` leaves it fixed.
  public var scalesWith: Style?
  /// Added after every character, in points.
  public var letterSpacing = 0.0
  /// What is added after every character because of the size.
  public var tracking = Tracking.none
  /// How far the baseline is raised, in points.
  public var baselineOffset = 0.0

  /// Distances between characters that depend on the size.
  public enum Tracking: String, Hashable, Sendable, CaseIterable {
    /// No tracking.
    case none
    /// Apple's for SF Pro.
    case sanFrancisco
  }

  /// Creates a request; without arguments the system font in style `body`.
  public init(
    family: String = "system", style: Style? = .body, size: Double? = nil, weight: Int? = nil,
    isItalic: Bool = false
  ) {
    self.family = family
    self.style = style
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }
}
