import Testing

@testable import TextMeasurement

/// The options of line breaking, as CSS Text 3 and Apple's headers describe them.
@Suite struct LineBreakRulesTests {
  private func shown(
    _ text: String, _ locale: String = "", mode: LineBreakMode = .uax14,
    strictness: LineBreakStrictness = .auto, words: WordBreak = .normal,
    strategy: LineBreakStrategy = .standard
  ) throws -> String {
    try BreakMarks.shown(
      text, locale: locale,
      rules: LineBreakRules(
        mode: mode, strictness: strictness, words: words, strategy: strategy))
  }

  @Test func strategiesHaveApplesRawValues() {
    #expect(LineBreakStrategy.none.rawValue == 0)
    #expect(LineBreakStrategy.pushOut.rawValue == 1)
    #expect(LineBreakStrategy.hangulWordPriority.rawValue == 2)
    #expect(LineBreakStrategy.standard.rawValue == 0xFFFF)
    #expect(LineBreakRules(mode: .uikit).strategy == .standard)
  }

  @Test func strictnessMovesSmallKanaAndLeaders() throws {
    #expect(try shown("ファー", strictness: .strict) == "ファー")
    #expect(try shown("ファー", strictness: .normal) == "フ|ァ|ー")
    #expect(try shown("中‥‥中", strictness: .normal) == "中‥‥|中")
    #expect(try shown("中‥‥中", strictness: .loose) == "中‥|‥|中")
    #expect(try shown("中・中", "ja", strictness: .normal) == "中・|中")
    #expect(try shown("中・中", "ja", strictness: .loose) == "中|・|中")
    #expect(try shown("中・中", "en", strictness: .loose) == "中・|中")
  }

  @Test func languagesHaveTheirOwnRulesUnlessAskedOtherwise() throws {
    #expect(try shown("ファ", "en") == "ファ")
    #expect(try shown("ファ", "ja") == "フ|ァ")
    #expect(try shown("ファ", "ja", strictness: .strict) == "ファ")
    // Chromium uses `normal` by default.
    #expect(try shown("ファ", "en", mode: .chromium) == "フ|ァ")
  }

  @Test(arguments: [
    ("今天天气很好，我们去公园。", "今天天气很好，|我们去公园。"),
    ("오늘은 날씨가 좋습니다.", "오늘은 |날씨가 |좋습니다."),
    ("カタカナと漢字 and words", "カタカナと漢字 |and |words"),
    ("中a1字", "中a1字"), ("中(字)中", "中|(字)|中"), ("か\u{3099}き", "か\u{3099}き"),
    ("𠀀𠀁", "𠀀𠀁"), ("x-ray", "x-|ray"),
  ])
  func keepAllBreaksNoWords(text: String, expected: String) throws {
    for mode in LineBreakMode.allCases {
      // Chromium tests UTF-16 units; CSS specifies characters.
      if mode == .chromium, text == "𠀀𠀁" { continue }
      #expect(try shown(text, mode: mode, words: .keepAll) == expected, "\(mode)")
    }
  }

  @Test func keepAllLeavesDictionaryWordsAndCountsEmojiAsIdeographs() throws {
    for mode in LineBreakMode.allCases {
      #expect(try shown("สวัสดีชาวโลก", mode: mode, words: .keepAll) == "สวัสดี|ชาว|โลก")
    }
    // CSS names class ID, to which most emoji belong; Chromium keeps letters and numbers only.
    #expect(try shown("中🚗🚗", words: .keepAll) == "中🚗🚗")
    #expect(try shown("中🚗🚗", mode: .chromium, words: .keepAll) == "中|🚗|🚗")
  }

  @Test(arguments: [
    ("word 12", "w|o|r|d |1|2"), ("no. (x)", "n|o. |(x)"), ("100%", "1|0|0%"),
    ("$10", "$1|0"), ("a\u{A0}b", "a\u{A0}b"), ("e\u{301}e", "e\u{301}|e"),
    ("\u{1112}\u{1161}\u{11AB}\u{1100}", "\u{1112}\u{1161}\u{11AB}|\u{1100}"),
    ("ทำที่", "ทำ|ที่"), ("नमस्ते", "न|म|स्ते"), ("פעם!", "פ|ע|ם!"), ("中「a」", "中|「a」"),
    ("a😀b", "a|😀|b"), ("👨‍👩‍👧x", "👨‍👩‍👧|x"), ("𝐚𝐛", "𝐚|𝐛"), ("a/b", "a/|b"),
  ])
  func breakAllTreatsLettersAsIdeographs(text: String, expected: String) throws {
    #expect(try shown(text, words: .breakAll) == expected)
    #expect(try shown(text, mode: .uikit, words: .breakAll, strategy: .none) == expected)
  }

  @Test func anywhereBreaksBetweenGraphemesButNotBeforeSpaces() throws {
    for mode in LineBreakMode.allCases {
      #expect(try shown("a-b  c", mode: mode, strictness: .anywhere) == "a|-|b  |c")
      #expect(
        try shown("1\u{A0}e\u{301}👨‍👩‍👧。", mode: mode, strictness: .anywhere)
          == "1|\u{A0}|e\u{301}|👨‍👩‍👧|。")
    }
  }

  @Test func hangulWordPriorityKeepsHangulAlone() throws {
    let text = "오늘은 漢字와 2026년에 カナ"
    let kept = "오늘은 |漢|字|와 |2026|년에 |カ|ナ"
    #expect(try shown(text, "ko", mode: .uikit) == kept)
    #expect(try shown(text, "ko", mode: .uikit, strategy: .hangulWordPriority) == kept)
    let plain = "오|늘|은 |漢|字|와 |2026|년|에 |カ|ナ"
    #expect(try shown(text, "ko", mode: .uikit, strategy: .none) == plain)
    #expect(try shown(text, "ko", mode: .uikit, strategy: .pushOut) == plain)
    // Other modes have no strategies.
    #expect(try shown(text, "ko") == plain)
    let jamo = "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"
    #expect(try shown(jamo, mode: .uikit) == jamo)
  }

  @Test func hangulIsWhatUnicodesClassesSay() {
    for unit in UInt16.min...UInt16.max {
      let isHangul = BreakTraits(of: UInt32(unit)).contains(.hangul)
      #expect(KeepAllBreaks.isHangul(unit) == isHangul, "U+\(String(unit, radix: 16))")
    }
    for scalar in UInt32(0x10000)...0x10FFFF where BreakTraits(of: scalar).contains(.hangul) {
      Issue.record("U+\(String(scalar, radix: 16)) is Hangul outside the first plane")
    }
  }

  @Test func phrasesAreFoundInJapaneseOnly() throws {
    let text = "今日は天気がとても良いので"
    #expect(try shown(text, "ja", words: .phrase) == "今日は|天気が|とても|良いので")
    for locale in ["", "ko", "zh", "en"] {
      #expect(try shown(text, locale, words: .phrase) == shown(text, locale))
    }
  }
}
