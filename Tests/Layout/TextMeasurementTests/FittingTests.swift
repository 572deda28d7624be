import LayoutPrimitives
import Testing

@testable import TextMeasurement

@Suite struct FittingTests {
  private static let words = "one two three four five six seven eight nine ten eleven twelve"

  private func prepare(
    _ text: String, style: TextStyle = TextStyle(), rules: TextRules = .uikit, scale: Double = 3
  ) throws -> PreparedText {
    try Support.measurer().prepare(text, style: style, rules: Support.rules(rules, scale: scale))
  }

  /// One line of width w fits in v at the scale v / w.
  @Test func oneLineShrinksUntilItFits() throws {
    let prepared = try prepare("Hello wide world")
    let width = prepared.unwrapped().width
    let measure = prepared.wrapped(
      width: width * 0.8, fitting: LineFitting(lines: 1, minimumScale: 0.5))
    #expect(!measure.truncated)
    #expect(measure.lineCount == 1)
    #expect(abs(measure.scale - 0.8) < 0.005)
    #expect(measure.width <= width * 0.8 + 0.34)
    // The label stays as high as its font.
    #expect(measure.height == prepared.unwrapped().height)
  }

  @Test func aTextThatIsTooLongIsCutAtTheSmallestSize() throws {
    let prepared = try prepare(Self.words)
    let measure = prepared.wrapped(
      width: 60, fitting: LineFitting(lines: 1, minimumScale: 0.7))
    #expect(measure.truncated)
    #expect(measure.scale == 0.7)
  }

  @Test func whatFitsIsNotShrunk() throws {
    let prepared = try prepare("Hello")
    let fitting = LineFitting(lines: 1, minimumScale: 0.5, tightening: 0.05)
    #expect(prepared.wrapped(width: 300, fitting: fitting) == prepared.unwrapped())
    #expect(prepared.wrapped(width: 300, fitting: fitting).scale == 1)
  }

  /// At the scale found nothing is truncated, and at a larger one something is.
  @Test func severalLinesShrinkNoMoreThanNeeded() throws {
    let prepared = try prepare(Self.words)
    for width in [120.0, 160, 200] {
      let fitting = LineFitting(lines: 2, minimumScale: 0.3)
      let measure = prepared.wrapped(width: width, fitting: fitting)
      guard measure.scale < 1 else { continue }
      #expect(!measure.truncated)
      let larger = try prepare(
        Self.words, style: TextStyle(size: 17 * (measure.scale + 0.002)))
      #expect(larger.wrapped(width: width, lines: 2).truncated)
      let same = try prepare(Self.words, style: TextStyle(size: 17 * measure.scale))
      #expect(same.wrapped(width: width, lines: 2).truncated == false)
    }
  }

  @Test func aLineALittleTooWideIsTightened() throws {
    let prepared = try prepare("Hello wide world")
    let width = prepared.unwrapped().width
    let fitting = LineFitting(lines: 1, tightening: LineFitting.labelTightening)
    let near = prepared.layout(width: width / 1.04, fitting: fitting)
    #expect(!near.measure.truncated)
    #expect(near.lines.first?.end == 16)
    #expect(near.measure.width <= width / 1.04 + 0.34)
    #expect(prepared.wrapped(width: width / 1.06, fitting: fitting).truncated)
    let second = try prepare("Hello wide world\nmore")
    #expect(second.wrapped(width: width / 1.04, fitting: fitting).truncated)
  }

  @Test func charactersWrapWhereTheLineIsFull() throws {
    var style = TextStyle()
    style.wrapping = .character
    let text = "Hello wide world"
    let prepared = try prepare(text, style: style)
    let lines = prepared.lines(width: 70, lines: 0)
    let whole = try prepare(text).lines(width: 70, lines: 0)
    #expect(whole.first?.end == 6)
    // As many letters as fit; one more would not.
    let first = try #require(lines.first)
    #expect(first.end > 6)
    let longer = String(text.prefix(first.end + 1))
    #expect(try prepare(longer).unwrapped().width > 70)
    #expect(lines.last?.end == text.utf16.count)
  }

