import LayoutPrimitives
import Testing

@testable import CellTemplates

/// The heights and widths of lines in cards, as measured in Chromium 156.
@Suite struct CardLineTests {
  /// The height of nine lines.
  @Test(arguments: [
    ("0.9rem", "1.5", 194.484375), ("13.333px", "1.2", 143.859375),
    ("13.333px", "1.3", 155.8125), ("0.85rem", "1.4", 171.28125),
    ("14.4px", "1.45", 187.875), ("11.1px", "1.3", 129.796875),
    ("17.6px", "1.55", 245.390625), ("13.6px", "1.333", 162.984375),
    ("22.22px", "1.2", 239.90625), ("10.49px", "1.5", 141.46875),
  ]) func aMultipleOfAFractionalFontSizeIsThatOfTheRoundedSize(
    size: String, factor: String, height: Double
  ) throws {
    let frames = try CardFrame.frames(
      "{id: a, style: {font-size: \(size), line-height: \(factor), white-space: pre}, "
        + "text: \"a\\nb\\nc\\nd\\ne\\nf\\ng\\nh\\ni\"}",
      style: "font: 16px Inter", environment: "300@1x/L/ltr/en/css")
    #expect(frames["a"]?.height == height)
  }

  /// The top of a text whose baseline is that of a text of 40 px.
  @Test(arguments: [
    ("font-size: 13.333px, line-height: 1.2", 26.0), ("line-height: 17.984375px", 24),
    ("line-height: 17.953125px", 25), ("line-height: 18.015625px", 24),
    ("line-height: 19.984375px", 23), ("line-height: 15.984375px", 25),
    ("line-height: 20.015625px", 23),
  ]) func halfOfTheLeadingIsRoundedTowardZero(style: String, top: Double) throws {
    let frames = try CardFrame.frames(
      "{style: {display: flex, align-items: baseline}, children: [{id: a, style: {\(style)}, "
        + "text: x}, {style: {font-size: 40px}, text: x}]}",
      style: "font: 16px Inter", environment: "300@1x/L/ltr/en/css")
    #expect(frames["a"]?.y == top)
  }

  @Test(arguments: [
    ("公開しました：「東京の夜」", 128.0, 40.0), ("ました：「東京", 60, 60),
    ("新しい記事を公開しました：「東京の夜」", 200, 40), ("今日は、とても「暑い」日でした。", 100, 60),
    ("『春』（第二版）、発売中！", 90, 60), ("写真：山田「海と空」", 80, 40),
  ]) func balancedLinesAreAsManyAsOthers(text: String, width: Double, height: Double) throws {
    for children in [
      "{id: a, style: {text-wrap: balance, width: \(width)px}, text: \"\(text)\"}",
      "{id: a, style: {text-wrap: balance, width: \(width)px}, children: "
        + "[{style: {display: inline}, children: [\"\(text)\"]}]}",
      "{id: a, style: {width: \(width)px}, text: \"\(text)\"}",
    ] {
      let frames = try CardFrame.frames(
        children, style: "font: 16px/20px Inter", environment: "300@1x/L/ltr/en/css")
      #expect(frames["a"]?.height == height)
    }
  }

  /// The widths of a text with wide spaces at its end: of the contents, and as narrow as they allow.
  @Test(arguments: [
    ("日本\u{3000}", 48.015625, 32.0), ("日本\u{3000}\u{3000}", 64.015625, 48),
    ("日\u{3000}本\u{3000}", 64.015625, 32.015625), ("a\u{3000} b", 39.46875, 25.03125),
    ("a \u{3000}", 29.53125, 16), ("\u{3000}", 16.015625, 16.015625),
  ]) func wideSpacesAtTheEndCountInContentWidths(
    text: String, most: Double, least: Double
  ) throws {
    let frames = try CardFrame.frames(
      "{children: [{id: a, style: {display: inline-block}, children: [\"\(text)\"]}]}, "
        + "{children: [{id: b, style: {display: inline-block}, children: "
        + "[{style: {display: inline, padding: 2px}, children: [\"\(text)\"]}]}]}, "
        + "{id: c, style: {width: min-content}, text: \"\(text)\"}",
      style: "font: 16px/20px Inter", environment: "300@1x/L/ltr/en/css")
    #expect(frames["a"]?.width == most)
    #expect(frames["b"]?.width == most + 4)
    #expect(abs((frames["c"]?.width ?? 0) - least) <= 1.0 / 64)
  }

  @Test func aCenteredLineIsRoundedToTheStart() throws {
    let frames = try CardFrame.frames(
      "{style: {width: 101px, text-align: center}, children: "
        + "[{id: a, style: {display: inline-block}, text: '9'}]}",
      style: "font: 16px Inter", environment: "300@1x/L/ltr/en/css")
    #expect(frames["a"]?.x == 45.5)
  }
}
