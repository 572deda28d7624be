/// The text styles of Dynamic Type, by UIKit's names.
public enum TextStyleName: String, Hashable, Sendable, CaseIterable {
  // From the largest at the default size category to the smallest.
  case largeTitle, title1, title2, title3, headline, body, callout, subheadline, footnote
  case caption1, caption2
}
