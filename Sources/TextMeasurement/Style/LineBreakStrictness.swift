/// How strictly lines break: CSS's `line-break`, which for ICU is the locale keyword `lb`.
public enum LineBreakStrictness: String, Hashable, Sendable, CaseIterable {
  /// The mode's default: `normal` in `chromium`, otherwise ICU's rules of the language.
  case auto
  /// Lines break also before iteration marks, between ellipses, and around centered punctuation in
  /// Chinese and Japanese.
  case loose
  /// Lines break before small kana and the prolonged sound mark.
  case normal
  /// Lines never break before small kana: UAX 14 without tailoring.
  case strict
  /// Lines break between any two graphemes, except before a space.
  case anywhere
}
