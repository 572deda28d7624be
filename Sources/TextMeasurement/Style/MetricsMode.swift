/// Rules of line height.
public enum MetricsMode: String, Hashable, Sendable, CaseIterable {
  /// The primary font's ascender and descender; the text's height is rounded up once.
  case uikit
  /// CSS inline boxes as Chromium lays them out.
  case css
  /// Android's `StaticLayout` with font padding and fallback line spacing.
  case android
}
