import AutoLayout
import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

/// Sizes and positions of boxes in cards, as measured in Chromium 156.
@Suite struct CardSizeTests {
  /// A card of 300 px with Inter of 16 px, and a frame of the view `a` in it.
  struct Case: Sendable {
    var children: String
    var frame: Rect
    var style = ""
    var language = "en"
  }

  private static func expect(_ test: Case) throws {
    let card =
      "{style: {font: 16px Inter, line-height: 20px, \(test.style)}, children: [\(test.children)]}"
    let template = try CellTemplate(
      text: "schema: \(CellTemplate.schema)\ntemplate: t\ncard:\n  \(card)\n", file: "t.yaml")
    let plan = TemplatePlan(template)
    var layouter = CellLayouter(
      plan: plan, measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
    let cell = try layouter.layout(
      Record(values: [:]), in: try Environment(parsing: "300@1x/L/ltr/\(test.language)/css"))
    let view = try #require(plan.template.views.firstIndex { $0.id == "a" })
    let frame = cell.solved.frames[view]
    let step = 1.0 / 64 + 1e-9
    #expect(
      abs(frame.x - test.frame.x) <= step && abs(frame.y - test.frame.y) <= step
        && abs(frame.width - test.frame.width) <= step
        && abs(frame.height - test.frame.height) <= step, "\(frame)")
  }

  private static func row(_ item: String, width: String = "fit-content") -> String {
    "{id: a, style: {display: flex, width: \(width)}, children: "
      + "[{style: {\(item)}, text: ab cd}]}"
  }

  @Test(arguments: [
    Case(children: row("flex-basis: 3px"), frame: Rect(x: 0, y: 0, width: 18.96875, height: 40)),
    Case(
      children: row("flex-basis: 3px, flex-grow: 1"),
      frame: Rect(x: 0, y: 0, width: 42.328125, height: 20)),
    Case(
      children: row("flex-basis: 3px, min-width: 0"),
      frame: Rect(x: 0, y: 0, width: 3, height: 40)),
    Case(
      children: row("flex-basis: 100px, flex-shrink: 0", width: "min-content"),
      frame: Rect(x: 0, y: 0, width: 100, height: 20)),
    Case(
      children: row("flex-basis: 100px"), frame: Rect(x: 0, y: 0, width: 42.328125, height: 20)),
    Case(children: row("flex-basis: 10%"), frame: Rect(x: 0, y: 0, width: 42.328125, height: 40)),
  ]) func contributionsOfItemsThatCannotReachThem(_ test: Case) throws {
    try Self.expect(test)
  }

  @Test func aFitContentItemShrinksToItsMinContentWidth() throws {
    try Self.expect(
      Case(
        children: "{style: {display: flex, width: 30px}, children: [{id: a, children: "
          + "[{style: {width: fit-content}, text: ab cd}]}]}",
        frame: Rect(x: 0, y: 0, width: 30, height: 40)))
  }

  @Test func aRatioIsAppliedOnlyToADefiniteHeight() throws {
    let row = { (height: String) in
      "{style: {display: flex, flex-direction: column\(height)}, children: [{style: "
        + "{display: flex}, children: [{id: a, intrinsic: [24, 8]}, {id: b, intrinsic: [40, 24]}]}]}"
    }
    try Self.expect(
      Case(children: row(""), frame: Rect(x: 0, y: 0, width: 24, height: 24)))
    try Self.expect(
      Case(children: row(", height: 50px"), frame: Rect(x: 0, y: 0, width: 72, height: 24)))
  }

  @Test(arguments: [
    Case(
      children: "{id: a, children: [{style: {display: inline-block}, children: "
        + "[{style: {overflow: hidden}, text: ab}]}]}",
      frame: Rect(x: 0, y: 0, width: 300, height: 24)),
    Case(
      children: "{id: a, children: [{style: {display: inline-block}, children: "
        + "[{text: cd}, {style: {overflow: hidden, height: 7px, margin-bottom: 8px}}]}]}",
      frame: Rect(x: 0, y: 0, width: 300, height: 39)),
    Case(
      children: "{id: a, children: [{style: {display: inline-block}, children: "
        + "[{style: {overflow: hidden}, text: ab}, {text: cd}]}]}",
      frame: Rect(x: 0, y: 0, width: 300, height: 40)),
  ]) func aScrollContainerHasItsBottomAsTheBaselineOfALine(_ test: Case) throws {
    try Self.expect(test)
  }

