import Testing

@testable import TextMeasurement

/// Results of Chromium 156, recorded from line starts in a box too narrow for any word.
@Suite struct ChromiumBreaksTests {
  /// Language, text, and the UTF-16 units before which a line may break.
  ///
  /// The order is: signs of Latin-1, hyphens and Hebrew; quotation marks beside wide characters;
  /// rules of single languages.
  static let recorded: [(language: String, text: String, opportunities: [Int])] = [
    ("", "4/£5", [2]), ("", "4.¥5", [2]), ("", "4,°", [2]), ("", "4)£5", [2]),
    ("", "£(5", [1]), ("", "°[5", [1]), ("", "a/£5", [2]), ("", "4/€5", []),
    ("", "4-£5", [2]), ("", "x –a", [2]), ("", "x ‐я", [2]), ("", "x -א", [2]),
    ("", "x ־א", [2]), ("", "a\u{A0}–a", []), ("", "x –5", [2, 3]), ("", "–漢", [1]),
    ("", "a–b", [2]), ("", "כן-לא-כן", [3, 6]), ("", "כן–לא", [3]), ("", "כן|לא", [3]),
    ("", "כן־לא", [3]), ("", "א-א\u{5B7}", [2]), ("", "אָ-אָ", [3]), ("", "צה״ל-לא", [5]),
    ("", "כן-a", [3]), ("", "כן-5", []), ("", "a-לא", [2]), ("", "כן—לא", [2, 3]),
    ("", "漢“漢", [1]), ("", "漢。“漢", [2]), ("", "漢、“漢”", [2]), ("", "（漢）“漢”（漢）", [3, 6]),
    ("", "漢’漢", [2]), ("", "漢«漢»漢", [1, 4]), ("", "漢‹漢›漢", [1, 4]), ("", "가“나”다", [1, 4]),
    ("", "‘공연’라는", [2, 4, 5]), ("", "漢“a", []), ("", "a“漢", []), ("", "漢”a", []),
    ("", "漢“漢…”漢", [1]), ("", "漢“漢！”漢", [1, 5]), ("", "漢“（漢", [1]), ("", "（“漢”）", []),
    ("", "漢”。漢", [3]), ("", "漢“ー”漢", [1, 4]), ("", "漢”（漢", [2]), ("", "👍“👍”👍", [2, 6]),
    ("", "𠀀“𠀀”𠀀", [2, 6]), ("", "が“が”が", [1, 4]), ("", "가\u{304}“가”", [2]), ("", "漢’s", []),
    ("", "한‘한’s", [1]), ("", "5“한”5", []), ("", "５“漢”５", [1, 4]), ("", "漢“「漢」”漢", [1, 6]),
    ("ja", "$5〜", []), ("ja", "5〜6", [2]), ("ja", "漢〜字", [2]), ("ja", "カ〜ナ", [2]),
    ("ja", "漢゠字", [2]), ("ja", "漢”a", []), ("ja", "a“漢”a", []), ("ja", "漢“漢”漢", [1, 4]),
    ("ja", "漢っ字", [1, 2]), ("ja", "漢ー字", [1, 2]), ("ja", "漢々字", [2]), ("zh", "漢〜字", [1, 2]),
    ("zh", "漢”a", [2]), ("zh", "漢“a", [1]), ("zh", "漢“漢”漢", [1, 4]), ("zh", "漢’漢", [2]),
    ("zh", "漢«漢»漢", [1, 4]), ("zh", "한‘한’s", [1]), ("he", "כן-לא", [3]),
    ("he", "„לא”–לא", [5]), ("ko", "가“나”다", [1, 4]), ("ko", "‘공연’라는", [2, 4, 5]),
    ("ko", "가-나", [2]),
  ]

  @Test(arguments: recorded)
  func linesBreakWhereChromiumBreaksThem(
    language: String, text: String, opportunities: [Int]
  ) throws {
    let breaks = try LineBreaks(locale: language)
    let units = Array(text.utf16)
    var marks = [UInt8](repeating: 0, count: units.count)
    try breaks.mark(units, count: units.count, rules: .chromium, bit: 1, marks: &marks)
    #expect((1..<units.count).filter { marks[$0] != 0 } == opportunities)
  }
}
