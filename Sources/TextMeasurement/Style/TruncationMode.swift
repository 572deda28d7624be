/// What becomes of the last permitted line when there is more text.
public enum TruncationMode: String, Hashable, Sendable, CaseIterable {
  /// The end is cut and an ellipsis drawn after the rest.
  case tail
  /// An ellipsis is drawn first, then the end of the text.
  case head
  /// An ellipsis is drawn between the beginning of the line and the end of the text.
  case middle
  /// The line goes on to the edge and is cut there, without an ellipsis.
  case clip
}
