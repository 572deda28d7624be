/// Finds families that exist for each region of Han script, such as `Noto Sans CJK SC`.
enum RegionalFamily {
  /// The suffixes of regional families: mainland China, Taiwan, Hong Kong, Japan, Korea.
  static let regions = ["SC", "TC", "HK", "JP", "KR"]

  /// Name of a regional family for another region; `nil` when the family is not regional.
  static func sibling(of family: String, region: String) -> String? {
    guard let ending = regions.first(where: { family.hasSuffix(" " + $0) }) else { return nil }
    return family.dropLast(ending.count) + region
  }

  /// The region whose glyphs a language uses; `nil` when the tag does not decide it.
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
