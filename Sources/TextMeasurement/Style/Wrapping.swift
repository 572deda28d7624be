/// Where a line that is full is broken.
public enum Wrapping: String, Hashable, Sendable, CaseIterable {
  /// Lines are broken at opportunities, and between graphemes of a word longer than a line.
  case word
  /// Lines are broken between any two graphemes: UIKit's `byCharWrapping`.
  case character
}
