/// How single characters are set: their font, size and distance to the next.
public struct CharacterStyle: Hashable, Sendable {
  /// `system`, the name of an installed family, or the path of a font file.
  public var family: String
  /// Weight, 1...1000; 400 is regular.
  public var weight: Int
  /// How the face leans, where the family has such a face.
  public var slant: FontSlant
  /// Width of the face in percent of normal, where the family has others.
  public var width: Double = 100
  /// Whether the font size sets the axis of optical size, where a variable font has one.
  public var opticalSizing = true
  /// Font size, in points.
  public var size: Double
  /// Distance added after each grapheme, in points; any but 0 switches ligatures off.
  public var letterSpacing: Double = 0
  /// Distance added after each grapheme because of the size; it leaves ligatures on.
  public var tracking = Tracking.none
  /// Distance by which the baseline is raised, in points; negative lowers it.
  public var baselineOffset: Double = 0

  /// Creates a style without spacing on the line's own baseline.
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
      // Only what follows a file's name can be wrong.
      return true
    }
  }

  /// What is wanted of the face within its family; a weight out of range counts as the nearest in
  /// it, a width that is no number as normal.
  var traits: FontTraits {
    FontTraits(
      weight: max(1, min(1000, weight)), width: width.isFinite ? max(0, width) : 100, slant: slant)
  }
}
