/// Rules for where a line may break.
public enum LineBreakMode: String, Hashable, Sendable, CaseIterable {
  /// Unicode's line breaking algorithm as ICU implements it, with dictionaries.
  case uax14
  /// Chromium's rules: its table for pairs of ASCII characters, always after spaces, ICU otherwise.
  case chromium
  /// UIKit's rules: those of `uax14`, with UIKit's strategies.
  case uikit
}