  /// Three paragraphs of one line each in 3 × 20.57 and 2 × (5 + 7 + 2).
  @Test func paragraphsStandApart() throws {
    var style = TextStyle()
    style.paragraphSpacing = 5
    style.paragraphSpacingBefore = 7
    style.lineSpacing = 2
    let line = 17.0 * 3408 / 2816
    let height = try prepare("a\nb\r\nc", style: style).unwrapped().height
    #expect(height == ((line * 3 + 2 * 14) * 3).rounded(.up) / 3)
    // U+2028 ends a line, not a paragraph.
    let lines = try prepare("a\u{2028}b\u{2029}c", style: style).unwrapped().height
    #expect(lines == ((line * 3 + 14 + 2) * 3).rounded(.up) / 3)
  }

  /// Apple's table: 0 at 12, -0.43 at 17, 0.37 at 40, 0 from 80 points.
  @Test func trackingFollowsTheSize() {
    for (size, points) in [(12.0, 0.0), (17, -0.43), (40, 0.37), (6, 0.24), (4, 0.24), (80, 0)] {
      #expect(Tracking.sanFrancisco.points(atSize: size) == points)
    }
    #expect(abs(Tracking.sanFrancisco.points(atSize: 16.5) + 0.37) < 1e-12)
    #expect(abs(Tracking.sanFrancisco.points(atSize: 74) - 0.105) < 1e-12)
    #expect(Tracking.none.points(atSize: 17) == 0)
  }

  /// Tracking keeps ligatures; letter spacing disables them.
  @Test func trackingIsAddedToEachGrapheme() throws {
    var style = TextStyle(size: 17)
    let plain = try #require(try prepare("hello", style: style).lines(width: 900, lines: 0).first)
    style.characters.tracking = .sanFrancisco
    let tracked = try #require(
      try prepare("hello", style: style).lines(width: 900, lines: 0).first)
    #expect(abs(tracked.width - plain.width + 5 * 0.43) < 1e-9)
  }

  /// The last word of the line before moves down, and the number of lines does not change.
  @Test func noWordIsLeftAloneInUIKit() throws {
    let text = "aaaa bbbb cccc dddd"
    let width = try prepare("aaaa bbbb cccc").unwrapped().width + 1
    let uikit = try prepare(text).lines(width: width, lines: 0)
    #expect(uikit.map(\.end) == [10, 19])
    let uax14 = try Support.measurer().prepare(
      text, style: TextStyle(),
      rules: MeasurementRules(rules: .uikit, scale: 3, lineBreak: .uax14))
    #expect(uax14.lines(width: width, lines: 0).map(\.end) == [15, 19])
    // Two words are enough, and a line of one word cannot lose it.
    #expect(try prepare("aaaa bbbb cccc d e").lines(width: width, lines: 0)[0].end == 15)
    #expect(
      try prepare("aaaa aaaa").lines(width: try prepare("aaaa").unwrapped().width, lines: 0)
        .map(\.end) == [5, 9])
  }

  /// Text that hangs at the end of a text is not kept by truncation at the head.
  @Test(arguments: [TruncationMode.head, .middle])
  func spacesAtTheEndTakeNoRoomBesideAnEllipsis(truncation: TruncationMode) throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    let text = "The quick brown fox jumps over the dog"
    let expected = try measurer.prepare(text, style: TextStyle(), rules: rules)
      .lines(width: 120, lines: 1, truncation: truncation)
    for spaces in ["      ", " \u{3000} ", "\n \n"] {
      let lines = try measurer.prepare(text + spaces, style: TextStyle(), rules: rules)
        .lines(width: 120, lines: 1, truncation: truncation)
      #expect(lines.map(\.width) == expected.map(\.width))
    }
  }
}

@Suite struct SpacingTests {
  /// Invisible characters take no width, whatever the spacing.
  @Test func spacingPassesOverWhatIsNotDrawn() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    var style = TextStyle()
    style.letterSpacing = 3
    let plain = try measurer.prepare("abcd", style: style, rules: rules).unwrapped().width
    for hidden in ["\u{200B}", "\u{2060}", "\u{AD}", "\u{2067}", "\u{1}"] {
      let text = "ab\(hidden)cd"
      let width = try measurer.prepare(text, style: style, rules: rules).unwrapped().width
      #expect(
        abs(width - plain) < 1, "U+\(String(hidden.unicodeScalars.first?.value ?? 0, radix: 16))")
    }
  }
}
