import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

/// Texts with inline boxes in cards: letter case, justified lines, and where long words and lines
/// break, as measured in Chromium 156.
@Suite struct CardTextTests {
  @Test(arguments: [
    ("el", "uppercase", "Καλημέρα ΐ όπου ή μάιος", 221.078125),
    ("tr", "lowercase", "ISI İSTANBUL TİTLE", 113.078125),
    ("en", "uppercase", "straße ß", 96.421875),
  ]) func theCaseOfLettersIsThatOfTheLanguage(
    _ language: String, _ transform: String, _ text: String, _ width: Double
  ) throws {
    try CardFrame(
      children: "{id: a, style: {width: max-content, text-transform: \(transform)}, "
        + "text: '\(text)'}",
      frame: Rect(x: 0, y: 0, width: width, height: 20), language: language
    ).expect()
  }

  /// White space alone collapses: the card has no content and no line, and nothing is wrong with it.
  @Test(arguments: [" ", "  \n ", "\t", ""]) func whiteSpaceAloneIsNoContent(text: String) throws {
    let template = try CellTemplate(
      text:
        "schema: \(CellTemplate.schema)\ntemplate: t\ncard: {children: [{id: a, text: '{x}'}]}\n",
      file: "t.yaml")
    var layouter = CellLayouter(
      plan: TemplatePlan(template),
      measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
    let environment = try Environment(parsing: "390@1x/L/ltr/en/css")
    let cell = try layouter.cellLayout(Record(values: ["x": text]), in: environment)
    #expect(cell.height == 0)
    #expect(!cell.caveats.contains(.collapsed))
    #expect(Array(cell.findings.numbers) == [])
  }

  private static func justified(_ children: String, _ style: String = "") -> String {
    "{style: {text-align: justify, width: 200px, \(style)}, children: [\(children)]}"
  }

  private static func span(_ text: String, _ style: String = "") -> String {
    "{id: a, style: {display: inline, \(style)}, children: [\"\(text)\"]}"
  }

  @Test(arguments: [
    (
      justified("'The quick ', \(span("brown fox")), ' jumps over the lazy dog'"), 109.53125,
      90.46875
    ),
    (
      justified("'The quick ', \(span("brown fox")), ' jumps over the lazy dog'", "direction: rtl"),
      109.53125, 90.46875
    ),
    (
      justified(
        "'The  quick ', \(span("brown  fox")), '   jumps over the lazy dog'",
        "white-space: pre-wrap"), 105.53125, 94.46875
    ),
    (
      justified(
        "'The quick ', \(span("brown fox", "padding: 0 3px")), ' jumps over the lazy dog'",
        "text-indent: 30px"), 115.53125, 84.46875
    ),
    (justified("日本語の, \(span("文章がここに")), あります。とても長い文章です"), 66.90625, 100.34375),
    (justified("'한국어 텍스트 ', \(span("한국어 텍스트")), ' 그리고 더 많은 텍스트'"), 103.890625, 96.109375),
    // A line that ends at a terminator is not justified.
    (
      justified(
        "'The quick ', \(span("brown fox")), \"\\njumps over the lazy dog\"",
        "white-space: pre-wrap"), 78.53125, 74.96875
    ),
  ]) func justifiedLinesMoveAndWidenInlineBoxes(
    _ children: String, _ x: Double, _ width: Double
  ) throws {
    try CardFrame(children: children, frame: Rect(x: x, y: 0, width: width, height: 20)).expect()
  }

  /// A card whose width is that of its text, or 100 px, with a span of a long word.
  private static func long(
    _ style: String, width: String = "100px", block: String = "overflow-wrap: normal",
    text: String = "supercalifragilisticexpialidocious"
  ) -> String {
    "{style: {width: \(width), \(block)}, children: ['See ', "
      + "{id: a, style: {display: inline, \(style)}, children: ['\(text)']}, ' and more words']}"
  }

  @Test(arguments: [
    (long("word-break: break-all"), Rect(x: 0, y: 0, width: 97.515625, height: 60)),
    (long("overflow-wrap: anywhere"), Rect(x: 0, y: 20, width: 98.46875, height: 60)),
    (long("overflow-wrap: break-word"), Rect(x: 0, y: 20, width: 98.46875, height: 60)),
    (
      long("overflow-wrap: normal", block: "overflow-wrap: anywhere"),
      Rect(x: 0, y: 20, width: 244.046875, height: 20)
    ),
    (
      long("word-break: normal", block: "word-break: break-all"),
      Rect(x: 0, y: 20, width: 244.046875, height: 20)
    ),
    (
      long("overflow-wrap: anywhere", width: "min-content"),
      Rect(x: 0, y: 20, width: 45.03125, height: 120)
    ),
    (
      long("overflow-wrap: break-word", width: "min-content"),
      Rect(x: 0, y: 20, width: 244.046875, height: 20)
    ),
    (
      long("word-break: break-all", width: "min-content"),
      Rect(x: 0, y: 0, width: 45.03125, height: 140)
    ),
    (
      long("line-break: anywhere", text: "文章です文章です文章です"),
      Rect(x: 0, y: 0, width: 97.359375, height: 60)
    ),
  ]) func longWordsBreakByTheStyleOfTheirInlineBox(_ children: String, _ frame: Rect) throws {
    try CardFrame(children: children, frame: frame).expect()
  }

  @Test(arguments: [("white-space: normal", 286.421875), ("white-space: pre-wrap", 289.4375)])
  func aLetterIsNotKernedWithASpaceThatHangs(_ style: String, _ width: Double) throws {
    try CardFrame(
      children: "{style: {width: 288px, font-size: 13px, \(style)}, children: ['By ', "
        + "{id: a, style: {display: inline, font-weight: 700}, children: "
        + "['Kaur, M., Shukla, A., Kanwar, S., Shukla, V., Kaur, G., Sharma, S.']}, ' end']}",
      frame: Rect(x: 0, y: 2, width: width, height: 36)
    ).expect()
  }

  @Test(arguments: [
    ("43.4px", 43.390625, "{text: 'a Kaur, b', style: {display: inline}}", 60.0),
    ("43.6px", 43.59375, "{text: 'a Kaur, b', style: {display: inline}}", 40),
    ("43.4px", 43.390625, "a Kaur, b", 40),
    ("min-content", 32.59375, "{text: 'a Kaur, b', style: {display: inline}}", 60),
  ])
  func aLineEndsByTheLetterWithoutKerningInsideAnInlineBox(
    _ width: String, _ used: Double, _ text: String, _ height: Double
  ) throws {
    try CardFrame(
      children: "{id: a, style: {width: \(width), font-size: 13px, font-weight: 700}, children: "
        + "[\(text)]}",
      frame: Rect(x: 0, y: 0, width: used, height: height)
    ).expect()
  }
}
