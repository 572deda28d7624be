import LayoutPrimitives
import Testing

@testable import TextMeasurement

/// Starts and heights of Chromium's lines with invisible characters, controls, line ends, marks that
/// fonts lack and jamo, and where lines begin inside words.
///
/// Values: headless Chromium 156 (Debian) with Inter and the declared fallback families, `white-space:
/// pre-wrap`, `overflow-wrap: break-word`, from the rectangle of each character.
@Suite struct ChromiumCharacterTests {
  typealias Case = (
    text: String, language: String, size: Double, width: Double, starts: [Int], height: Double
  )

  // swift-format-ignore
  private static let cases: [Case] = [
    // Jamo and tone marks belong to the syllable.
    ("\u{AE00}\u{AE00}\u{AE00}", "ko", 16, 70, [0], 24),
    ("\u{ADF8}\u{11AF}\u{ADF8}\u{11AF}\u{ADF8}\u{11AF}", "ko", 16, 70, [0], 24),
    ("\u{AC00}\u{302E}\u{B098}\u{302F}\u{B2E4}\u{302E}", "ko", 16, 76, [0], 24),
    ("\u{AC01}\u{11A8}\u{AC01}\u{11A8}", "ko", 16, 16, [0, 2], 48),
    ("\u{AC00}\u{1161}\u{AC00}\u{1161}", "ko", 16, 50, [0, 2], 48),
    ("\u{1100}\u{AC00}\u{1100}\u{AC00}", "ko", 16, 40, [0, 2], 48),
    ("\u{AC00}\u{301}\u{B098}", "ko", 16, 40, [0], 24),
    // Invisible characters have no font.
    ("\u{200E}Kim wrote", "en", 16, 300, [0], 20),
    ("\u{2068}Kim wrote", "en", 16, 300, [0], 20),
    ("\u{2060}Kim wrote", "en", 16, 300, [0], 20),
    ("\u{200C}Kim wrote", "en", 16, 300, [0], 20),
    ("\u{200D}Kim wrote", "en", 16, 300, [0], 20),
    ("\u{2061}Kim wrote", "en", 16, 300, [0], 20),
    ("\u{FEFF}Kim wrote", "en", 16, 300, [0], 20),
    ("\u{180E}Kim wrote", "en", 16, 300, [0], 20),
    ("\u{2065}Kim wrote", "en", 16, 300, [0], 20),
    ("\u{E0001}Kim wrote", "en", 16, 300, [0], 20),
    ("\u{1D173}Kim wrote", "en", 16, 300, [0], 20),
    ("Kim\u{61C} wrote", "en", 16, 300, [0], 20),
    ("\u{200E}\u{6F22}\u{5B57}", "en", 16, 300, [0], 24),
    ("\u{200D}\u{1F600} a", "en", 16, 300, [0], 20),
    ("aaa bbb \u{2066}ccc", "en", 16, 60, [0, 4, 8], 60),
    ("\u{633}\u{644}\u{627}\u{645} \u{200E}ab cd", "en", 16, 40, [0, 5, 9], 74),
    ("\u{3164}ab", "en", 16, 300, [0], 24),
    // Only U+000A ends a line.
    ("First part here\u{2028}second part", "en", 16, 300, [0], 20),
    ("First part here\u{2029}second part", "en", 16, 300, [0], 20),
    ("First part here\u{85}second part", "en", 16, 300, [0], 27),
    ("First part here\u{B}second part", "en", 16, 300, [0], 27),
    ("First part here\u{C}second part", "en", 16, 300, [0], 20),
    ("First part here\u{D}second part", "en", 16, 300, [0], 20),
    ("\u{6F22}\u{5B57}\u{2028}\u{6F22}\u{5B57}", "ja", 16, 45, [0, 3], 48),
    ("\u{6F22}\u{5B57}\u{2028}\u{6F22}\u{5B57}", "ja", 16, 34, [0, 1, 3], 72),
    ("a\u{D}\u{A}b", "en", 16, 300, [0, 3], 40),
    ("aaaa\u{85}bbbb", "en", 16, 45, [0, 5], 47),
    ("\u{6F22}\u{5B57}\u{B}\u{6F22}\u{5B57}", "ja", 16, 45, [0, 1, 4], 77),
    // Controls have a glyph without width.
    ("He said \u{0}yes today", "en", 16, 300, [0], 22),
    ("He said \u{1}yes today", "en", 16, 300, [0], 27),
    ("He said \u{1B}yes today", "en", 16, 300, [0], 27),
    ("He said \u{7F}yes today", "en", 16, 300, [0], 27),
    ("He said \u{93}yes today", "en", 16, 300, [0], 27),
    ("\u{6F22}\u{5B57}\u{1}\u{6F22}\u{5B57}", "ja", 16, 45, [0, 1, 4], 77),
    ("\u{6F22}\u{5B57}\u{93}\u{6F22}\u{5B57}", "ja", 16, 45, [0, 3], 53),
    ("aaaa \u{1}bbbb", "en", 16, 45, [0, 5], 47),
    // A grapheme has the first font that has it; marks of another script have their own.
    ("\u{AC00}\u{336}\u{B098}\u{336}\u{B2E4}\u{336}\u{B77C}\u{336}", "ko", 16, 120, [0], 20),
    ("\u{6F22}\u{336}\u{5B57}\u{336}\u{4E2D}\u{336}\u{6587}\u{336}", "zh", 16, 120, [0], 20),
    ("\u{3042}\u{336}\u{304B}\u{336}\u{3055}\u{336}\u{305F}\u{336}", "ja", 16, 120, [0], 20),
    ("\u{E01}\u{336}\u{E02}\u{336}\u{E04}\u{336}\u{E07}\u{336}", "th", 16, 120, [0], 20),
    ("a\u{336}b\u{336}c\u{336}", "en", 16, 120, [0], 20),
    ("\u{AC00}\u{5B0}\u{B098}\u{5B0}", "ko", 16, 120, [0], 24),
    ("\u{6F22}\u{E34}\u{5B57}\u{E34}", "zh", 16, 120, [0], 26),
    ("\u{915}\u{301}\u{916}\u{301}", "hi", 16, 120, [0], 20),
    ("\u{1F600}\u{20E3}\u{1F389}\u{20E3}", "en", 16, 120, [0], 33),
    ("\u{6F22}\u{302E}\u{5B57}\u{302E}", "zh", 16, 120, [0], 24),
    ("\u{AC00}\u{336}\u{B098}\u{336}", "ko", 16, 20, [0, 2], 40),
    ("\u{6F22}\u{E34}\u{5B57}\u{E34}", "zh", 16, 20, [0, 2], 52),
    // Rules of a font do not reach over the end of a line.
    ("\u{1024}\u{101E}\u{102D}\u{102F}\u{1037}\u{1016}\u{103C}\u{1004}\u{1037}\u{103A}\u{101E}\u{102C}", "my", 20, 62, [0, 5, 10], 129),
    ("\u{1024}\u{101E}\u{102D}\u{102F}\u{1037}\u{1016}\u{103C}\u{1004}\u{1037}\u{103A}\u{101E}\u{102C}", "my", 20, 63, [0, 5], 86),
    ("\u{1024}\u{101E}\u{102D}\u{102F}\u{1037}\u{1016}\u{103C}\u{1004}\u{1037}\u{103A}\u{101E}\u{102C}", "my", 20, 64, [0, 5], 86),
    ("$x->get_value(\"enabled_$UserID\")", "en", 16, 26, [0, 3, 5, 8, 11, 14, 17, 20, 22, 24, 26, 29], 240),
    ("$x->get_value(\"enabled_$UserID\")", "en", 16, 42, [0, 3, 7, 12, 17, 21, 25, 30], 160),
    ("$x->get_value(\"enabled_$UserID\")", "en", 16, 120, [0, 3, 17, 31], 80),
    ("$x->get_value(\"enabled_$UserID\")", "en", 16, 140, [0, 3, 20], 60),
    ("\u{30D5}\u{30ED}\u{30FC}\u{4F5C}\u{696D}\u{5316}\u{3068}\u{30B7}\u{30B9}\u{30C6}\u{30E0}\u{5316}", "ja", 16, 159, [0, 9], 48),
    ("\u{30D5}\u{30ED}\u{30FC}\u{4F5C}\u{696D}\u{5316}\u{3068}\u{30B7}\u{30B9}\u{30C6}\u{30E0}\u{5316}", "ja", 16, 160, [0, 9], 48),
    ("\u{30D5}\u{30ED}\u{30FC}\u{4F5C}\u{696D}\u{5316}\u{3068}\u{30B7}\u{30B9}\u{30C6}\u{30E0}\u{5316}", "ja", 16, 160.02, [0, 10], 48),
    // No line begins with the sign of repetition.
    ("\u{1781}\u{17D2}\u{1789}\u{17BB}\u{17C6}\u{1791}\u{17C5}\u{1795}\u{17D2}\u{179F}\u{17C1}\u{1784}\u{17D7}\u{1782}\u{17D2}\u{1793}\u{17B6}", "km", 16, 60, [0, 7], 44),
    ("\u{1781}\u{17D2}\u{1789}\u{17BB}\u{17C6}\u{1791}\u{17C5}\u{1795}\u{17D2}\u{179F}\u{17C1}\u{1784}\u{17D7}\u{1782}\u{17D2}\u{1793}\u{17B6}", "km", 16, 64, [0, 7], 44),
    ("\u{178F}\u{17B7}\u{1785}\u{17D7}\u{1798}\u{17D2}\u{178F}\u{1784}\u{17D7}", "km", 16, 52, [0, 4], 44),
    ("\u{178F}\u{17B7}\u{1785}\u{17D7}\u{1798}\u{17D2}\u{178F}\u{1784}\u{17D7}", "km", 16, 56, [0, 4], 44),
  ]

