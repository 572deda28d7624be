import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

@Suite struct AttributedTextTests {
  private func prepare(
    _ text: AttributedText, style: TextStyle = TextStyle(), rules: TextRules = .uikit
  ) throws -> PreparedText {
    try Support.measurer().prepare(text, style: style, rules: Support.rules(rules))
  }

  private static let widths: [Double] = [1, 40, 90, 160, 343, .infinity]

  /// Attributes that are divided but unchanged do not change the measure, wherever they are
  /// divided.
  @Test(arguments: [TextRules.uikit, .css, .android])
  func dividingAttributesChangesNothing(rules: TextRules) throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(rules)
    var random = TestRandom(seed: 11)
    for text in Support.samples {
      let whole = try measurer.prepare(text, style: TextStyle(), rules: rules)
      var lengths: [Int] = []
      var left = text.utf16.count + 3
      while left > 0 {
        let length = Int.random(in: 0...5, using: &random)
        lengths.append(length)
        left -= max(1, length)
      }
      let divided = AttributedText(
        text, runs: lengths.map { .init(length: $0, style: CharacterStyle()) })
      let prepared = try measurer.prepare(divided, style: TextStyle(), rules: rules)
      var mixed = CharacterStyle(weight: 700, size: 21)
      mixed.letterSpacing = 0.5
      let half = text.utf16.count / 2
      let two = [
        AttributedText.Run(length: half, style: CharacterStyle()), .init(length: 99, style: mixed),
      ]
      let four = [half / 2, half - half / 2].map {
        AttributedText.Run(length: $0, style: CharacterStyle())
      }
      let coarse = try measurer.prepare(
        AttributedText(text, runs: two), style: TextStyle(), rules: rules)
      let fine = try measurer.prepare(
        AttributedText(text, runs: four + [.init(length: 7, style: mixed), two[1]]),
        style: TextStyle(), rules: rules)
      for width in Self.widths {
        let fitting = LineFitting()
        #expect(
          prepared.layout(width: width, fitting: fitting)
            == whole.layout(width: width, fitting: fitting), "\(text)")
        #expect(
          fine.layout(width: width, fitting: fitting)
            == coarse.layout(width: width, fitting: fitting), "\(text)")
      }
    }
  }

  /// A word of each style has the same width as alone.
  @Test func widthsOfRunsAddUp() throws {
    let bold = CharacterStyle(weight: 700, size: 23)
    let light = CharacterStyle(weight: 300, size: 11)
    let text = AttributedText([("Hello", bold), (" ", light), ("world", light)])
    let width = try #require(prepare(text).layout(width: .infinity, fitting: .init()).lines.first)
      .width
    func alone(_ text: String, _ style: CharacterStyle) throws -> Double {
      var whole = TextStyle()
      whole.characters = style
      let prepared = try Support.measurer().prepare(
        text + "x", style: whole, rules: Support.rules(.uikit))
      let x = try Support.measurer().prepare("x", style: whole, rules: Support.rules(.uikit))
      return try #require(prepared.lines(width: .infinity, lines: 0).first).width
        - #require(x.lines(width: .infinity, lines: 0).first).width
    }
    let expected = try alone("Hello", bold) + alone(" ", light) + alone("world", light)
    #expect(abs(width - expected) < 0.5)
    let exact = try alone("Hello", bold) + alone(" ", light)
    let begin = try prepare(AttributedText([("Hello", bold), (" ", light)]))
      .layout(width: .infinity, fitting: .init()).lines.first?.width
    #expect(abs((begin ?? 0) - exact + (try alone(" ", light))) < 0.5)
  }

  /// The largest style of a line makes its height, 3408 / 2816 of its size in Inter.
  @Test func theTallestRunMakesTheLine() throws {
    let small = CharacterStyle(size: 10)
    let large = CharacterStyle(size: 40)
    let text = AttributedText([("small\n", small), ("large", large), (" small\nsmall", small)])
    let layout = try prepare(text).layout(width: .infinity, fitting: .init())
    #expect(layout.lines.count == 3)
    let heights = layout.lines.map { $0.bottom - $0.top }
    let em = 3408.0 / 2816
    for (height, size) in zip(heights, [10.0, 40, 10]) { #expect(abs(height - size * em) < 1e-9) }
    // Ascenders: 2728 / 2816.
    #expect(abs(layout.measure.firstBaseline - 10 * 2728 / 2816) < 1e-9)
    #expect(abs(layout.lines[1].baseline - layout.lines[1].top - 40 * 2728 / 2816) < 1e-9)
  }

  /// 5 points up make the line 5 points taller above; the base style is not on the line.
  @Test func aRaisedBaselineMakesRoomAbove() throws {
    var raised = CharacterStyle(size: 20)
    raised.baselineOffset = 5
    let text = AttributedText([("a", CharacterStyle(size: 20)), ("b", raised)])
    let layout = try prepare(text, style: TextStyle(size: 60)).layout(
      width: 500, fitting: .init())
    let line = try #require(layout.lines.first)
    #expect(abs(line.bottom - line.top - (20 * 3408 / 2816 + 5)) < 1e-9)
    #expect(abs(line.baseline - (20 * 2728 / 2816 + 5)) < 1e-9)
  }

  /// In CSS the block's own font is always a part of the line, as its strut.
  @Test func theStrutCountsInCSSAlone() throws {
    let text = AttributedText([("small", CharacterStyle(size: 10))])
    let style = TextStyle(size: 40)
    let strut = try Support.measurer().prepare("x", style: style, rules: Support.rules(.css))
      .wrapped(width: 500, lines: 0)
    #expect(
      try prepare(text, style: style, rules: .css).wrapped(width: 500, lines: 0).height
        == strut.height)
    #expect(try prepare(text, style: style).wrapped(width: 500, lines: 0).height < 15)
  }

  @Test func anEmptyLineIsAsHighAsItsTerminator() throws {
    let text = AttributedText([
      ("a", CharacterStyle(size: 10)), ("\n\n", CharacterStyle(size: 30)),
      ("b", CharacterStyle(size: 10)),
    ])
    let lines = try prepare(text).layout(width: 500, fitting: .init()).lines
    let heights = lines.map { (($0.bottom - $0.top) * 2816 / 3408).rounded() }
    #expect(heights == [10, 30, 10])
  }

  /// A family emoji of several units belongs to the style that its first unit has.
  @Test func aGraphemeIsNeverDivided() throws {
    let emoji = "👩‍👩‍👧‍👦"
    let text = AttributedText(
      emoji,
      runs: [
        .init(length: 3, style: CharacterStyle(size: 20)),
        .init(length: 40, style: CharacterStyle(size: 80)),
      ])
    let whole = AttributedText(emoji, runs: [.init(length: 40, style: CharacterStyle(size: 20))])
    #expect(
      try prepare(text).wrapped(width: 500, lines: 0)
        == prepare(whole).wrapped(width: 500, lines: 0))
  }

  /// More styles than a mask has bits: heights are never too small.
  @Test func manyStylesAreMeasured() throws {
    let pieces = (1...100).map { ("w\($0) ", CharacterStyle(size: Double($0))) }
    let layout = try prepare(AttributedText(pieces)).layout(width: 400, fitting: .init())
    #expect(layout.lines.count > 1)
    let last = try #require(layout.lines.last)
    #expect(last.bottom - last.top >= 100 * 3408 / 2816 - 1e-9)
  }

  /// The ellipsis is as large as the text that it replaces.
  @Test func theEllipsisIsSetInTheStyleOfTheText() throws {
    let style = TextStyle(size: 10)
    let large = CharacterStyle(size: 40)
    let text = AttributedText([("Large words go on and on", large)])
    let line = try #require(
      prepare(text, style: style).lines(width: 200, lines: 1).first)
    var expected = TextStyle()
    expected.characters = large
    let same = try Support.measurer().prepare(
      text.text, style: expected, rules: Support.rules(.uikit))
    #expect(same.lines(width: 200, lines: 1).first?.width == line.width)
  }
}
