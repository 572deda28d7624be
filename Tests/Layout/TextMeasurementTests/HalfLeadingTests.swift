import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// Half-leading is floored to device pixels above the glyphs; the rest is below.
@Suite struct HalfLeadingTests {
  /// T1: Chromium 156, `font: 16px Lato, …` with the fonts of the default chain, `line-height:
  /// normal`: Lato 2.0 has 1610 units above, 390 below and a gap of 400, of 2000; here a font with
  /// the same proportions replaces it.
  @Test(
    "T1: an odd line gap is floored above",
    arguments: [
      ("नमस्ते", 1.0, 11.0, 14.0), ("नमस्ते", 1, 13, 17), ("नमस्ते", 1, 15, 19), ("नमस्ते", 1, 16, 21),
      ("नमस्ते", 1, 17, 22), ("नमस्ते", 1, 23.5, 31), ("नमस्ते", 2, 11, 14.5), ("नमस्ते", 2, 23.5, 30.5),
      ("👋", 1, 13, 17), ("👋", 1, 17, 21), ("👋", 2, 15, 18.5), ("👋", 2, 23.5, 29.5),
      ("日本", 1, 13, 20), ("日本", 1, 19, 28), ("日本", 2, 12, 18), ("日本", 2, 17, 25),
    ])
  func oddGaps(text: String, scale: Double, size: Double, height: Double) throws {
    let folder = try TemporaryFolder()
    var font = TinyFont("x", family: "Gap")
    font.ascender = 805
    font.descender = 195
    font.lineGap = 200
    let file = try folder.add(font, as: "Gap.ttf")
    let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration(system: [file])))
    let measured = try measurer.prepare(
      text, style: TextStyle(size: size), rules: Support.rules(.css, scale: scale))
    #expect(measured.wrapped(width: 500, lines: 0).height == height)
  }

  /// T1: Chromium 156: Inter at 16 px has 16 above and 4 below, so a line of 23 px has 3 more; the
  /// baseline is 17 px from the top.
  @Test("T1: so is what a declared height leaves", arguments: [(23.0, 17.0), (21, 16), (17, 14)])
  func declaredHeights(height: Double, baseline: Double) throws {
    var style = TextStyle(size: 16)
    style.lineHeight = height
    let measured = try Support.measurer().prepare(
      "x", style: style, rules: Support.rules(.css, scale: 1)
    )
    .wrapped(width: 500, lines: 0)
    #expect(measured.height == height)
    #expect(measured.firstBaseline == baseline)
  }
}
