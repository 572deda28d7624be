import LayoutPrimitives
import Testing

@testable import TextMeasurement

@Suite struct LineTests {
  private func lines(
    _ text: String, width: Double, rules: TextRules = .uikit, limit: Int = 0,
    truncation: TruncationMode = .tail
  ) throws -> [String] {
    let prepared = try Support.measurer().prepare(
      text, style: TextStyle(size: 17), rules: Support.rules(rules))
    let units = Array(text.utf16)
    return prepared.lines(width: width, lines: limit, truncation: truncation).map {
      String(decoding: units[$0.start..<$0.end], as: UTF16.self)
    }
  }

  @Test func hardBreaksEndLines() throws {
    #expect(
      try lines("a\nb\r\nc\u{2028}d\u{2029}e", width: 300)
        == ["a\n", "b\r\n", "c\u{2028}", "d\u{2029}", "e"])
  }

  @Test func aLongWordMovesToAFreshLineBeforeItBreaks() throws {
    let broken = try lines("ab Supercalifragilistic", width: 60)
    #expect(broken.first == "ab ")
    #expect(broken.count > 2)
    #expect(broken.joined() == "ab Supercalifragilistic")
  }

  @Test func graphemesAreNeverCut() throws {
    #expect(
      try lines("e\u{301}e\u{301}👩‍👩‍👧‍👦🇩🇪", width: 1)
        == ["e\u{301}", "e\u{301}", "👩‍👩‍👧‍👦", "🇩🇪"])
  }

  @Test func spacesAtTheEndOfALineHang() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    let text = try measurer.prepare("hello     world", style: TextStyle(), rules: rules)
    let word = try measurer.prepare("hello", style: TextStyle(), rules: rules).unwrapped().width
    let lines = text.lines(width: word, lines: 0)
    #expect(lines.first?.end == 10)
    #expect(text.wrapped(width: 60, lines: 0).lineCount == 2)
  }

  /// Differences between Chromium and UAX 14: slashes, pairs of hyphens, a full stop after a space.
  @Test(arguments: [
    ("a/b", "/", false, true), ("a--b", "-", true, false), ("x .a", " ", true, false),
    ("a-$5", "-", false, true), ("a-5", "-", true, false), ("?-5", "-", false, false),
    ("a?b", "?", true, true), ("a(b", "a", false, false), ("a%(b", "%", true, true),
    ("a-b", "-", true, true),
  ])
  func chromiumHasItsOwnPairs(
    text: String, after: Character, chromium: Bool, uax14: Bool
  ) throws {
    for (rules, expected) in [(LineBreakRules.chromium, chromium), (.uax14, uax14)] {
      let breaks = try LineBreaks(locale: "")
      let units = Array(text.utf16)
      var marks = [UInt8](repeating: 0, count: units.count)
      try breaks.mark(units, count: units.count, rules: rules, bit: 1, marks: &marks)
      let place = try #require(text.firstIndex(of: after)).utf16Offset(in: text) + 1
      #expect((marks[place] != 0) == expected, "\(rules.mode) after \(after) in \(text)")
    }
  }

  @Test func noBreakSpacesHoldAndZeroWidthSpacesBreak() throws {
    #expect(try lines("aaaa\u{A0}bbbb", width: 60).first == "aaaa\u{A0}b")
    #expect(try lines("aaaaa\u{200B}bbbbb", width: 60) == ["aaaaa\u{200B}", "bbbbb"])
  }

  @Test func theLineLimitCutsAndSaysSo() throws {
    let measurer = try Support.measurer()
    let text = "one two three four five six seven eight nine ten eleven twelve"
    let prepared = try measurer.prepare(text, style: TextStyle(), rules: Support.rules(.uikit))
    let all = prepared.wrapped(width: 120, lines: 0)
    let cut = prepared.wrapped(width: 120, lines: 2)
    #expect(!all.truncated && cut.truncated)
    #expect(cut.lineCount == 2)
    #expect(cut.width <= 120)
    #expect(prepared.wrapped(width: 120, lines: all.lineCount).truncated == false)
    #expect(prepared.wrapped(width: 120, lines: all.lineCount) == all)
    let last = try #require(prepared.lines(width: 120, lines: 2).last)
    #expect(last.truncated)
    // The truncated line contains more of the text than words alone would; no further letter fits.
    let whole = prepared.lines(width: 120, lines: 0)[1]
    #expect(last.width > 120 - 25)
    #expect(last.start == whole.start)
    #expect(prepared.wrapped(width: 120, lines: 1).lineCount == 1)
  }

  @Test func truncationDrawsARealEllipsis() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    let prepared = try measurer.prepare("Hello world", style: TextStyle(), rules: rules)
    let drawn = try measurer.prepare("Hello w…", style: TextStyle(), rules: rules)
    let expected = try #require(drawn.lines(width: .infinity, lines: 0).first?.width)
    let width = expected + 1
    let line = try #require(prepared.lines(width: width, lines: 1).first)
    #expect(line.end == 7)
    // Kerning with the ellipsis is ignored.
    #expect(abs(line.width - expected) < 1)
    let head = try #require(prepared.lines(width: width, lines: 1, truncation: .head).first)
    let middle = try #require(prepared.lines(width: width, lines: 1, truncation: .middle).first)
    let clip = try #require(prepared.lines(width: width, lines: 1, truncation: .clip).first)
    #expect(head.width <= width && middle.width <= width)
    #expect(abs(clip.width - width) < 1e-3)
    #expect(head.truncated && middle.truncated && clip.truncated)
  }

  @Test func aCutBeforeASpaceLeavesTheSpaceOut() throws {
    let lines = try lines("ab\ncd", width: 200, limit: 1)
    #expect(lines == ["ab"])
  }

  @Test func trailingWhiteSpaceIsNotTruncation() throws {
    let prepared = try Support.measurer().prepare(
      "one \n", style: TextStyle(), rules: Support.rules(.uikit))
    #expect(prepared.wrapped(width: 200, lines: 1).truncated == false)
  }

  @Test func hostileTextsEnd() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.css)
    let texts = [
      "a" + String(repeating: "\u{301}", count: 40_000), String(repeating: "x", count: 40_000),
      String(repeating: "\n", count: 20_000), String(repeating: "- ", count: 5_000),
      String(repeating: " ", count: 50_000), String(repeating: "\u{202E}a", count: 2_000),
      String(repeating: "\u{0}", count: 10_000),
    ]
    for text in texts {
      let prepared = try measurer.prepare(text, style: TextStyle(), rules: rules)
      for width in [-1.0, 0, 100, .nan] {
        #expect(prepared.wrapped(width: width, lines: 0).lineCount > 0)
      }
    }
  }
}
