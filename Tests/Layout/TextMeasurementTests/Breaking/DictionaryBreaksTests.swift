import Testing

@testable import TextMeasurement

/// Thai, Lao, Khmer and Burmese, whose words ICU finds in dictionaries.
@Suite struct DictionaryBreaksTests {
  private static let texts = [
    "สวัสดีชาวโลก นี่คือข้อความภาษาไทยที่ยาวมากพอสมควร", "ສະບາຍດີຊາວໂລກ ນີ້ແມ່ນຂໍ້ຄວາມພາສາລາວ",
    "សួស្តីពិភពលោក នេះជាអត្ថបទភាសាខ្មែរ", "မင်္ဂလာပါကမ္ဘာလောက ဒါကမြန်မာစာဖြစ်ပါတယ်",
    "Latin กับไทยและ 中文 ปนกัน 12 บาท", "plain ASCII text", "กก", "", "中文字",
  ]

  @Test func wordsAreThoseOfTheDictionaries() throws {
    let rules = LineBreakRules(mode: .uax14)
    #expect(try BreakMarks.shown("สวัสดีชาวโลก", rules: rules) == "สวัสดี|ชาว|โลก")
    #expect(try BreakMarks.shown("ພາສາລາວ", rules: rules) == "ພາສາ|ລາວ")
    #expect(try BreakMarks.shown("ភាសាខ្មែរ", rules: rules) == "ភាសាខ្មែរ")
    #expect(try BreakMarks.shown("မြန်မာစာ", rules: rules) == "မြန်မာ|စာ")
  }

  /// A used iterator gives the same answers as a new one.
  @Test(arguments: LineBreakMode.allCases)
  func whatWasAskedBeforeChangesNothing(mode: LineBreakMode) throws {
    for locale in ["", "th", "ja"] {
      let used = try LineBreaks(locale: locale)
      for words in WordBreak.allCases {
        let rules = LineBreakRules(mode: mode, words: words)
        for text in Self.texts + Self.texts.reversed() + Self.texts {
          let units = Array(text.utf16)
          let fresh = try LineBreaks(locale: locale)
          let expected = try BreakMarks.of(units, breaks: fresh, rules: rules)
          #expect(try BreakMarks.of(units, breaks: used, rules: rules) == expected, "\(text)")
        }
      }
    }
  }

  @Test func languagesKeptOpenAreBounded() throws {
    let registry = LanguageRegistry()
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let tags = letters.prefix(20).map { "a\($0)" }
    let first = try registry.breaks(registry.number(tags[0]))
    for tag in tags.prefix(16) { _ = try registry.breaks(registry.number(tag)) }
    #expect(try registry.breaks(registry.number(tags[0])) === first)
    #expect(registry.icuOpens == 16)
    // The seventeenth drops the one that was used least recently, and only that.
    let third = try registry.breaks(registry.number(tags[2]))
    _ = try registry.breaks(registry.number(tags[16]))
    #expect(try registry.breaks(registry.number(tags[0])) === first)
    #expect(try registry.breaks(registry.number(tags[2])) === third)
    #expect(registry.icuOpens == 17)
    _ = try registry.breaks(registry.number(tags[1]))
    #expect(registry.icuOpens == 18)
  }

  @Test func eachSetOfRulesOpensItsIteratorOnce() throws {
    let breaks = try LineBreaks(locale: "ja")
    for _ in 0..<3 {
      for mode in LineBreakMode.allCases {
        for strictness in LineBreakStrictness.allCases {
          for words in WordBreak.allCases {
            let rules = LineBreakRules(mode: mode, strictness: strictness, words: words)
            _ = try BreakMarks.of(Array("ab 中文".utf16), breaks: breaks, rules: rules)
          }
        }
      }
    }
    // Plain, three strictnesses, each also by phrases, and graphemes.
    #expect(breaks.icuOpens == 9)
  }
}
