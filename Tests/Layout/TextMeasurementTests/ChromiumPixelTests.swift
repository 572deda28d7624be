import LayoutPrimitives
import Testing

@testable import TextMeasurement

/// Widths and heights as Chromium has them beyond one pixel a point, around tabs and in several styles.
///
/// Values: headless Chromium 156 (Debian) with `--force-device-scale-factor`, `white-space: pre-wrap`,
/// `font-family: Inter, "Noto Color Emoji"`, `font-variant-emoji: unicode`,
/// `getBoundingClientRect()`.
@Suite struct ChromiumPixelTests {
  private func prepare(
    _ text: AttributedText, size: Double, scale: Double, letterSpacing: Double = 0
  ) throws -> PreparedText {
    var style = TextStyle(size: size)
    style.family = "Inter"
    style.letterSpacing = letterSpacing
    return try Support.measurer().prepare(
      text, style: style, rules: Support.rules(.css, scale: scale))
  }

  private func width(_ text: String, size: Double, scale: Double) throws -> Double {
    let lines = try prepare(AttributedText(text), size: size, scale: scale).lines(
      width: .infinity, lines: 0)
    return lines.first?.width ?? 0
  }

  /// Sizes, and ten emoji in device pixels, by device pixels a point.
  private static let emoji: [(scale: Double, size: Double, pixels: Double)] = [
    (1, 12, 150), (1, 13, 160), (1, 14, 170), (1, 15, 190), (1, 17, 210), (1, 19, 240),
    (2, 13, 320), (2, 14, 350), (2, 15, 370), (2, 17, 420), (2, 18, 450), (2, 19, 470),
    (3, 13, 490), (3, 14, 520), (3, 15, 560), (3, 16, 600), (3, 17, 640), (3, 34, 1270),
  ]

  @Test("T4: emoji are whole device pixels wide", arguments: emoji.indices)
  func emojiAreWholeDevicePixelsWide(index: Int) throws {
    let (scale, size, pixels) = Self.emoji[index]
    let emoji = String(repeating: "👉", count: 10)
    #expect(abs(try width(emoji, size: size, scale: scale) * scale - pixels) < 1e-6)
  }

  /// Heights of a line of emoji in device pixels.
  @Test(
    "T4: heights are whole device pixels, rounded up to 1/64 pixel",
    arguments: [(16.0, 59.0), (17.0, 61.0), (22.0, 80.0), (34.0, 124.0)])
  func heightsAreWholeDevicePixels(size: Double, pixels: Double) throws {
    let height = try prepare(AttributedText("👉"), size: size, scale: 3).unwrapped().height
    #expect(height == (pixels / 3 * 64).rounded(.up) / 64)
  }

  @Test(
    "T5: a stop that is nearer than half a space is passed over",
    arguments: [
      (1.0, 16.0, 80.71875), (1.0, 17.0, 85.765625), (3.0, 16.0, 15_497.0 / 192),
      (3.0, 17.0, 85.75),
    ])
  func aStopNearerThanHalfASpaceIsPassedOver(
    scale: Double, size: Double, expected: Double
  ) throws {
    let text = AttributedText("to\t thin\tk")
    let line = try prepare(text, size: size, scale: scale).lines(width: 600, lines: 0).first
    #expect(abs((line?.width ?? 0) - expected) < 1 / (64 * scale))
  }

  /// Positions before the first stop from which a tab extends to the second.
  @Test(
    "T5: how near a stop is passed over",
    arguments: [
      (11.0, 0.0, 23.21875, 24.75), (16.0, 0.0, 33.75, 36.0), (24.0, 0.0, 50.640625, 54.0),
    ])
  func howNearAStopIsPassedOver(
    size: Double, letterSpacing: Double, place: Double, stop: Double
  ) throws {
    let prepared = try prepare(
      AttributedText("\t"), size: size, scale: 1, letterSpacing: letterSpacing)
    let tabs = try #require(prepared.paragraph.tabs)
    #expect(abs(tabs.stop(after: place - 1 / 64) - stop) < 1 / 32)
    #expect(abs(tabs.stop(after: place) - 2 * stop) < 1 / 32)
  }

  /// 64ths of a pixel of two styles beside one another, and of the same text in one style.
  @Test(
    "T5: each run of styles is rounded up to 1/64 pixel",
    arguments: [(13.0, 9_238.0, 9_238.0), (15.0, 10_659.0, 10_659.0), (16.0, 11_370.0, 11_369.0)])
  func runsOfStylesAreRoundedUp(size: Double, two: Double, one: Double) throws {
    let plain = try prepare(AttributedText("The ferry leaves at nine"), size: size, scale: 1)
    #expect(plain.unwrapped().width == one / 64)
    var raised = CharacterStyle(size: size)
    raised.family = "Inter"
    raised.baselineOffset = 1
    let styled = AttributedText(
      "The ferry leaves at nine",
      runs: [
        AttributedText.Run(length: 9, style: try base(size)),
        AttributedText.Run(length: 15, style: raised),
      ])
    #expect(try prepare(styled, size: size, scale: 1).unwrapped().width == two / 64)
  }

  private func base(_ size: Double) throws -> CharacterStyle {
    var style = CharacterStyle(size: size)
    style.family = "Inter"
    return style
  }

  /// T5: A raised space that hangs makes its line taller in Chromium as well: preserved white space
  /// keeps its inline box (`white-space: normal` removes the space, and its box with it).
  @Test(arguments: [
    ("hello", " ", "world", 48.0), ("hello ", "world", "", 48.0),
    ("hello ", " world", "", 56.0), ("hello", "", " world", 40.0),
  ])
  func raisedSpacesThatHangCount(
    before: String, raised: String, after: String, height: Double
  ) throws {
    var style = try base(16)
    style.baselineOffset = 8
    let text = AttributedText(
      before + raised + after,
      runs: [
        AttributedText.Run(length: before.utf16.count, style: try base(16)),
        AttributedText.Run(length: raised.utf16.count, style: style),
      ])
    let prepared = try prepare(text, size: 16, scale: 1)
    #expect(prepared.wrapped(width: 50, lines: 0).height == height)
  }
}
