/// The text styles of Dynamic Type, by UIKit's names.
public enum TextStyleName: String, Hashable, Sendable, CaseIterable {
  /// A text style that scales with the size category.
  case largeTitle, title1, title2, title3, headline, body, callout, subheadline, footnote
  /// A style for captions.
  case caption1, caption2
}
