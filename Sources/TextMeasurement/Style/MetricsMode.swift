/// How tall a line is.
public enum MetricsMode: String, Hashable, Sendable, CaseIterable {
  /// The primary font's ascender and descender, unrounded; rounded up once a text.
  case uikit
  /// CSS inline boxes as Chromium lays them out.
  case css
  /// Android's `StaticLayout` with font padding and fallback line spacing.
  case android
}