  @Test func anAnonymousBoxPassesOnTheHeightForPercentages() throws {
    try Self.expect(
      Case(
        children: "{style: {}}, {id: a, style: {display: inline-block, width: 20px, height: 50%}}",
        frame: Rect(x: 0, y: 0, width: 20, height: 25), style: "height: 50px"))
  }

  @Test(arguments: [
    ("{id: a, style: {display: inline}, children: [cd]}", 10.0),
    ("{style: {}}, {id: a, style: {display: inline}, children: [cd]}", 0.0),
    ("{style: {position: absolute}}, {id: a, style: {display: inline}, children: [cd]}", 10.0),
  ]) func onlyTheFirstLineOfABlockIsIndented(_ children: String, _ x: Double) throws {
    try Self.expect(
      Case(
        children: children, frame: Rect(x: x, y: 0, width: 18.875, height: 20),
        style: "text-indent: 10px"))
  }

  @Test func aWordIsCapitalizedOnceAcrossInlineBoxes() throws {
    let lower = "he, {id: a, style: {display: inline, text-transform: TRANSFORM}, children: [li]}"
    // A soft hyphen does not end a word.
    let soft = "{id: a, style: {display: inline, text-transform: capitalize}, children: "
    try Self.expect(
      Case(
        children: soft + "[\"He\\u00adli\"]}",
        frame: Rect(x: 0, y: 0, width: 28.765625, height: 20)))
    for transform in ["none", "capitalize"] {
      try Self.expect(
        Case(
          children: lower.replacing("TRANSFORM", with: transform),
          frame: Rect(x: 18.78125, y: 0, width: 7.59375, height: 20)))
    }
  }

  @Test func multiplesOfTheLineHeightReferToTheComputedFontSize() throws {
    try Self.expect(
      Case(
        children: "{id: a, style: {font-size: 16.875px, line-height: 1, white-space: pre}, "
          + "text: \"a\\nb\\nc\\nd\\ne\"}",
        frame: Rect(x: 0, y: 0, width: 300, height: 84.375)))
  }

  @Test func anAbsoluteBoxAfterASpaceIsOnTheLineOfTheSpace() throws {
    try Self.expect(
      Case(
        children: "{style: {width: 80px}, children: ['foo ', {id: a, style: {display: "
          + "inline-block, position: absolute, width: 5px, height: 5px}}, committee]}",
        frame: Rect(x: 24.5, y: 0, width: 5, height: 5)))
  }

  @Test(arguments: [
    ("safe end", 30.0, 200.0, 60.0, 0.0), ("safe center", 30, 200, 60, 10),
    ("safe center", 30, 80, 90, 0), ("safe center", 130, 150, 60, 130),
    ("safe end", 130, 150, 60, 90), ("end", 30, 200, 60, -10),
  ]) func anAbsoluteBoxIsSafeInItsContainingBlock(
    _ alignment: String, _ margin: Double, _ outer: Double, _ width: Double, _ x: Double
  ) throws {
    try Self.expect(
      Case(
        children: "{style: {position: relative, width: \(outer)px}, children: [{style: "
          + "{margin-left: \(margin)px}, children: [{style: {width: 20px}, children: [{id: a, "
          + "style: {position: absolute, width: \(width)px, height: 9px, "
          + "justify-self: \(alignment)}}]}]}]}",
        frame: Rect(x: x, y: 0, width: width, height: 9)))
  }

  @Test(arguments: [
    ("width: 60px, left: 20px, right: 60px, justify-self: end", 0.0, 0.0),
    ("width: 60px, left: 20px, right: 60px, justify-self: unsafe end", -20, 0),
    ("width: 60px, left: 20px, right: 60px, justify-self: safe end", 20, 0),
    ("width: 120px, left: 20px, right: 60px, justify-self: center", 0, 0),
    ("width: 120px, left: 20px, right: 60px", 20, 0),
    ("width: 24px, left: 20px, right: 90px, justify-self: center", 8, 0),
    ("width: 24px, left: 20px, right: 90px, margin-left: auto", -4, 0),
    ("width: 5px, height: 50px, top: 20px, bottom: 84px, margin: auto", 0, -5),
    ("width: 5px, height: 50px, top: 20px, bottom: 84px, align-self: end", 0, 0),
    ("width: 50px, left: 70px, right: 60px, margin-right: auto", 70, 0),
  ]) func anAbsoluteBoxLargerThanBetweenItsInsets(_ style: String, _ x: Double, _ y: Double) throws
  {
    let width = try #require(Double(style.dropFirst(7).prefix { $0 != "p" }))
    let height = style.contains("height") ? 50.0 : 9
    try Self.expect(
      Case(
        children: "{style: {position: relative, width: 100px, height: 100px}, children: [{id: a, "
          + "style: {position: absolute, min-height: 9px, \(style)}}]}",
        frame: Rect(x: x, y: y, width: width, height: height)))
  }

