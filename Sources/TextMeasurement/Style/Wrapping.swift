/// What a line that is full is broken at.
public enum Wrapping: String, Hashable, Sendable, CaseIterable {
  /// Break opportunities; graphemes only of a word that is longer than a line.
  case word
  /// Graphemes, wherever the line is full. UIKit's `byCharWrapping`.
  case character
}
