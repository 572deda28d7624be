/// The platform whose rules of line height and line breaking apply to a text.
public enum TextRules: String, Hashable, Sendable, CaseIterable {
  /// UIKit's line heights and breaks; heights rounded up to a device pixel.
  case uikit
  /// CSS line heights with Chromium's breaks; a grid of 1/64 px.
  case css
  /// Android's line heights with UAX 14 breaks.
  case android
}