  @Test func aStretchedWidthIsTheLeastWidthOfAnItem() throws {
    try Self.expect(
      Case(
        children: "{style: {display: flex, width: 40px}, children: [{id: a, text: committee, "
          + "style: {width: stretch, margin: 0 5px}}]}",
        frame: Rect(x: 5, y: 0, width: 30, height: 20)))
  }

  @Test(arguments: [
    ("['aaaa bbbb', {id: a, style: {display: inline, padding: 0 30px}}]", 80.328125, 0.0),
    ("[aaaa bbbb, {id: a, style: {display: inline, padding: 0 30px}}, cc]", 39.734375, 20),
  ]) func noLineBreaksForEmptyInlineBoxesAfterAText(
    _ children: String, _ x: Double, _ y: Double
  ) throws {
    try Self.expect(
      Case(
        children: "{style: {width: 100px}, children: \(children)}",
        frame: Rect(x: x, y: y, width: 60, height: 20)))
  }

  @Test(arguments: [
    ("10px, text-indent: 10px, padding: 3px 4px", 14.0, 3.0), ("10px, padding-top: 1px", 0, 1),
    ("92px, padding: 3px 4px, text-align: center", 50, 3),
    ("92px, padding: 3px 4px, text-indent: 10px, direction: rtl", 86, 3),
  ]) func anInlineBoxWithoutALineIsAtTheContentBox(
    _ style: String, _ x: Double, _ y: Double
  ) throws {
    try Self.expect(
      Case(
        children: "{style: {width: \(style)}, children: [{id: a, style: {display: inline}}]}",
        frame: Rect(x: x, y: y, width: 0, height: 0)))
  }

  @Test(arguments: [
    ("inline", 8.0, "center", 6.0), ("inline", 8, "safe end", 12), ("inline", 50, "end", -30),
    ("inline", 8, "normal", 0), ("block", 8, "center", 26), ("block", 50, "end", -10),
  ]) func anAbsoluteBoxOnALineIsAlignedInTheLine(
    _ display: String, _ height: Double, _ alignment: String, _ y: Double
  ) throws {
    try Self.expect(
      Case(
        children: "{style: {position: relative, top: 30px, height: 100px}, children: ['ab ', "
          + "{id: a, style: {display: \(display), position: absolute, width: 9px, "
          + "height: \(height)px, align-self: \(alignment)}}]}",
        frame: Rect(
          x: display == "block" ? 0 : 18.96875, y: 30 + y, width: 9, height: height)))
  }

  @Test func anAbsoluteBoxAfterOverflowIsOnTheNextLine() throws {
    try Self.expect(
      Case(
        children: "{style: {width: 10px}, children: [aaaa, {id: a, style: "
          + "{display: inline, position: absolute, width: 5px, height: 5px}}]}",
        frame: Rect(x: 0, y: 20, width: 5, height: 5), style: "overflow-wrap: normal"))
  }

  @Test func percentagesOfPicturesOnLinesReferToTheBlock() throws {
    try Self.expect(
      Case(
        children: "{id: a, style: {width: min-content, height: 33px}, children: "
          + "[{id: b, intrinsic: [40, 8], style: {display: inline, height: 40%}}]}",
        frame: Rect(x: 0, y: 0, width: 65.9375, height: 33)))
  }

  @Test func aHeightThatFillsNothingFollowsFromTheRatio() throws {
    try Self.expect(
      Case(
        children: "{id: a, text: committee of the report, "
          + "style: {width: 20px, height: stretch, aspect-ratio: 2.35}}",
        frame: Rect(x: 0, y: 0, width: 20, height: 8.5)))
  }

