import Testing

@testable import TextMeasurement

/// Results of Chromium 156, measured in a block of width 0, which shows every opportunity.
@Suite struct ChromiumOptionsTests {
  private func shown(
    _ text: String, _ locale: String = "en", strictness: LineBreakStrictness = .auto,
    words: WordBreak = .normal
  ) throws -> String {
    try BreakMarks.shown(
      text, locale: locale,
      rules: LineBreakRules(mode: .chromium, strictness: strictness, words: words))
  }

  @Test(arguments: [
    ("今“中”好", "今|“中”|好"), ("今，“中”好", "今，|“中”|好"), ("今“中”。", "今|“中”。"),
    ("a“中”好", "a“中”|好"), ("今“a”好", "今“a”好"), ("今‘中’好", "今|‘中’|好"),
    ("今«中»好", "今|«中»|好"), ("今“中", "今|“中"), ("“中”好", "“中”|好"),
    ("今“”好", "今“”好"), ("今（“中”）好", "今|（“中”）|好"), ("今“中”「好」", "今|“中”|「好」"),
    ("今”々", "今”々"), ("今“ 中", "今“ |中"), ("가“가”가", "가|“가”|가"),
    ("今\"中\"好", "今\"中\"好"), ("😀“😀”😀", "😀|“😀”|😀"), ("今”（好", "今”|（好"),
  ])
  func quotesBetweenEastAsianCharactersBreak(text: String, expected: String) throws {
    #expect(try shown(text) == expected)
    let plain = LineBreakRules(mode: .uax14)
    #expect(try BreakMarks.shown("今“中”好", rules: plain) == "今“中”好")
  }

  @Test(arguments: [
    ("xx –a", "xx |–a"), ("xx –1", "xx |–|1"), ("xx –中", "xx |–|中"), ("a–b", "a–|b"),
    ("xx ‒π", "xx |‒π"), ("xx -א", "xx |-א"), ("xx\u{A0}–a", "xx\u{A0}–a"), ("中–a", "中–|a"),
    ("xx —a", "xx |—|a"), ("xx –(a", "xx |–|(a"),
  ])
  func hyphensThatBeginWordsHold(text: String, expected: String) throws {
    #expect(try shown(text) == expected)
  }

  /// `]£` breaks although ICU sees a number in `9]£`.
  @Test func pairsOfLatin1DoNotLookAround() throws {
    #expect(try shown("9]£x") == "9]|£x")
    #expect(try shown("キ0°", "ja", strictness: .loose) == "キ|0°")
    #expect(try shown("é-é é/é «é»") == "é-|é |é/|é |«é»")
  }

  @Test func languagesHaveTheirTailorings() throws {
    // Wave dash: by default only Chinese breaks before it; Korean does with `normal`.
    for (locale, strictness, expected) in [
      ("zh", LineBreakStrictness.auto, "中|〜|中"), ("ja", .auto, "中〜|中"),
      ("ja", .normal, "中|〜|中"), ("ko", .auto, "中〜|中"), ("ko", .normal, "中|〜|中"),
      ("en", .normal, "中〜|中"),
    ] {
      #expect(
        try shown("中〜中", locale, strictness: strictness) == expected, "\(locale) \(strictness)")
    }
    // Korean has no strict rules.
    #expect(try shown("ファ", "ko", strictness: .strict) == "フ|ァ")
    #expect(try shown("ファ", "ja", strictness: .strict) == "ファ")
    #expect(try shown("中：中", "ko", strictness: .loose) == "中|：|中")
  }

  @Test(arguments: [
    ("word 12", "w|o|r|d |1|2"), ("100%", "1|0|0%"), ("a(b)c", "a|(b)|c"), ("a.b", "a.|b"),
    ("a+b", "a|+|b"), ("$1", "$1"), ("a$1", "a|$1"), ("ทกข", "ท|ก|ข"), ("a-b", "a|-|b"),
  ])
  func breakAllIsChromiumsOwnTable(text: String, expected: String) throws {
    #expect(try shown(text, words: .breakAll) == expected)
  }
}
