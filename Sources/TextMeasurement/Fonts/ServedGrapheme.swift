/// One grapheme of a text, and the face that serves it.
public struct ServedGrapheme: Hashable, Sendable {
  /// The grapheme.
  public let text: String
  /// Where it begins and ends in the text, in UTF-16 units.
  public let range: Range<Int>
  /// The face.
  public let font: FontDescription
  /// Whether no font of the chain has it, so that the face shows its box for missing glyphs.
  public let isMissing: Bool
}