  @Test(arguments: [
    ("[{style: {display: inline, padding-right: 7px}, text: aaaaaaaa bb}]", 79.1875),
    ("[{style: {display: inline, padding-right: 7px}, text: aaaaaaaa bb}, cc]", 72.1875),
    ("[{style: {display: inline, padding-right: 7px}, text: aaaaaaaa bb}, ' cc']", 72.1875),
    ("[{style: {display: inline, padding-right: 7px}, children: ['bb aaaaaaaa ']}, cc]", 79.171875),
    ("[aaaaaaaa bb, {style: {display: inline, padding-right: 9px}}]", 81.1875),
    ("[{style: {display: inline, padding-left: 7px}, text: bb aaaaaaaa}]", 72.1875),
    ("[{style: {display: inline, padding-left: 7px}, text: aaaaaaaa bb}]", 79.1875),
    (
      "['bb ', {style: {display: inline, padding-right: 12px}, text: aaaaaaaa cc}]", 84.1875
    ),
    ("[{style: {display: inline, padding-right: 7px}, text: \"aaaa\\u00ADaaaa bb\"}]", 48.828125),
  ]) func theEndOfABoxAddsToTheLongestWordOfItsText(_ children: String, _ width: Double) throws {
    try Self.expect(
      Case(
        children: "{style: {display: flex}, children: [{id: a, style: {width: min-content, "
          + "height: 5px}, children: \(children)}]}",
        frame: Rect(x: 0, y: 0, width: width, height: 5)))
  }

  @Test(arguments: [
    ("120px", "ab", Rect(x: 0, y: 0, width: 107.21875, height: 60)),
    (
      "10px",
      "{id: b, style: {display: inline-block, width: 3px, height: 3px, vertical-align: top}}",
      Rect(x: 0, y: 20, width: 124.21875, height: 40)
    ),
  ]) func aLineDoesNotEndAfterABoxThatBeginsIt(
    _ width: String, _ before: String, _ frame: Rect
  ) throws {
    try Self.expect(
      Case(
        children: "{style: {width: \(width)}, children: [\(before), {id: a, style: "
          + "{display: inline, padding-left: 17px}, children: [' Überraschung für']}]}",
        frame: frame))
  }

  @Test func aLineEndsBeforeABoxAndItsSpaceAfterATextThatDoesNotWrap() throws {
    try Self.expect(
      Case(
        children: "{style: {width: 100px}, children: [{id: b, style: {display: inline, "
          + "white-space: pre}, children: ['100 km/h  emoji ']}, {id: a, style: {display: inline, "
          + "padding: 4px 13.7px}, children: [' 3.14 × 2']}]}",
        frame: Rect(x: 0, y: 16, width: 87.15625, height: 28)))
  }

  @Test func anAutomaticMarginOfAnEmptyInlineBoxMakesNoLine() throws {
    try Self.expect(
      Case(
        children: "{id: a, children: [{style: {display: inline, margin: auto}}]}",
        frame: Rect(x: 0, y: 0, width: 300, height: 0)))
  }

  @Test func aHyphenIsNotSpaced() throws {
    try Self.expect(
      Case(
        children: "{style: {width: 220px, letter-spacing: 10px}, children: "
          + "[{id: a, style: {display: inline}, children: [\"softhyphen\\u00adated\"]}]}",
        frame: Rect(x: 0, y: 0, width: 191.359375, height: 40)))
  }

  @Test func aWordDividesOnlyInsideTextsThatWrap() throws {
    try Self.expect(
      Case(
        children: "{style: {width: 90px, overflow-wrap: anywhere}, children: [{style: "
          + "{display: inline, white-space: nowrap}, children: [committee]}, "
          + "{id: a, style: {display: inline}, children: [foxes]}]}",
        frame: Rect(x: 0, y: 0, width: 86.0625, height: 40)))
  }

  @Test func aFirstSpaceThatIsKeptInABlockThatCollapsesIsNotSpaced() throws {
    try Self.expect(
      Case(
        children: "{id: a, style: {display: inline, white-space: pre}, children: [' over']}",
        frame: Rect(x: 0, y: 0, width: 37.59375, height: 20), style: "word-spacing: 10px"))
  }

  @Test func anEmptyInlineBoxStaysAfterTheWordBeforeIt() throws {
    try Self.expect(
      Case(
        children: "{style: {width: 60px}, children: ['fox ', "
          + "{id: a, style: {display: inline, padding: 0 3px}}, foxes]}",
        frame: Rect(x: 23.234375, y: 0, width: 6, height: 20)))
  }

