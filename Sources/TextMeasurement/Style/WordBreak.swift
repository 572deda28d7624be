/// Whether a line may break inside words: CSS's `word-break`.
public enum WordBreak: String, Hashable, Sendable, CaseIterable {
  /// The mode's rules.
  case normal
  /// Not between letters or digits of any script, except where dictionaries find words.
  case keepAll = "keep-all"
  /// Letters and digits count as ideographs, between which a line may break.
  case breakAll = "break-all"
  /// In Japanese only between phrases, which ICU finds (`auto-phrase`); otherwise as `normal`.
  case phrase = "auto-phrase"
}
