/// A grapheme of a text, and the face that shows it.
public struct ServedGrapheme: Hashable, Sendable {
  /// The text of the grapheme.
  public let text: String
  /// Range of the grapheme in the text, in UTF-16 units.
  public let range: Range<Int>
  /// The face that shows the grapheme.
  public let font: FontDescription
  /// Whether no font has the grapheme, so that the glyph for missing characters is shown.
  public let isMissing: Bool
}