  private static func item(_ style: String, _ children: String = "") -> String {
    "{id: a, style: {display: list-item, \(style)}, children: [\(children)]}"
  }

  @Test(arguments: [
    (item(""), 0.0, 20.0), (item("list-style: none"), 0, 0),
    (item("list-style: outside '- '"), 0, 20),
    (item("", "ab"), 0, 20), (item("", "{style: {height: 10px}}"), 0, 20),
    (item("line-height: 0"), 0, 0), (item("padding: 3px"), 0, 26),
    (item("", "{style: {display: inline}}"), 0, 20),
    (item("", "{style: {font-size: 8px, line-height: 10px}, text: ab}"), 0, 18),
    (item("", "{style: {font-size: 32px, line-height: 40px}, text: ab}"), 0, 40),
    (
      item(
        "",
        "{style: {display: flex}, children: [{style: {font: 8px/10px Inter}, text: ab}]}"
      ),
      0, 18
    ),
    (item("", "{style: {height: 10px, margin-top: 5px}}, {text: ab}"), 5, 30),
    (item("", "{style: {margin-top: 5px}}"), 5, 20),
    (item("line-height: 40px", "{style: {line-height: 10px}, text: ab}"), 0, 25),
    (item("height: 10px", "{style: {height: 3px}}"), 0, 20), (item("height: 10px"), 0, 10),
    (item("padding: 4px 0 9px", "{style: {height: 3px}}"), 0, 20),
    (item("", "{style: {height: 30px}}, {style: {font: 8px/10px Inter}, text: ab}"), 0, 48),
    (item("", "{style: {position: absolute, width: 3px, height: 3px}}"), 0, 20),
    (
      "{style: {list-style: none}, children: [\(item(""))]}", 0, 0
    ),
  ]) func aListItemHasALineForItsMarker(_ children: String, _ y: Double, _ height: Double) throws {
    try Self.expect(
      Case(children: children, frame: Rect(x: 0, y: y, width: 300, height: height)))
  }

  @Test func theMarginsOfAListItemCollapseBelowItsMarker() throws {
    try Self.expect(
      Case(
        children: Self.item("", "{style: {height: 3px, margin-bottom: 20px}}")
          .replacing("id: a, ", with: "") + ", {id: a, style: {height: 1px}}",
        frame: Rect(x: 0, y: 40, width: 300, height: 1)))
  }

  @Test func theContentsOfAListItemMoveDownToItsMarker() throws {
    try Self.expect(
      Case(
        children: "{style: {display: list-item}, children: "
          + "[{id: a, style: {font-size: 8px, line-height: 10px}, text: ab}]}",
        frame: Rect(x: 0, y: 8, width: 300, height: 10)))
  }

  @Test(arguments: [
    ("el", "uppercase", "Καλημέρα ΐ όπου ή μάιος", 221.078125),
    ("tr", "lowercase", "ISI İSTANBUL TİTLE", 113.078125),
    ("en", "uppercase", "straße ß", 96.421875),
  ]) func theCaseOfLettersIsThatOfTheLanguage(
    _ language: String, _ transform: String, _ text: String, _ width: Double
  ) throws {
    try Self.expect(
      Case(
        children: "{id: a, style: {width: max-content, text-transform: \(transform)}, "
          + "text: '\(text)'}",
        frame: Rect(x: 0, y: 0, width: width, height: 20), language: language))
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
    try Self.expect(
      Case(children: children, frame: Rect(x: x, y: 0, width: width, height: 20)))
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
    try Self.expect(Case(children: children, frame: frame))
  }

  @Test(arguments: [("white-space: normal", 286.421875), ("white-space: pre-wrap", 289.4375)])
  func aLetterIsNotKernedWithASpaceThatHangs(_ style: String, _ width: Double) throws {
    try Self.expect(
      Case(
        children: "{style: {width: 288px, font-size: 13px, \(style)}, children: ['By ', "
          + "{id: a, style: {display: inline, font-weight: 700}, children: "
          + "['Kaur, M., Shukla, A., Kanwar, S., Shukla, V., Kaur, G., Sharma, S.']}, ' end']}",
        frame: Rect(x: 0, y: 2, width: width, height: 36)))
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
    try Self.expect(
      Case(
        children: "{id: a, style: {width: \(width), font-size: 13px, font-weight: 700}, children: "
          + "[\(text)]}",
        frame: Rect(x: 0, y: 0, width: used, height: height)))
  }
}
