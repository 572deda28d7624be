import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// Words measured by table against HarfBuzz.
@Suite struct PairTableTests {
  private static let families = [
    "Inter", "Noto Sans", "Noto Serif", "DejaVu Sans", "Lato", "DejaVu Sans Mono",
  ]

  private static let words = [
    "The", "quick", "office", "fjord", "AVATAR", "To.", "Wave,", "x", "3x4", "->", "(A)", "A-B",
    "1:2",
    "www", "fi", "fl", "ffi", "it's", "Grüße", "façade", "Tōkyō", "İstanbul", "naïve",
    "Ta\u{1EC7}n",
    "“quoted”", "—", "5€", "№7", "Привет", "Ёлка", "Ґанок", "Καλημέρα", "ΑΥΤΟ", "Ώρα", "VA", "LT",
    "1/2", "e.g.", "@home", "#tag", "__init__", "==", "!=", "<=", "**", "...", "f(x)", "ﬁne",
    "e\u{301}",
    "a\u{200D}b", "Ĳ", "ß", "ŉ", "Œuvre", "kb", "rn", "gy", "10:30", "–", "T", "y,", "\"Q\"", "[X]",
    "*",
  ]

  /// Words in each other's neighborhood, in all fonts and some languages whose letters have other
  /// forms.
  @Test(arguments: families, ["en", "tr", "ro", "bg", "sr", "nl", "ca", "vi"])
  func tablesAgreeWithHarfBuzz(family: String, language: String) throws {
    var random = TestRandom(seed: 24)
    let measurer = try Support.measurer(
      limits: TextLimits(wordCacheBytes: 4_096, paragraphCacheEntries: 0), shaping: .verified)
    let style = TextStyle(family: family, size: 17)
    for _ in 0..<60 {
      let count = Int.random(in: 1...9, using: &random)
      let text = (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }
      _ = try measurer.prepare(
        text.joined(separator: " "), style: style, language: language,
        rules: Support.rules(.uikit))
    }
    let statistics = measurer.statistics
    #expect(statistics.shapingDifferences == 0)
    #expect(statistics.wordsByTable > 0, "\(family) proves nothing")
  }

  /// Long texts, in which stretches that no rule changes divide those that rules change.
  @Test(arguments: families, [4_096, 1 << 22])
  func longTextsAgreeWithHarfBuzz(family: String, cache: Int) throws {
    var random = TestRandom(seed: 67)
    let measurer = try Support.measurer(
      limits: TextLimits(wordCacheBytes: cache, paragraphCacheEntries: 0), shaping: .verified)
    let calm = ["and", "the", "some", "even", "now", "sand", "moon", "tea"]
    for round in 0..<40 {
      let share = Double(round % 8) / 8
      let text = (0..<Int.random(in: 20...160, using: &random)).map { _ in
        let isCalm = Double.random(in: 0..<1, using: &random) < share
        return (isCalm ? calm : Self.words + ["•", "(", "]", "={", "Name(via", "--------"])
          .randomElement(using: &random) ?? ""
      }
      _ = try measurer.prepare(
        text.joined(separator: " "), style: TextStyle(family: family, size: 17),
        rules: Support.rules(.css))
    }
    #expect(measurer.statistics.shapingDifferences == 0)
    #expect(measurer.statistics.verifiedRuns > 0)
  }

