public import LayoutPrimitives

/// The font size, leading and weight of an iOS text style at a size category.
public struct DynamicType: Hashable, Sendable {
  /// Font size, in points.
  public let size: Double
  /// Line height that Apple's table specifies, in points; more than the font's own line height.
  public let leading: Double
  /// Weight: 600 for `headline`, otherwise 400.
  public let weight: Int

  /// Looks up a text style at a size category in Apple's table.
  ///
  /// Source: Apple, Human Interface Guidelines, Typography, iOS and iPadOS text sizes.
  public init(_ style: TextStyleName, category: SizeCategory) {
    let column = category.dynamicTypeColumn
    let (sizes, leadings) = Self.table(style)
    size = Double(sizes[column])
    leading = Double(leadings[column])
    weight = style == .headline ? 600 : 400
  }

  /// Scales a length like the font size of a text style grows with the size category.
  ///
  /// Apple has not published the curve of `UIFontMetrics`. Here the factor is the style's size at
  /// the category, divided by its size at `large`, the default category.
  ///
  /// - Parameters:
  ///   - size: A length at the default category, such as a font size, in points.
  ///   - style: The text style.
  ///   - category: The user's size category.
  public static func scaled(
    _ size: Double, with style: TextStyleName, category: SizeCategory
  ) -> Double {
    size * DynamicType(style, category: category).size / DynamicType(style, category: .large).size
  }

  /// Sizes and leadings of a text style, in points, for the size categories in ascending order.
  private static func table(_ style: TextStyleName) -> (sizes: [Int], leadings: [Int]) {
    switch style {
    case .largeTitle:
      (
        [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60],
        [38, 39, 40, 41, 43, 46, 48, 52, 57, 61, 66, 70]
      )
    case .title1:
      (
        [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58],
        [31, 32, 33, 34, 37, 39, 41, 46, 51, 57, 62, 68]
      )
    case .title2:
      (
        [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56],
        [24, 25, 26, 28, 30, 32, 34, 41, 47, 52, 59, 66]
      )
    case .title3:
      (
        [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55],
        [22, 23, 24, 25, 28, 30, 32, 38, 44, 51, 58, 65]
      )
    case .headline:
      (
        [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
        [19, 20, 21, 22, 24, 26, 29, 34, 40, 48, 56, 62]
      )
    case .body:
      (
        [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
        [19, 20, 21, 22, 24, 26, 29, 34, 40, 48, 56, 62]
      )
    case .callout:
      (
        [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51],
        [18, 19, 20, 21, 23, 25, 28, 32, 39, 46, 52, 60]
      )
    case .subheadline:
      (
        [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49],
        [16, 18, 19, 20, 22, 24, 28, 31, 37, 43, 50, 58]
      )
    case .footnote:
      (
        [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44],
        [16, 16, 16, 18, 20, 22, 24, 29, 33, 40, 46, 52]
      )
    case .caption1:
      (
        [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43],
        [13, 13, 13, 16, 19, 21, 23, 28, 32, 39, 44, 51]
      )
    case .caption2:
      (
        [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40],
        [13, 13, 13, 13, 18, 20, 22, 25, 30, 35, 41, 48]
      )
    }
  }
}

extension SizeCategory {
  /// Index of the size category's column in Apple's table, 0...11.
  fileprivate var dynamicTypeColumn: Int {
    switch self {
    case .extraSmall: 0
    case .small: 1
    case .medium: 2
    case .large: 3
    case .extraLarge: 4
    case .extraExtraLarge: 5
    case .extraExtraExtraLarge: 6
    case .accessibility1: 7
    case .accessibility2: 8
    case .accessibility3: 9
    case .accessibility4: 10
    case .accessibility5: 11
    }
  }
}

/// The text styles of Dynamic Type, with UIKit's names.
public enum TextStyleName: String, Hashable, Sendable, CaseIterable {
  /// From titles to body text.
  case largeTitle, title1, title2, title3, headline, body, callout, subheadline, footnote
  /// For captions of pictures and the like.
  case caption1, caption2
}