  @Test(arguments: cases.indices)
  func linesAreChromiums(index: Int) throws {
    let own = Self.cases[index]
    let layout = try Support.measurer().prepare(
      own.text, style: TextStyle(family: "Inter", size: own.size), language: own.language,
      rules: Support.rules(.css, scale: 1)
    ).layout(width: own.width, fitting: LineFitting())
    let scalars = own.text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    #expect(layout.lines.map(\.start) == own.starts, "\(scalars) at \(own.width)")
    #expect(layout.measure.height == own.height, "\(scalars) at \(own.width)")
  }

  /// A text that grows is measured like a whole text, also if a line end or a grapheme grows.
  @Test func growingTextsHaveTheSameLines() throws {
    let rules = try Support.rules(.css, scale: 1)
    let style = TextStyle(family: "Inter", size: 16)
    let measurer = try Support.measurer()
    for own in Self.cases {
      var whole = ""
      var growing: [GrowingText] = []
      for scalar in own.text.unicodeScalars {
        whole.unicodeScalars.append(scalar)
        let grown = try measurer.prepare(
          whole, growing: &growing, style: style, language: own.language, rules: rules)
        let alone = try measurer.prepare(
          whole, style: style, language: own.language, rules: rules)
        #expect(
          grown.layout(width: own.width, fitting: LineFitting())
            == alone.layout(width: own.width, fitting: LineFitting()))
      }
    }
  }

  /// Words and HarfBuzz's whole runs have the same widths.
  @Test(arguments: [TextRules.css, .uikit])
  func runsAreThoseOfHarfBuzz(rules: TextRules) throws {
    let measurer = try Support.measurer(shaping: .verified)
    for own in Self.cases {
      for text in [own.text, own.text + " " + own.text, own.text + own.text] {
        _ = try measurer.prepare(
          text, style: TextStyle(family: "Inter", size: own.size), language: own.language,
          rules: Support.rules(rules, scale: 1))
      }
    }
    #expect(measurer.statistics.verifiedRuns > 100)
    #expect(measurer.statistics.shapingDifferences == 0)
  }
}
