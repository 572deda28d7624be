public import LayoutPrimitives
public import TextMeasurement

/// The text of a label or a button, and the settings of its layout.
public struct LabelContent: Hashable, Sendable {
  /// The text of all pieces joined, with bindings.
  public var text: BoundText
  /// The pieces of the text with their fonts; empty when the whole text has the label's font.
  public var pieces: [TextPiece] = []
  /// The requested font.
  public var font = FontRequest()
  /// Maximum number of lines, or 0 for no limit.
  public var lineLimit = 1
  /// The place at which a text that does not fit is truncated: its head, middle or tail.
  public var truncation = TruncationMode.tail
  /// The places at which lines may be broken: between words or between characters.
  public var wrapping = Wrapping.word
  /// Whether the empty halves of fullwidth punctuation are removed, as by CSS `text-spacing-trim`.
  public var textSpacingTrim = TextSpacingTrim.normal
  /// The line height, or `nil` for the font's own.
  public var lineHeight: LineHeight?
  /// Distance between lines, in points.
  public var lineSpacing = 0.0
  /// Distance after each paragraph but the last, in points.
  public var paragraphSpacing = 0.0
  /// Distance before each paragraph but the first, in points.
  public var paragraphSpacingBefore = 0.0
  /// Minimum factor by which the font may shrink before text is truncated, `<= 1`.
  public var minimumScale = 1.0
  /// Whether letters may be set a little closer before the last line is truncated.
  public var tightens = false
  /// Insets around the text of a button, in points.
  public var padding = Insets(all: 0)
  /// Size of the picture before the text of a button, in points.
  public var picture = Size.zero
}

/// A piece of a label's text, with its own font.
public struct TextPiece: Hashable, Sendable {
  /// The text, with bindings.
  public var text: BoundText
  /// The requested font.
  public var font: FontRequest
}