  /// Lines break at the same places, whether words or runs are shaped.
  @Test(arguments: ["Inter", "Lato"])
  func rangesBreakAsRunsDo(family: String) throws {
    var random = TestRandom(seed: 14)
    let words = try Support.measurer(limits: TextLimits(paragraphCacheEntries: 0))
    let runs = try Support.measurer(
      limits: TextLimits(paragraphCacheEntries: 0), shaping: .harfBuzz)
    let calm = ["and", "sand", "moon", "some", "even", "tea", "("]
    let signs = ["• Apple", "(via A)", "[X]", "={", "- A", "--", "\"Q\"", "/*"]
    for _ in 0..<40 {
      let text = (0..<60).map { _ in
        (Int.random(in: 0..<4, using: &random) > 0 ? calm : signs).randomElement(using: &random)
          ?? ""
      }.joined(separator: " ")
      let style = TextStyle(family: family, size: 17)
      let one = try words.prepare(text, style: style, rules: Support.rules(.uikit))
      let other = try runs.prepare(text, style: style, rules: Support.rules(.uikit))
      for width in stride(from: 40.0, to: 400, by: 17) {
        #expect(
          one.lines(width: width, lines: 0).map(\.start)
            == other.lines(width: width, lines: 0).map(\.start),
          "\(width): \(text)")
      }
    }
  }

  /// A word that depends on text far away is shaped with that text, not with the whole paragraph.
  @Test func farTextIsShapedAlone() throws {
    let calm = Array(repeating: "and some even sand", count: 60).joined(separator: " ")
    let list = "John's Google sheet • Banktivity • TripMode • Apple's ever-in • MessagePad • Sets"
    let text = "\(calm) \(list) \(calm)"
    let measurer = try Support.measurer()
    let style = TextStyle(family: "Inter", size: 17)
    _ = try measurer.prepare(list, style: style, rules: Support.rules(.css))
    let ofList = measurer.statistics.shapedUnits
    _ = try measurer.prepare(text, style: style, rules: Support.rules(.css))
    #expect(ofList > 0)
    #expect(measurer.statistics.shapedUnits - ofList < text.utf16.count / 4)
  }

  /// Every pair of printable ASCII characters, among letters and beside spaces.
  @Test(arguments: families)
  func allPairsOfASCIIAgree(family: String) throws {
    let measurer = try Support.measurer(
      limits: TextLimits(wordCacheBytes: 4_096, paragraphCacheEntries: 0), shaping: .verified)
    let style = TextStyle(family: family, size: 17)
    let characters = (0x21...0x7E).compactMap { Unicode.Scalar($0).map(Character.init) }
    for first in characters {
      let text = characters.map { "\(first)\($0) n\(first)\($0)o" }.joined(separator: " ")
      _ = try measurer.prepare(text, style: style, rules: Support.rules(.uikit))
    }
    #expect(measurer.statistics.shapingDifferences == 0)
  }

  /// The same lines, whichever way words are shaped.
  @Test func resultsAreThoseOfHarfBuzzAlone() throws {
    let tables = try Support.measurer()
    let alone = try Support.measurer(shaping: .harfBuzz)
    for rules in [TextRules.uikit, .css] {
      for text in Support.samples {
        let style = TextStyle(size: 17)
        let one = try tables.prepare(text, style: style, rules: Support.rules(rules))
        let other = try alone.prepare(text, style: style, rules: Support.rules(rules))
        // Lines that end inside a short word are wider by its kerning only when runs are whole.
        for width in [500.0, .infinity] {
          #expect(one.lines(width: width, lines: 0) == other.lines(width: width, lines: 0))
        }
      }
    }
    #expect(alone.statistics.wordsByTable == 0)
    #expect(tables.statistics.wordsByTable > 0)
  }

  /// Inter has other forms of `x`, signs and bullets beside digits or capitals; elsewhere they are
  /// measured by table.
  @Test(arguments: ["fix it", "a: b", "so (as it is) on", "one • two", "it - no", "[see]: it"])
  func rulesOfOtherTextNeedNoHarfBuzz(text: String) throws {
    let measurer = try Support.measurer()
    _ = try measurer.prepare(text, style: TextStyle(size: 17), rules: Support.rules(.uikit))
    #expect(measurer.statistics.shapedRuns == 0)
  }

  /// A word that a rule changes is shaped once for all neighbors that the rule treats alike.
  @Test func neighborsThatRulesTreatAlikeShareAKey() throws {
    let measurer = try Support.measurer(shaping: .words)
    func shapedRuns(_ text: String) throws -> Int {
      let before = measurer.statistics.shapedRuns
      _ = try measurer.prepare(text, style: TextStyle(size: 17), rules: Support.rules(.uikit))
      return measurer.statistics.shapedRuns - before
    }
    #expect(try shapedRuns("• Rabbits") > 0)
    #expect(try shapedRuns("• Maddish") == 0)
    #expect(try shapedRuns("• Owls hide here") < 3)
  }

  /// Signs and letters in random places of a text, in fonts whose rules read several words.
  @Test(arguments: families)
  func rulesAcrossSpacesAgreeWithHarfBuzz(family: String) throws {
    var random = TestRandom(seed: 66)
    let measurer = try Support.measurer(
      limits: TextLimits(wordCacheBytes: 4_096, paragraphCacheEntries: 0), shaping: .verified)
    let parts = [
      "A", "NASA", "x", "3", "17", "•", "-", "–", "(", ")", "[", ":", "=", "->", "+", "×", "*", "b",
      "ok", "fi", "É", "\u{A0}", "“", "@", "/", "1/2", "→", "e\u{301}", ".", ",",
    ]
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 2...12, using: &random)).map { _ in
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          parts.randomElement(using: &random) ?? ""
        }.joined()
      }
      _ = try measurer.prepare(
        text.joined(separator: " "), style: TextStyle(family: family, size: 17),
        rules: Support.rules(.uikit))
    }
    #expect(measurer.statistics.shapingDifferences == 0)
  }

  /// Plain words of Inter need HarfBuzz for their pairs only.
  @Test(arguments: ["the", "quick", "brown", "jumps", "over", "a", "lazy", "dog", "Grüße"])
  func plainWordsAreMeasuredByTable(word: String) throws {
    let measurer = try Support.measurer()
    _ = try measurer.prepare(word, style: TextStyle(size: 17), rules: Support.rules(.uikit))
    #expect(measurer.statistics.wordsByTable == 1)
    #expect(measurer.statistics.shapedRuns == 0)
  }
}
