/// ICU's locale names for line breaking rules and options.
enum ICULineBreaks {
  /// ICU's name of a locale, with the keywords that the rules need.
  ///
  /// Chromium uses `normal` by default, but ICU's default for Japanese. Korean has the tailorings
  /// of Chinese and Japanese and no strict rules. Measured in Chromium 156.
  ///
  /// - Parameters:
  ///   - locale: A locale as ICU takes it; empty for the root.
  ///   - rules: Mode and options.
  static func name(locale: String, rules: LineBreakRules) -> String {
    let isJapanese = locale == "ja"
    var locale = locale
    var strictness = rules.strictness
    if rules.mode == .chromium {
      let isKorean = locale == "ko"
      switch strictness {
      case .auto where !isJapanese: strictness = .normal
      case .normal where isKorean, .loose where isKorean: locale = "ja"
      case .strict where isKorean: strictness = .normal
      default: break
      }
    }
    var keywords: [String] = []
    switch strictness {
    case .auto, .anywhere: break
    case .loose, .normal, .strict: keywords.append("lb=\(strictness.rawValue)")
    }
    if rules.words == .phrase, isJapanese { keywords.append("lw=phrase") }
    return keywords.isEmpty ? locale : "\(locale)@\(keywords.joined(separator: ";"))"
  }
}
