import LayoutPrimitives
import Testing

@testable import TextMeasurement

@Suite struct TabAndHyphenTests {
  private func lines(
    _ text: String, width: Double = .infinity, style: TextStyle = TextStyle(),
    rules: TextRules = .uikit, scale: Double = 3
  ) throws -> [MeasuredLine] {
    try Support.measurer().prepare(text, style: style, rules: Support.rules(rules, scale: scale))
      .lines(width: width, lines: 0)
  }

  private func width(
    _ text: String, style: TextStyle = TextStyle(), rules: TextRules = .uikit
  ) throws -> Double {
    try lines(text, style: style, rules: rules).first?.width ?? 0
  }

  /// UIKit's stops are 28 points apart; a tab at a stop extends to the next.
  @Test func tabsReachToTheNextStop() throws {
    let b = try width("b")
    let a = try width("a")
    #expect(a < 28)
    #expect(abs(try width("a\tb") - (28 + b)) < 1e-9)
    #expect(abs(try width("\tb") - (28 + b)) < 1e-9)
    #expect(abs(try width("a\t\tb") - (56 + b)) < 1e-9)
    let wide = String(repeating: "m", count: 5)
    let stop = ((try width(wide) / 28).rounded(.down) + 1) * 28
    #expect(abs(try width(wide + "\tb") - (stop + b)) < 1e-9)
  }

  @Test func theIntervalOfTabsIsTheStyles() throws {
    var style = TextStyle()
    style.tabInterval = 100
    #expect(abs(try width("a\tb", style: style) - (100 + (try width("b")))) < 1e-9)
  }

  /// Eight spaces in CSS: Inter's space is 792 / 2816 em, 4.5 px at 16 px.
  @Test func cssTabsAreEightSpaces() throws {
    let style = TextStyle(size: 16)
    let b = try width("b", style: style, rules: .css)
    // Each tab and the text beside it are rounded up to 1/64 pixel.
    #expect(abs(try width("a\tb", style: style, rules: .css) - (36 + b)) < 1.0 / 32)
  }

  /// 20 pixels on Android: two stops for a letter of 10 points at three pixels a point.
  @Test func androidTabsAreTwentyPixels() throws {
    let style = TextStyle(size: 16)
    let a = try width("a", style: style, rules: .android)
    let b = try width("b", style: style, rules: .android)
    let stop = ((a * 3 / 20).rounded(.down) + 1) * 20 / 3
    #expect(abs(try width("a\tb", style: style, rules: .android) - (stop + b)) < 1e-9)
  }

  @Test func aTabAtTheEndOfALineHangs() throws {
    let text = "world\thello"
    let first = try lines(text, width: try width("world"))
    #expect(first.map(\.end) == [6, 11])
    #expect(try width("hello\t") == width("hello"))
  }

  /// The hyphen is drawn only at the end of a line, and must fit.
  @Test func aSoftHyphenIsDrawnAtTheEndOfALine() throws {
    let text = "extra\u{AD}ordinary"
    let whole = try lines(text)
    #expect(whole.count == 1 && whole[0].hyphenated == false)
    #expect(abs(whole[0].width - (try width("extraordinary"))) < 0.5)
    let begin = try width("extra\u{2010}")
    let broken = try lines(text, width: begin + 1)
    #expect(broken[0].end == 6)
    #expect(broken[0].hyphenated)
    #expect(abs(broken[0].width - begin) < 0.5)
    #expect(broken.count > 1 && broken.last?.hyphenated == false)
  }

  @Test func aHyphenThatDoesNotFitMovesTheBreakBefore() throws {
    let text = "an extra\u{AD}ordinary"
    let between = (try width("an extra") + width("an extra\u{2010}")) / 2
    #expect(try lines(text, width: between)[0].end == 3)
    let enough = try width("an extra\u{2010}") + 0.5
    #expect(try lines(text, width: enough)[0].end == 9)
  }

  @Test func aSoftHyphenAtTheEndOfTheTextIsNotDrawn() throws {
    #expect(try width("abc\u{AD}") == width("abc"))
    #expect(try lines("abc\u{AD}\ndef")[0].hyphenated == false)
  }

  /// Every line consumes the text that it examined, except a hyphen's width: no text takes
  /// quadratic time.
  @Test func manySoftHyphensEnd() throws {
    let text =
      String(repeating: "\u{AD}", count: 50_000) + "a\t"
      + String(
        repeating: "b\u{AD}", count: 20_000)
    for width in [0.0, 1, 7, 50] {
      let lines = try lines(text, width: width)
      #expect(lines.last?.end == 90_002)
      for (left, right) in zip(lines, lines.dropFirst()) { #expect(left.end == right.start) }
    }
  }

  @Test func aMeasuredWidthGivesTheSameLinesWithTabsAndHyphens() throws {
    let measurer = try Support.measurer()
    for rules in TextRules.allCases {
      let rules = try Support.rules(rules)
      let text = "in\u{AD}com\u{AD}pre\u{AD}hen\u{AD}si\u{AD}ble\tco\u{AD}lumns and\t\twords"
      let prepared = try measurer.prepare(text, style: TextStyle(), rules: rules)
      for width in stride(from: 20.0, through: 400, by: 7) {
        let measure = prepared.wrapped(width: width, lines: 0)
        guard measure.width <= width else { continue }
        #expect(prepared.wrapped(width: measure.width, lines: 0) == measure, "\(width)")
      }
    }
  }
}
