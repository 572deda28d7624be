/// How a text is set: font, size and the distances between lines and letters.
public struct TextStyle: Hashable, Sendable {
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
  /// Distance added after each grapheme, in points; may be negative.
  public var letterSpacing: Double = 0
  /// Height of every line, in points, whatever the fonts; none for the font's own.
  public var lineHeight: Double?
  /// Factor of the natural line height; 0 counts as 1.
  public var lineHeightMultiple: Double = 0
  /// Least height of a line, in points; 0 for none.
  public var minimumLineHeight: Double = 0
  /// Greatest height of a line, in points; 0 for none.
  public var maximumLineHeight: Double = 0
  /// Distance between two lines, in points.
  public var lineSpacing: Double = 0

  /// Creates a style with the font's own line height and no extra distances.
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

  /// What is wanted of the face within its family.
  var traits: FontTraits { FontTraits(weight: weight, width: width, slant: slant) }
}
