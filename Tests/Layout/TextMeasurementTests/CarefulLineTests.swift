import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// Lines of texts with tabs and soft hyphens use a separate path, which must give the same result.
@Suite struct CarefulLineTests {
  private static let pieces = [
    "a", "fi", "x-ray", "re-", "/path", "3.50", "(b)", "it's", "!", " ", "  ", "\u{A0}", "\u{200B}",
    "\u{2009}", "\u{3000}", "\u{2060}", "\u{202E}", "é", "中文", "カタカナ", "عربي", "ไทย", "👍🏽",
    "A\u{301}", "\n", "\u{2028}", "Supercalifragilisticexpialidocious",
    "https://example.org/a?b=c&d",
  ]

  /// The path without tabs is the oracle: a tab in a separate last line does not change the others.
  @Test(arguments: LineBreakMode.allCases)
  func aTabChangesNoOtherLine(mode: LineBreakMode) throws {
    let measurer = try Support.measurer()
    let rules = try MeasurementRules(
      rules: .uikit, scale: 3, lineBreak: LineBreakRules(mode: mode, strategy: .none))
    var random = TestRandom(seed: 43)
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<Int.random(in: 1...14, using: &random) {
        text += Self.pieces.randomElement(using: &random) ?? ""
        if Bool.random(using: &random) { text += " " }
      }
      text += "."
      let runs = (0..<3).map { number in
        AttributedText.Run(
          length: Int.random(in: 1...9, using: &random),
          style: CharacterStyle(family: number == 1 ? "Noto Sans" : "Inter", size: 30))
      }
      let plain = try measurer.prepare(
        AttributedText(text, runs: runs), style: TextStyle(), rules: rules)
      let careful = try measurer.prepare(
        AttributedText(text + "\n\t", runs: runs), style: TextStyle(), rules: rules)
      for width in [5.0, 20, 60, 117, 343] {
        let expected = plain.lines(width: width, lines: 0)
        let lines = careful.lines(width: width, lines: 0)
        try #require(lines.count == expected.count + 1, "width \(width): \(text)")
        for (line, other) in zip(lines, expected) {
          #expect(line.start == other.start, "width \(width): \(text)")
          #expect(abs(line.width - other.width) < 1e-6, "width \(width): \(text)")
          #expect(abs(line.bottom - other.bottom) < 1e-6, "width \(width): \(text)")
        }
      }
    }
  }

  /// Each line formerly examined the whole rest of the word: at this length 2,000 times the time of
  /// the same text without a tab.
  @Test(arguments: ["a\t", "a\u{AD}"])
  func aLongWordTakesNoLongerBesideATab(start: String) throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    let word = String(repeating: "x", count: 20_000)
    func time(_ text: String) throws -> Double {
      let prepared = try measurer.prepare(text, style: TextStyle(), rules: rules)
      return processorTime {
        #expect(prepared.wrapped(width: 0, lines: 0).lineCount >= 20_000)
      }
    }
    let plain = try time("a " + word)
    #expect(try time(start + word) < plain * 200)
  }

  /// A soft hyphen that is not drawn has no width, and leaves the space before it hanging.
  @Test func spacesBeforeAnUndrawnSoftHyphenHang() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    let word = try measurer.prepare("word", style: TextStyle(), rules: rules).unwrapped().width
    let prepared = try measurer.prepare("word \u{AD}", style: TextStyle(), rules: rules)
    let layout = prepared.layout(width: word, fitting: LineFitting())
    #expect(layout.lines.count == 1)
    #expect(layout.measure.width == word)
  }

  /// The spaces after a word too long for the line hang, however many kinds of them there are.
  @Test(arguments: ["", "\n\t"])
  func noLineShowsNothingButSpaces(end: String) throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    let prepared = try measurer.prepare(
      "漢 \u{2009} 字" + end, style: TextStyle(), rules: rules)
    let starts = prepared.lines(width: 5, lines: 0).map(\.start)
    #expect(starts.prefix(2) == [0, 4])
  }

  /// If no hyphen fits, a line that continued without one would contain more than a wider line.
  @Test func narrowerLinesAreNeverFewerBesideSoftHyphensAndTabs() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    let pieces = ["a", "word", " ", "lorem", "\tx", "so\u{AD}ft", " of", "i\u{AD}i\u{AD}i", "m"]
    var random = TestRandom(seed: 53)
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<Int.random(in: 3...14, using: &random) {
        text += pieces.randomElement(using: &random) ?? ""
        if Bool.random(using: &random) { text += " " }
      }
      let prepared = try measurer.prepare(text, style: TextStyle(), rules: rules)
      var previous = 0
      for step in 0..<500 {
        let count = prepared.wrapped(width: 300 - Double(step) * 0.5, lines: 0).lineCount
        #expect(count >= previous, "step \(step): \(text)")
        previous = count
      }
    }
  }

  @Test func aTinyTabIntervalReachesNowhere() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    var style = TextStyle()
    style.tabInterval = .leastNonzeroMagnitude
    let a = try measurer.prepare("a", style: style, rules: rules).lines(width: 500, lines: 0)
    let both = try measurer.prepare("a\ta", style: style, rules: rules).lines(width: 500, lines: 0)
    #expect(both.count == 1)
    #expect(abs((both.first?.width ?? 0) - 2 * (a.first?.width ?? 0)) < 1e-9)
  }
}
