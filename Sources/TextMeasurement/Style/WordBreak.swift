/// Whether a line may break inside words: CSS's `word-break`.
public enum WordBreak: String, Hashable, Sendable, CaseIterable {
  /// As the mode has it.
  case normal
  /// Not between letters or digits of any script, but where dictionaries find words.
  case keepAll = "keep-all"
  /// Letters and digits count as ideographs, between which a line may break.
  case breakAll = "break-all"
  /// In Japanese only between phrases, which ICU finds (`auto-phrase`); elsewhere as `normal`.
  case phrase = "auto-phrase"
}
