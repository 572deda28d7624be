/// How strictly lines break: CSS's `line-break`, which for ICU is the locale keyword `lb`.
public enum LineBreakStrictness: String, Hashable, Sendable, CaseIterable {
  /// The mode's default: `normal` in `chromium`, otherwise ICU's rules of the language.
  case auto
  /// Breaks also before iteration marks, between ellipses, and in Chinese and Japanese around
  /// centered punctuation.
  case loose
  /// Breaks before small kana and the prolonged sound mark.
  case normal
  /// Never breaks before small kana: UAX 14 without tailoring.
  case strict
  /// Breaks between any two graphemes, except before a space.
  case anywhere
}
