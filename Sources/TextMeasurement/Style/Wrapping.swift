/// Where a line that is full is broken.
public enum Wrapping: String, Hashable, Sendable, CaseIterable {
  /// At break opportunities, and between graphemes of a word that is longer than a line.
  case word
  /// Between any two graphemes: UIKit's `byCharWrapping`.
  case character
}
