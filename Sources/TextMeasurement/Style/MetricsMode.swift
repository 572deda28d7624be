/// Rules of line height, by platform.
public enum MetricsMode: String, Hashable, Sendable, CaseIterable {
  /// Ascender and descender of the styles' own fonts; the text's height is rounded up once.
  case uikit
  /// CSS inline boxes as Chromium lays them out.
  case css
  /// Android's `StaticLayout` with font padding and fallback line spacing.
  case android
}
