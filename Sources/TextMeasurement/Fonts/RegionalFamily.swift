/// Families that exist once for each region of Han writing, such as `Noto Sans CJK SC`.
enum RegionalFamily {
  /// The endings of regional families: mainland China, Taiwan, Hong Kong, Japan, Korea.
  static let regions = ["SC", "TC", "HK", "JP", "KR"]

  /// The family of another region, or none when a family is not regional.
  static func sibling(of family: String, region: String) -> String? {
    guard let ending = regions.first(where: { family.hasSuffix(" " + $0) }) else { return nil }
    return family.dropLast(ending.count) + region
  }

  /// The region whose glyphs a language is written with, when it says so.
  static func region(ofLanguage language: LanguageTag) -> String? {
    switch language.primary {
    case "ja": "JP"
    case "ko": "KR"
    case "zh", "yue": chineseRegion(language)
    default: nil
    }
  }

  private static func chineseRegion(_ language: LanguageTag) -> String {
    if language.subtags.contains("hk") || language.subtags.contains("mo") { return "HK" }
    if language.primary == "yue" { return "HK" }
    if language.subtags.contains("hant") || language.subtags.contains("tw") { return "TC" }
    return "SC"
  }
}
