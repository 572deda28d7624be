/// The style of characters: font, size and spacing.
public struct CharacterStyle: Hashable, Sendable {
  /// `system`, the name of an installed family, or the path of a font file.
  public var family: String
  /// Weight, 1...1000; 400 is regular.
  public var weight: Int
  /// Slant of the face, where the family has such a face.
  public var slant: FontSlant
  /// Width of the face in percent of normal, where the family has others.
  public var width: Double = 100
  /// Whether the font size sets the optical size axis of a variable font.
  public var opticalSizing = true
  /// Font size, in points.
  public var size: Double
  /// Distance added after each grapheme, in points; values other than 0 disable ligatures.
  public var letterSpacing: Double = 0
  /// Distance added after each grapheme depending on the size; ligatures remain enabled.
  public var tracking = Tracking.none
  /// Distance by which the baseline is raised, in points; negative lowers it.
  public var baselineOffset: Double = 0

  /// Creates a style without spacing, on the line's baseline.
  ///
  /// - Parameters:
  ///   - family: `system`, a family, or the path of a font file.
  ///   - weight: Weight, 1...1000.
  ///   - italic: Whether an italic face is preferred.
  ///   - size: Font size, in points.
  public init(
    family: String = "system", weight: Int = 400, italic: Bool = false, size: Double = 17
  ) {
    self.family = family
    self.weight = weight
    slant = italic ? .italic : .upright
    self.size = size
  }

  /// Whether an italic face is preferred.
  public var italic: Bool {
    get { slant == .italic }
    set { slant = newValue ? .italic : .upright }
  }

  /// Whether the family is the path of a font file.
  public var namesFile: Bool {
    do {
      if case .file = try FontName(family) { return true }
      return false
    } catch {
      // Only the face number after a path can be invalid.
      return true
    }
  }

  /// The requested traits of the face.
  ///
  /// A weight is clamped to its range, and a width that is not finite becomes the normal width.
  var traits: FontTraits {
    FontTraits(
      weight: max(1, min(1000, weight)), width: width.isFinite ? max(0, width) : 100, slant: slant)
  }
}
