import LayoutPrimitives
import Testing

@testable import TextMeasurement

@Suite struct MetricsTests {
  private func measure(
    _ text: String, style: TextStyle, rules: TextRules, scale: Double = 3, width: Double = 343,
    lines: Int = 0
  ) throws -> TextMeasure {
    try Support.measurer().prepare(text, style: style, rules: Support.rules(rules, scale: scale))
      .wrapped(width: width, lines: lines)
  }

  /// Inter 17: (2728 + 680) / 2816 × 17 = 20.574 a line.
  @Test func uikitHeightsAreRoundedUpOnceAText() throws {
    let line = 17.0 * 3408 / 2816
    let one = try measure("a", style: TextStyle(), rules: .uikit)
    #expect(one.height == 62.0 / 3)
    #expect(abs(one.firstBaseline - 17.0 * 2728 / 2816) < 1e-12)
    let three = try measure("a\nb\nc", style: TextStyle(), rules: .uikit)
    #expect(three.height == (line * 3 * 3).rounded(.up) / 3)
    #expect(three.lineCount == 3)
    // Fallback fonts do not grow a line.
    #expect(try measure("你好 नमस्ते", style: TextStyle(), rules: .uikit).height == 62.0 / 3)
  }

  @Test func uikitMultiplesMinimaAndSpacing() throws {
    var style = TextStyle(size: 17)
    style.lineHeightMultiple = 1.2
    let line = 17.0 * 3408 / 2816 * 1.2
    let measured = try measure("a\nb", style: style, rules: .uikit, scale: 2)
    #expect(measured.height == (line * 2 * 2).rounded(.up) / 2)
    // The extra goes above the glyphs.
    #expect(abs(measured.firstBaseline - (line - 17.0 * 680 / 2816)) < 1e-12)
    style.maximumLineHeight = 22
    #expect(try measure("a\nb", style: style, rules: .uikit, scale: 2).height == 44)
    style.minimumLineHeight = 22
    style.lineHeightMultiple = 0.5
    style.lineSpacing = 3
    #expect(try measure("a\nb", style: style, rules: .uikit, scale: 2).height == 47)
    style.lineHeight = 20.4
    #expect(try measure("a\nb\nc", style: style, rules: .uikit, scale: 1).height == 68)
  }

  /// 17 × 1.2 × 5 lines is 102, whatever the noise of floating point.
  @Test func wholeHeightsDoNotGrowByAPixel() throws {
    var style = TextStyle(size: 17)
    style.lineHeight = 17 * 1.2
    #expect(try measure("a\nb\nc\nd\ne", style: style, rules: .uikit).height == 102)
  }

  /// Heights measured in Chromium at 16 px, `line-height: normal`; see the reference figures.
  @Test(arguments: [
    ("Inter", 1.0, 20.0), ("Inter", 2, 19.5), ("漢", 1, 24), ("漢", 2, 23), ("مرحبا", 1, 34),
    ("नमस्ते", 1, 23), ("नमस्ते", 2, 22.5), ("ไทย", 1, 24), ("👍", 1, 20), ("👍", 2, 19.5),
  ])
  func cssNormalLinesGrowWithTheirFonts(text: String, scale: Double, height: Double) throws {
    let style = TextStyle(size: 16)
    let measured = try measure("x" + text, style: style, rules: .css, scale: scale)
    #expect(measured.height == height)
    #expect(measured.lineCount == 1)
  }

  @Test func cssDeclaredHeightsDoNotGrow() throws {
    var style = TextStyle(size: 16)
    style.lineHeight = 20
    let measured = try measure("漢 مرحبا", style: style, rules: .css, scale: 1)
    #expect(measured.height == 20)
    // Inter at 16: 15.5 → 16 above, 3.86 → 4 below.
    #expect(measured.firstBaseline == 16)
    #expect(measured.lastBaselineFromBottom == 4)
    style.lineHeight = nil
    style.lineHeightMultiple = 1.5
    #expect(try measure("a\nb", style: style, rules: .css, scale: 1).height == 48)
  }

  /// Inter at 16 px: ascent 15.5 → 16, descent 3.86 → 4, padding of the bounding box outside.
  @Test func androidRoundsToWholePixelsAndPads() throws {
    let style = TextStyle(size: 16)
    let one = try measure("a", style: style, rules: .android, scale: 1)
    let three = try measure("a\nb\nc", style: style, rules: .android, scale: 1)
    #expect(three.height - one.height == 40)
    #expect(one.height > 20)
    var spaced = style
    spaced.lineSpacing = 2
    spaced.lineHeightMultiple = 1.5
    // Each line but the last: 20 × 0.5 + 2.
    let extra = try measure("a\nb\nc", style: spaced, rules: .android, scale: 1)
    #expect(extra.height == three.height + 24)
  }

  @Test func nothingTakesNoPlace() throws {
    for rules in TextRules.allCases {
      #expect(try measure("", style: TextStyle(), rules: rules) == .empty)
    }
  }

  @Test func aTerminatorAtTheEndOpensALineButInCSS() throws {
    #expect(try measure("a\n", style: TextStyle(), rules: .uikit).lineCount == 2)
    #expect(try measure("a\n", style: TextStyle(), rules: .android).lineCount == 2)
    #expect(try measure("a\n", style: TextStyle(), rules: .css).lineCount == 1)
  }

  @Test func letterSpacingIsAddedToEachGrapheme() throws {
    var style = TextStyle(size: 16)
    let plain = try measure("hello", style: style, rules: .css).width
    style.letterSpacing = 2
    #expect(try measure("hello", style: style, rules: .css).width == plain + 10)
  }

  @Test(arguments: [0, -1, .nan, .infinity]) func aSizeMustBeAPositiveNumber(size: Double) throws {
    #expect(throws: TextError.self) {
      try measure("a", style: TextStyle(size: size), rules: .uikit)
    }
  }

  @Test func longTextsAreCutAndSaySo() throws {
    let measurer = try Support.measurer(limits: TextLimits(textUnits: 10))
    let rules = try Support.rules(.uikit)
    for text in ["0123456789", "01234567890", "012345678👍", "\u{20}123456789\n"] {
      let prepared = try measurer.prepare(text, style: TextStyle(), rules: rules)
      #expect(prepared.caveats.contains(.limit) == (text.utf16.count > 10), "\(text)")
    }
  }
}
