/// How lines may break inside words: CSS's `word-break`.
public enum WordBreak: String, Hashable, Sendable, CaseIterable {
  /// Lines break inside words as the mode's rules allow.
  case normal
  /// Lines do not break between letters or digits of any script, except where dictionaries find
  /// words.
  case keepAll = "keep-all"
  /// Letters and digits count as ideographs, between which a line may break.
  case breakAll = "break-all"
  /// In Japanese, lines break only between phrases, which ICU finds; otherwise as `normal`.
  case phrase = "auto-phrase"
}
