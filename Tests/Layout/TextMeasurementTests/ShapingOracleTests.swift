import CHarfBuzz
import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// Widths against HarfBuzz shaping the whole paragraph at once.
@Suite struct ShapingOracleTests {
  /// The advance of a whole text shaped in one piece, in points at a size.
  private func wholeWidth(_ text: String, face: FontDescription, size: Double) -> Double {
    let blob = hb_blob_create_from_file_or_fail(face.file)
    let hbFace = hb_face_create(blob, UInt32(face.index))
    let font = hb_font_create(hbFace)
    let buffer = hb_buffer_create()
    defer {
      hb_buffer_destroy(buffer)
      hb_font_destroy(font)
      hb_face_destroy(hbFace)
      hb_blob_destroy(blob)
    }
    hb_buffer_add_utf8(buffer, text, -1, 0, -1)
    hb_buffer_guess_segment_properties(buffer)
    hb_buffer_set_language(buffer, hb_language_from_string("und", -1))
    hb_shape(font, buffer, nil, 0)
    var count: UInt32 = 0
    let positions = hb_buffer_get_glyph_positions(buffer, &count)
    var units = 0
    for index in 0..<Int(count) { units += Int(positions?[index].x_advance ?? 0) }
    return Double(units) * size / Double(hb_face_get_upem(hbFace))
  }

  private func expectWhole(_ text: String, family: String = "Inter") throws {
    let measurer = try Support.measurer()
    let style = TextStyle(family: family, size: 17)
    let prepared = try measurer.prepare(text, style: style, rules: Support.rules(.uikit))
    let face = try #require(prepared.fonts.first)
    let width = prepared.lines(width: .infinity, lines: 0).map(\.width).reduce(0, +)
    let expected = wholeWidth(text, face: face, size: 17)
    #expect(abs(width - expected) <= 1e-9 * expected, "\(width) is not \(expected): \(text)")
  }

  /// Inter's contextual alternates look across spaces: `A - B` raises the hyphen.
  @Test(arguments: [
    "The quick brown fox jumps over the lazy dog.", "A - B", "A -> B -- (C) : D", "- A", "A -",
    "NASA (the agency) : 3 x 4 and 3x4", "a - b", "(A) [B] {C} @D", ": : : A : : :",
    "WE ARE - AS ALWAYS - HERE: 10:30 - 11:45 (UTC+1) x 2", "* A + B = C <= D * E",
  ])
  func wordsAddUpToTheWholeParagraph(text: String) throws {
    try expectWhole(text)
    try expectWhole(text, family: "Noto Sans")
  }

  /// Syllables with jamo and tone marks after them, which HarfBuzz composes and reorders.
  @Test func jamoAddUpToTheWholeParagraph() throws {
    var random = TestRandom(seed: 11)
    let parts = [
      "글", "그", "\u{11AF}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{302E}", "\u{302F}", "가", "각",
      "힣",
    ]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        parts[Int.random(in: parts.indices, using: &random)]
      }.joined()
      try expectWhole(text, family: "Noto Sans CJK KR")
    }
  }

  @Test func randomTextsAddUpToTheWholeParagraph() throws {
    var random = TestRandom(seed: 99)
    let words = [
      "A", "-", "B", "(", ")", ":", "x", "3", "Hello", "->", "AV", "To.", "[X]", "@", "it's", "*",
      "fi", "WAVE", "1:2", "--", "+", "=", "y,", "\"Q\"", "T",
    ]
    for _ in 0..<300 {
      let count = Int.random(in: 1...12, using: &random)
      let text = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
      try expectWhole(text.joined(separator: " "))
    }
  }

  @Test(arguments: ["カタカナとひらがなの、テスト。", "とても面白かったです", "今天天气很好，我们去公园。"])
  func cjkDividedWhereGlyphsAreInertAddsUpToTheWholeRun(text: String) throws {
    try expectWhole(text, family: "Noto Sans CJK JP")
    let measurer = try Support.measurer()
    let prepared = try measurer.prepare(
      text, style: TextStyle(family: "Inter", size: 17), language: "ja",
      rules: Support.rules(.uikit))
    let face = try #require(prepared.fonts.last)
    #expect(face.family == "Noto Sans CJK JP")
    let width = try #require(prepared.lines(width: .infinity, lines: 0).first?.width)
    #expect(abs(width - wholeWidth(text, face: face, size: 17)) <= 1e-9 * width)
  }

  @Test func arabicKeepsItsJoining() throws {
    try expectWhole("مرحبا", family: "Noto Sans Arabic")
  }

  @Test func noWordIsShapedTwice() throws {
    let measurer = try Support.measurer(limits: TextLimits(paragraphCacheEntries: 0))
    let text = "one two three four one two three four"
    let rules = try Support.rules(.uikit)
    _ = try measurer.prepare(text, style: TextStyle(size: 17), rules: rules)
    let first = measurer.statistics

    // Letters of Inter do not interact with spaces, so a word is the same at the edge of the text.
    #expect(first.shapedRuns + first.wordsByTable == 4)
    _ = try measurer.prepare(text, style: TextStyle(size: 31), rules: rules)
    #expect(measurer.statistics.shapedRuns == first.shapedRuns)
    #expect(measurer.statistics.wordsByTable == first.wordsByTable)
    #expect(measurer.statistics.hits - first.hits == 8)
    #expect(measurer.statistics.preparedTexts == 2)
    #expect(measurer.statistics.icuOpens == first.icuOpens)
  }
}
