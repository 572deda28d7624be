import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// Invariants of any text, tested with generated texts.
@Suite struct InvariantTests {
  /// Pieces that make breaking and shaping hard, in many scripts; tabs and soft hyphens apart.
  private static let pieces = [
    "a", "fi", "Word", "word", "x-ray", "re-", "--", "/path", "3.50", "$5", "(b)", "\"q\"", "it's",
    "#tag", "@me", ".", ",", "!", "?", ":", " ", " ", " ", "  ", "\u{A0}", "\u{200B}", "\u{2060}",
    "\u{200D}", "é", "ß", "“x”", "—", "…", "中文", "日本語", "カタカナ", "한국어", "عربي", "עברית", "हिन्दी",
    "ไทยแลนด์", "👍🏽", "👩‍👩‍👧‍👦", "🇩🇪", "1️⃣", "☺️", "A\u{301}\u{323}", "\u{202E}", "\u{2067}", "\u{2069}",
    "\u{FFFD}", "Supercalifragilisticexpialidocious", "https://example.org/a?b=c&d",
  ]

  private static func text(_ random: inout TestRandom, breaks: Bool) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...24, using: &random) {
      text += pieces.randomElement(using: &random) ?? ""
      if Bool.random(using: &random) { text += " " }
      if breaks, Int.random(in: 0..<9, using: &random) == 0 { text += "\n" }
    }
    return text
  }

  private static let least = 60.0

  @Test(arguments: [TextRules.uikit, .css, .android])
  func narrowerLinesAreNeverFewerNorOneFontLower(rules: TextRules) throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(rules)
    var random = TestRandom(seed: 23)
    for round in 0..<500 {
      let text = Self.text(&random, breaks: round % 3 == 0)
      let prepared = try measurer.prepare(text, style: TextStyle(), rules: rules)
      var previous: TextMeasure?
      var width = 700.0
      while width > 1 {
        let measure = prepared.wrapped(width: width, lines: 0)
        if let previous {
          #expect(measure.lineCount >= previous.lineCount, "width \(width): \(text)")
          if prepared.fonts.count == 1 {
            #expect(measure.height >= previous.height, "width \(width): \(text)")
          }
        }
        previous = measure
        width -= Double.random(in: 0.25...40, using: &random)
      }
    }
  }

  @Test(arguments: [TextRules.uikit, .css, .android])
  func aMeasuredWidthFedBackGivesTheSameLines(rules: TextRules) throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(rules)
    var random = TestRandom(seed: 29)
    for round in 0..<500 {
      let text = Self.text(&random, breaks: round % 3 == 0)
      let prepared = try measurer.prepare(text, style: TextStyle(), rules: rules)
      for width in [60.0, 117, 200, 343, 500] {
        let layout = prepared.layout(width: width, fitting: LineFitting())
        guard layout.measure.width <= width else { continue }
        var again = prepared.layout(width: layout.measure.width, fitting: LineFitting())
        // Which width is near the limit depends on the width.
        again.measure.caveats = layout.measure.caveats
        #expect(again == layout, "width \(width): \(text)")
      }
    }
  }

  @Test(arguments: TruncationMode.allCases)
  func aLimitOfLinesIsNeverExceeded(truncation: TruncationMode) throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    var random = TestRandom(seed: 31)
    for _ in 0..<300 {
      let text = Self.text(&random, breaks: true)
      let prepared = try measurer.prepare(text, style: TextStyle(), rules: rules)
      for width in [Self.least, 150, 343] {
        let free = prepared.wrapped(width: width, lines: 0)
        for limit in 1...4 {
          let layout = prepared.layout(
            width: width, fitting: LineFitting(lines: limit, truncation: truncation))
          #expect(layout.measure.lineCount <= limit)
          #expect(layout.lines.count == layout.measure.lineCount)
          #expect(layout.measure.height <= free.height)
          if !layout.measure.truncated { #expect(layout.measure.lineCount <= free.lineCount) }
          if free.lineCount <= limit { #expect(layout.measure == free, "\(text)") }
        }
      }
    }
  }

  /// Every line makes progress, and together they are the text.
  @Test func linesCoverGeneratedTexts() throws {
    let measurer = try Support.measurer()
    var random = TestRandom(seed: 37)
    for round in 0..<300 {
      var style = TextStyle()
      if round % 4 == 1 { style.wrapping = .character }
      if round % 4 == 2 { style.letterSpacing = Double.random(in: -30...5, using: &random) }
      let text = Self.text(&random, breaks: true) + "\tq\u{AD}u"
      let rules = try Support.rules(TextRules.allCases[round % 3])
      let prepared = try measurer.prepare(text, style: style, rules: rules)
      for width in [-3.0, 0, 5, 77, 300, .infinity] {
        let lines = prepared.lines(width: width, lines: 0)
        #expect(lines.first?.start == 0)
        #expect(lines.last?.end == text.utf16.count)
        for (left, right) in zip(lines, lines.dropFirst()) {
          #expect(left.end == right.start)
          #expect(right.end > right.start || right.end == text.utf16.count)
        }
      }
    }
  }

  /// HarfBuzz receives at most three times the units that it would require to shape the text alone.
  @Test(arguments: ["x", "ab", "é", "漢", "م", "क", "👍", "ไ", "a-"])
  func aMegabyteOfOneWordIsShapedAtMostThreeTimes(piece: String) throws {
    let count = 1_000_000 / piece.utf8.count
    let text = String(repeating: piece, count: count)
    let measurer = try Support.measurer(limits: TextLimits(textUnits: 2_000_000))
    let prepared = try measurer.prepare(
      text, style: TextStyle(), rules: Support.rules(.uikit))
    let shaped = measurer.statistics.shapedUnits
    #expect(shaped <= 3 * text.utf16.count)
    let other = try Support.measurer(limits: TextLimits(textUnits: 2_000_000))
    _ = try other.prepare("w \(text) end", style: TextStyle(), rules: Support.rules(.uikit))
    #expect(other.statistics.shapedUnits <= 3 * text.utf16.count)
    #expect(prepared.wrapped(width: 343, lines: 0).lineCount > 1000)
  }
}
