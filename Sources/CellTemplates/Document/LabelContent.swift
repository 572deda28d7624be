/// What a label shows and how.
public struct LabelContent: Hashable, Sendable {
  /// Where text that does not fit is cut.
  public enum Truncation: String, Hashable, Sendable, CaseIterable {
    // An ellipsis at the end, the start or in the middle of the last line; or no ellipsis.
    case tail, head, middle, clip
  }

  /// The text, with bindings.
  public var text: BoundText
  /// The font asked for.
  public var font: FontRequest
  /// Most lines drawn; 0 for no limit.
  public var lineLimit: Int
  /// Where text that does not fit is cut.
  public var truncation: Truncation
  /// Line height asked for; `nil` for the font's own.
  public var lineHeight: LineHeight?
  /// Added after every character, in points.
  public var letterSpacing: Double

  /// Creates a label's content.
  public init(
    text: BoundText, font: FontRequest = FontRequest(), lineLimit: Int = 1,
    truncation: Truncation = .tail, lineHeight: LineHeight? = nil, letterSpacing: Double = 0
  ) {
    self.text = text
    self.font = font
    self.lineLimit = lineLimit
    self.truncation = truncation
    self.lineHeight = lineHeight
    self.letterSpacing = letterSpacing
  }
}
