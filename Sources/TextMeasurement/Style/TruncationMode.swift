/// How the last permitted line is truncated when the text is longer.
public enum TruncationMode: String, Hashable, Sendable, CaseIterable {
  /// An ellipsis replaces the end of the text.
  case tail
  /// An ellipsis replaces the beginning of the line, before the end of the text.
  case head
  /// An ellipsis replaces the middle, between the beginning of the line and the end of the text.
  case middle
  /// The line is clipped at the edge, without an ellipsis.
  case clip
}
