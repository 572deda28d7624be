/// One grapheme of a text and its face.
public struct ServedGrapheme: Hashable, Sendable {
  /// The grapheme.
  public let text: String
  /// Its range in the text, in UTF-16 units.
  public let range: Range<Int>
  /// The face.
  public let font: FontDescription
  /// Whether no font of the chain has it, so that the glyph for missing characters is shown.
  public let isMissing: Bool
}
