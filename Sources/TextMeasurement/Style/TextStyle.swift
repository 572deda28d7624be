/// The style of a text: its characters, and the distances between lines and paragraphs.
public struct TextStyle: Hashable, Sendable {
  /// Font, size and spacing of characters outside runs.
  public var characters: CharacterStyle
  /// Height of every line, in points; `nil` for the font's line height.
  public var lineHeight: Double?
  /// Factor of the natural line height, or of the font size by CSS rules; 0 for none.
  public var lineHeightMultiple: Double = 0
  /// Minimum height of a line, in points; 0 for none.
  public var minimumLineHeight: Double = 0
  /// Maximum height of a line, in points; 0 for none.
  public var maximumLineHeight: Double = 0
  /// Additional distance between two lines, in points.
  public var lineSpacing: Double = 0
  /// Distance after each paragraph except the last, in points, added to the line spacing.
  public var paragraphSpacing: Double = 0
  /// Distance before each paragraph except the first, in points, added to the line spacing.
  public var paragraphSpacingBefore: Double = 0
  /// Distance between tab stops, in points; 0 for the platform's default.
  ///
  /// The default is 28 points in UIKit, eight spaces in CSS and 20 pixels on Android.
  public var tabInterval: Double = 0
  /// Where full lines are broken: at break opportunities, or between any graphemes.
  public var wrapping = Wrapping.word
  /// Removal of the empty halves of fullwidth punctuation, under Chromium's line breaking.
  public var textSpacingTrim = TextSpacingTrim.normal

  /// Creates a style with the font's line height and no additional distances.
  ///
  /// - Parameters:
  ///   - family: `system`, a family, or the path of a font file.
  ///   - weight: Weight, 1...1000.
  ///   - italic: Whether an italic face is preferred.
  ///   - size: Font size, in points.
  public init(
    family: String = "system", weight: Int = 400, italic: Bool = false, size: Double = 17
  ) {
    characters = CharacterStyle(family: family, weight: weight, italic: italic, size: size)
  }

  /// `system`, the name of an installed family, or the path of a font file.
  public var family: String {
    get { characters.family }
    set { characters.family = newValue }
  }
  /// Weight, 1...1000; 400 is regular.
  public var weight: Int {
    get { characters.weight }
    set { characters.weight = newValue }
  }
  /// Whether an italic face is preferred.
  public var italic: Bool {
    get { characters.italic }
    set { characters.italic = newValue }
  }
  /// Font size, in points.
  public var size: Double {
    get { characters.size }
    set { characters.size = newValue }
  }
  /// Distance added after each grapheme, in points; may be negative.
  public var letterSpacing: Double {
    get { characters.letterSpacing }
    set { characters.letterSpacing = newValue }
  }
}
