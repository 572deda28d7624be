public import LayoutPrimitives
public import TextMeasurement

/// The text of a label and how it is laid out.
public struct LabelContent: Hashable, Sendable {
  /// The text of all pieces together, with bindings.
  public var text: BoundText
  /// Pieces of the text with their fonts, or none when all of it has the label's font.
  public var pieces: [TextPiece] = []
  /// The requested font.
  public var font = FontRequest()
  /// Most lines drawn, or 0 for no limit.
  public var lineLimit = 1
  /// Where text that does not fit is cut.
  public var truncation = TruncationMode.tail
  /// Where full lines are broken.
  public var wrapping = Wrapping.word
  /// Whether the empty halves of fullwidth punctuation are left out, by css rules.
  public var textSpacingTrim = TextSpacingTrim.normal
  /// The line height, or `nil` for the font's.
  public var lineHeight: LineHeight?
  /// Distance between lines, in points.
  public var lineSpacing = 0.0
  /// Distance after each paragraph but the last, in points.
  public var paragraphSpacing = 0.0
  /// Distance before each paragraph but the first, in points.
  public var paragraphSpacingBefore = 0.0
  /// Least factor by which the font may shrink before text is cut, `<= 1`.
  public var minimumScale = 1.0
  /// Whether the last line is tightened a little rather than cut.
  public var tightens = false
  /// Insets around the text of a button, in points.
  public var padding = Insets(all: 0)
  /// Size of the picture before the text of a button, in points.
  public var picture = Size.zero
}

/// A piece of a label's text with its font.
public struct TextPiece: Hashable, Sendable {
  /// The text, with bindings.
  public var text: BoundText
  /// The requested font.
  public var font: FontRequest
}
