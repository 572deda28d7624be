public import LayoutPrimitives

/// What a label shows and how.
public struct LabelContent: Hashable, Sendable {
  /// Where text that does not fit is cut.
  public enum Truncation: String, Hashable, Sendable, CaseIterable {
    /// An ellipsis at the end, the start or in the middle of the last line, or no ellipsis.
    case tail, head, middle, clip
  }

  /// What a full line is broken at.
  public enum Wrapping: String, Hashable, Sendable, CaseIterable {
    /// The unit after which a full line is broken.
    case word, character
  }

  /// Whether the empty halves of fullwidth punctuation are left out, by css rules.
  public enum TextSpacingTrim: String, Hashable, Sendable, CaseIterable {
    /// Between two of them, and at the end of a line.
    case normal
    /// Nowhere.
    case spaceAll = "space-all"
  }

  /// The text, with bindings; that of all pieces together.
  public var text: BoundText
  /// Pieces of the text with fonts of their own; empty when all of it has the label's.
  public var pieces: [TextPiece]
  /// The font asked for.
  public var font: FontRequest
  /// Most lines drawn; 0 for no limit.
  public var lineLimit: Int
  /// Where text that does not fit is cut.
  public var truncation: Truncation
  /// What full lines are broken at.
  public var wrapping = Wrapping.word
  /// Whether the empty halves of fullwidth punctuation are left out, by css rules.
  public var textSpacingTrim = TextSpacingTrim.normal
  /// Line height asked for; `nil` for the font's own.
  public var lineHeight: LineHeight?
  /// Distance between lines, in points.
  public var lineSpacing = 0.0
  /// Distance after each paragraph but the last, in points.
  public var paragraphSpacing = 0.0
  /// Distance before each paragraph but the first, in points.
  public var paragraphSpacingBefore = 0.0
  /// Least factor by which the font may shrink before text is cut; 1 never shrinks it.
  public var minimumScale = 1.0
  /// Whether the last line is tightened a little rather than cut.
  public var tightens = false
  /// Room around the text, in points; a button's.
  public var padding = Insets(all: 0)
  /// A picture before the text, in points; a button's.
  public var picture = Size.zero

  /// Creates a label's content.
  public init(
    text: BoundText, pieces: [TextPiece] = [], font: FontRequest = FontRequest(),
    lineLimit: Int = 1, truncation: Truncation = .tail, lineHeight: LineHeight? = nil
  ) {
    self.text = text
    self.pieces = pieces
    self.font = font
    self.lineLimit = lineLimit
    self.truncation = truncation
    self.lineHeight = lineHeight
  }
}

/// A piece of a label's text with a font of its own.
public struct TextPiece: Hashable, Sendable {
  /// The text, with bindings.
  public var text: BoundText
  /// The font asked for.
  public var font: FontRequest

  /// Creates a piece.
  public init(text: BoundText, font: FontRequest) {
    self.text = text
    self.font = font
  }
}
