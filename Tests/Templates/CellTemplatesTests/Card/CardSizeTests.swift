import AutoLayout
import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

/// Sizes and positions of boxes in cards, as measured in Chromium 156.
@Suite struct CardSizeTests {
  private static func row(_ item: String, width: String = "fit-content") -> String {
    "{id: a, style: {display: flex, width: \(width)}, children: "
      + "[{style: {\(item)}, text: ab cd}]}"
  }

  @Test(arguments: [
    CardFrame(
      children: row("flex-basis: 3px"), frame: Rect(x: 0, y: 0, width: 18.96875, height: 40)),
    CardFrame(
      children: row("flex-basis: 3px, flex-grow: 1"),
      frame: Rect(x: 0, y: 0, width: 42.328125, height: 20)),
    CardFrame(
      children: row("flex-basis: 3px, min-width: 0"),
      frame: Rect(x: 0, y: 0, width: 3, height: 40)),
    CardFrame(
      children: row("flex-basis: 100px, flex-shrink: 0", width: "min-content"),
      frame: Rect(x: 0, y: 0, width: 100, height: 20)),
    CardFrame(
      children: row("flex-basis: 100px"), frame: Rect(x: 0, y: 0, width: 42.328125, height: 20)),
    CardFrame(
      children: row("flex-basis: 10%"), frame: Rect(x: 0, y: 0, width: 42.328125, height: 40)),
  ]) func contributionsOfItemsThatCannotReachThem(_ test: CardFrame) throws {
    try test.expect()
  }

  @Test func aFitContentItemShrinksToItsMinContentWidth() throws {
    try CardFrame(
      children: "{style: {display: flex, width: 30px}, children: [{id: a, children: "
        + "[{style: {width: fit-content}, text: ab cd}]}]}",
      frame: Rect(x: 0, y: 0, width: 30, height: 40)
    ).expect()
  }

  @Test func aRatioIsAppliedOnlyToADefiniteHeight() throws {
    let row = { (height: String) in
      "{style: {display: flex, flex-direction: column\(height)}, children: [{style: "
        + "{display: flex}, children: [{id: a, intrinsic: [24, 8]}, {id: b, intrinsic: [40, 24]}]}]}"
    }
    try CardFrame(children: row(""), frame: Rect(x: 0, y: 0, width: 24, height: 24)).expect()
    try CardFrame(children: row(", height: 50px"), frame: Rect(x: 0, y: 0, width: 72, height: 24))
      .expect()
  }

  @Test(arguments: [
    CardFrame(
      children: "{id: a, children: [{style: {display: inline-block}, children: "
        + "[{style: {overflow: hidden}, text: ab}]}]}",
      frame: Rect(x: 0, y: 0, width: 300, height: 24)),
    CardFrame(
      children: "{id: a, children: [{style: {display: inline-block}, children: "
        + "[{text: cd}, {style: {overflow: hidden, height: 7px, margin-bottom: 8px}}]}]}",
      frame: Rect(x: 0, y: 0, width: 300, height: 39)),
    CardFrame(
      children: "{id: a, children: [{style: {display: inline-block}, children: "
        + "[{style: {overflow: hidden}, text: ab}, {text: cd}]}]}",
      frame: Rect(x: 0, y: 0, width: 300, height: 40)),
    // A flex container has the baseline of its items, or none.
    CardFrame(
      children: "{id: a, children: [{style: {display: inline-block}, children: "
        + "[{style: {display: flex, overflow: hidden, height: 50px}, text: ab}]}, xyz]}",
      frame: Rect(x: 0, y: 0, width: 300, height: 50)),
    CardFrame(
      children: "{id: a, children: [{style: {display: inline-block}, children: "
        + "[{style: {display: flex, overflow: scroll, height: 0}}, {style: {height: 20px}}]}, xyz]}",
      frame: Rect(x: 0, y: 0, width: 300, height: 24)),
  ]) func aScrollContainerHasItsBottomAsTheBaselineOfALine(_ test: CardFrame) throws {
    try test.expect()
  }

  /// Chromium calculates in single precision, a percentage of one before its product.
  @Test(arguments: [
    ("calc((100% - 20px) / 7)", 26.9375), ("calc((100% - 10px) / 3)", 66.21875),
    ("calc((100% + 1px) * 0.3)", 62.890625), ("calc(33.3% - 3px)", 66.484375),
  ]) func quotientsOfPercentagesAreThoseOfChromium(_ width: String, _ expected: Double) throws {
    try CardFrame(
      children: "{style: {width: 208.671875px}, children: [{id: a, style: {width: '\(width)', "
        + "height: 5px}}]}",
      frame: Rect(x: 0, y: 0, width: expected, height: 5)
    ).expect()
  }

  /// Widths of Chromium 156; a tab counts where spaces do not hang.
  @Test(arguments: [
    ("white-space: break-spaces", "tab\\there", 36.0),
    ("white-space: break-spaces", "a\\tb\\tc", 36),
    ("white-space: break-spaces, text-indent: 20px", "tab\\there", 72),
    ("white-space: break-spaces, font-size: 13.5px, letter-spacing: 1px", "\\ttab", 38.390625),
    ("white-space: pre-wrap", "tab\\there", 33.78125),
    ("white-space: pre, word-spacing: 2px", "a\\tb\\tc", 112.9375),
  ]) func tabsInMinContentWidths(_ style: String, _ text: String, _ width: Double) throws {
    try CardFrame(
      children: "{id: a, style: {width: min-content, height: 5px, \(style)}, "
        + "children: [{style: {display: inline}, text: \"\(text)\"}]}",
      frame: Rect(x: 0, y: 0, width: width, height: 5)
    ).expect()
  }

  /// Widths of Chromium 156: each part of a line is rounded up, and a collapsed space hangs.
  @Test(arguments: [
    ("ab", "cd ef", "gh ij", 76.28125), ("ab", "cd ef ", "gh ij", 81.15625),
    ("ab", "cd ef ", " gh ij", 57.4375), ("ab ", "cd ef ", " gh ij", 38.46875),
  ]) func minContentWidthsAroundATextThatDoesNotWrap(
    _ before: String, _ text: String, _ after: String, _ width: Double
  ) throws {
    try CardFrame(
      children: "{id: a, style: {width: min-content, height: 5px}, children: ['\(before)', "
        + "{style: {display: inline, white-space: nowrap}, text: '\(text)'}, '\(after)']}",
      frame: Rect(x: 0, y: 0, width: width, height: 5)
    ).expect()
  }

  /// Widths of Chromium 156: a marker counts beside blocks, and not beside the item's own text.
  @Test(arguments: [
    ("disc", "children: [{text: i}]", 1, 7), ("none", "children: [{text: i}]", 1, 3.796875),
    ("outside decimal", "children: [{text: i}]", 1, 19.28125), ("decimal", "text: i", 1, 3.796875),
    ("decimal", "children: [{style: {height: 5px}}]", 11, 29.640625),
    ("lower-alpha", "children: [{style: {height: 5px}}]", 1, 17.9375),
    (
      "decimal, font-weight: 700, letter-spacing: 2px, word-spacing: 3px",
      "children: [{style: {height: 5px}}]", 1, 28.390625
    ),
  ]) func markersInContentWidths(
    _ style: String, _ content: String, _ count: Int, _ width: Double
  ) throws {
    let item = "{style: {display: list-item, list-style: \(style)}, \(content)}"
    try CardFrame(
      children: "{id: a, style: {width: max-content, height: 5px}, children: ["
        + Array(repeating: item, count: count).joined(separator: ", ") + "]}",
      frame: Rect(x: 0, y: 0, width: width, height: 5)
    ).expect()
  }

  /// Heights of Chromium 156: a hyphen that does not fit takes the last letter along, or is alone.
  @Test(arguments: [
    (4, 340), (8, 340), (11, 340), (12, 320), (14, 320), (15, 280), (16, 240), (18, 220), (24, 160),
    (30, 120), (34, 100), (44, 80), (54, 60),
  ]) func aHyphenThatDoesNotFitInANarrowBox(_ width: Double, _ height: Double) throws {
    try CardFrame(
      children: "{id: a, style: {width: \(width)px, overflow-wrap: break-word}, "
        + "text: \"soft\\u00adhy\\u00adphen\\u00adated\"}",
      frame: Rect(x: 0, y: 0, width: width, height: height)
    ).expect()
  }

  @Test func anAnonymousBoxPassesOnTheHeightForPercentages() throws {
    try CardFrame(
      children: "{style: {}}, {id: a, style: {display: inline-block, width: 20px, height: 50%}}",
      frame: Rect(x: 0, y: 0, width: 20, height: 25), style: "height: 50px"
    ).expect()
  }

  @Test(arguments: [
    ("{id: a, style: {display: inline}, children: [cd]}", 10.0),
    ("{style: {}}, {id: a, style: {display: inline}, children: [cd]}", 0.0),
    ("{style: {position: absolute}}, {id: a, style: {display: inline}, children: [cd]}", 10.0),
  ]) func onlyTheFirstLineOfABlockIsIndented(_ children: String, _ x: Double) throws {
    try CardFrame(
      children: children, frame: Rect(x: x, y: 0, width: 18.875, height: 20),
      style: "text-indent: 10px"
    ).expect()
  }

  @Test func aWordIsCapitalizedOnceAcrossInlineBoxes() throws {
    let lower = "he, {id: a, style: {display: inline, text-transform: TRANSFORM}, children: [li]}"
    // A soft hyphen does not end a word.
    let soft = "{id: a, style: {display: inline, text-transform: capitalize}, children: "
    try CardFrame(
      children: soft + "[\"He\\u00adli\"]}",
      frame: Rect(x: 0, y: 0, width: 28.765625, height: 20)
    ).expect()
    for transform in ["none", "capitalize"] {
      try CardFrame(
        children: lower.replacing("TRANSFORM", with: transform),
        frame: Rect(x: 18.78125, y: 0, width: 7.59375, height: 20)
      ).expect()
    }
  }

  @Test func multiplesOfTheLineHeightReferToTheComputedFontSize() throws {
    try CardFrame(
      children: "{id: a, style: {font-size: 16.875px, line-height: 1, white-space: pre}, "
        + "text: \"a\\nb\\nc\\nd\\ne\"}",
      frame: Rect(x: 0, y: 0, width: 300, height: 84.375)
    ).expect()
  }

  @Test func anAbsoluteBoxAfterASpaceIsOnTheLineOfTheSpace() throws {
    try CardFrame(
      children: "{style: {width: 80px}, children: ['foo ', {id: a, style: {display: "
        + "inline-block, position: absolute, width: 5px, height: 5px}}, committee]}",
      frame: Rect(x: 24.5, y: 0, width: 5, height: 5)
    ).expect()
  }

  @Test(arguments: [
    ("safe end", 30.0, 200.0, 60.0, 0.0), ("safe center", 30, 200, 60, 10),
    ("safe center", 30, 80, 90, 0), ("safe center", 130, 150, 60, 130),
    ("safe end", 130, 150, 60, 90), ("end", 30, 200, 60, -10),
  ]) func anAbsoluteBoxIsSafeInItsContainingBlock(
    _ alignment: String, _ margin: Double, _ outer: Double, _ width: Double, _ x: Double
  ) throws {
    try CardFrame(
      children: "{style: {position: relative, width: \(outer)px}, children: [{style: "
        + "{margin-left: \(margin)px}, children: [{style: {width: 20px}, children: [{id: a, "
        + "style: {position: absolute, width: \(width)px, height: 9px, "
        + "justify-self: \(alignment)}}]}]}]}",
      frame: Rect(x: x, y: 0, width: width, height: 9)
    ).expect()
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
    try CardFrame(
      children: "{style: {position: relative, width: 100px, height: 100px}, children: [{id: a, "
        + "style: {position: absolute, min-height: 9px, \(style)}}]}",
      frame: Rect(x: x, y: y, width: width, height: height)
    ).expect()
  }

  @Test func aStretchedWidthIsTheLeastWidthOfAnItem() throws {
    try CardFrame(
      children: "{style: {display: flex, width: 40px}, children: [{id: a, text: committee, "
        + "style: {width: stretch, margin: 0 5px}}]}",
      frame: Rect(x: 5, y: 0, width: 30, height: 20)
    ).expect()
  }

  @Test(arguments: [
    ("['aaaa bbbb', {id: a, style: {display: inline, padding: 0 30px}}]", 80.328125, 0.0),
    ("[aaaa bbbb, {id: a, style: {display: inline, padding: 0 30px}}, cc]", 39.734375, 20),
  ]) func noLineBreaksForEmptyInlineBoxesAfterAText(
    _ children: String, _ x: Double, _ y: Double
  ) throws {
    try CardFrame(
      children: "{style: {width: 100px}, children: \(children)}",
      frame: Rect(x: x, y: y, width: 60, height: 20)
    ).expect()
  }

  @Test(arguments: [
    ("10px, text-indent: 10px, padding: 3px 4px", 14.0, 3.0), ("10px, padding-top: 1px", 0, 1),
    ("92px, padding: 3px 4px, text-align: center", 50, 3),
    ("92px, padding: 3px 4px, text-indent: 10px, direction: rtl", 86, 3),
  ]) func anInlineBoxWithoutALineIsAtTheContentBox(
    _ style: String, _ x: Double, _ y: Double
  ) throws {
    try CardFrame(
      children: "{style: {width: \(style)}, children: [{id: a, style: {display: inline}}]}",
      frame: Rect(x: x, y: y, width: 0, height: 0)
    ).expect()
  }

  @Test(arguments: [
    ("inline", 8.0, "center", 6.0), ("inline", 8, "safe end", 12), ("inline", 50, "end", -30),
    ("inline", 8, "normal", 0), ("block", 8, "center", 26), ("block", 50, "end", -10),
  ]) func anAbsoluteBoxOnALineIsAlignedInTheLine(
    _ display: String, _ height: Double, _ alignment: String, _ y: Double
  ) throws {
    try CardFrame(
      children: "{style: {position: relative, top: 30px, height: 100px}, children: ['ab ', "
        + "{id: a, style: {display: \(display), position: absolute, width: 9px, "
        + "height: \(height)px, align-self: \(alignment)}}]}",
      frame: Rect(
        x: display == "block" ? 0 : 18.96875, y: 30 + y, width: 9, height: height)
    ).expect()
  }

  @Test func anAbsoluteBoxAfterOverflowIsOnTheNextLine() throws {
    try CardFrame(
      children: "{style: {width: 10px}, children: [aaaa, {id: a, style: "
        + "{display: inline, position: absolute, width: 5px, height: 5px}}]}",
      frame: Rect(x: 0, y: 20, width: 5, height: 5), style: "overflow-wrap: normal"
    ).expect()
  }

  @Test func percentagesOfPicturesOnLinesReferToTheBlock() throws {
    try CardFrame(
      children: "{id: a, style: {width: min-content, height: 33px}, children: "
        + "[{id: b, intrinsic: [40, 8], style: {display: inline, height: 40%}}]}",
      frame: Rect(x: 0, y: 0, width: 65.9375, height: 33)
    ).expect()
  }

  @Test func aHeightThatFillsNothingFollowsFromTheRatio() throws {
    try CardFrame(
      children: "{id: a, text: committee of the report, "
        + "style: {width: 20px, height: stretch, aspect-ratio: 2.35}}",
      frame: Rect(x: 0, y: 0, width: 20, height: 8.5)
    ).expect()
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
    try CardFrame(
      children: "{style: {display: flex}, children: [{id: a, style: {width: min-content, "
        + "height: 5px}, children: \(children)}]}",
      frame: Rect(x: 0, y: 0, width: width, height: 5)
    ).expect()
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
    try CardFrame(
      children: "{style: {width: \(width)}, children: [\(before), {id: a, style: "
        + "{display: inline, padding-left: 17px}, children: [' Überraschung für']}]}",
      frame: frame
    ).expect()
  }

  @Test func aLineEndsBeforeABoxAndItsSpaceAfterATextThatDoesNotWrap() throws {
    try CardFrame(
      children: "{style: {width: 100px}, children: [{id: b, style: {display: inline, "
        + "white-space: pre}, children: ['100 km/h  emoji ']}, {id: a, style: {display: inline, "
        + "padding: 4px 13.7px}, children: [' 3.14 × 2']}]}",
      frame: Rect(x: 0, y: 16, width: 87.15625, height: 28)
    ).expect()
  }

  @Test func anAutomaticMarginOfAnEmptyInlineBoxMakesNoLine() throws {
    try CardFrame(
      children: "{id: a, children: [{style: {display: inline, margin: auto}}]}",
      frame: Rect(x: 0, y: 0, width: 300, height: 0)
    ).expect()
  }

  @Test func aHyphenIsNotSpaced() throws {
    try CardFrame(
      children: "{style: {width: 220px, letter-spacing: 10px}, children: "
        + "[{id: a, style: {display: inline}, children: [\"softhyphen\\u00adated\"]}]}",
      frame: Rect(x: 0, y: 0, width: 191.359375, height: 40)
    ).expect()
  }

  @Test func aWordDividesOnlyInsideTextsThatWrap() throws {
    try CardFrame(
      children: "{style: {width: 90px, overflow-wrap: anywhere}, children: [{style: "
        + "{display: inline, white-space: nowrap}, children: [committee]}, "
        + "{id: a, style: {display: inline}, children: [foxes]}]}",
      frame: Rect(x: 0, y: 0, width: 86.0625, height: 40)
    ).expect()
  }

  @Test func aFirstSpaceThatIsKeptInABlockThatCollapsesIsNotSpaced() throws {
    try CardFrame(
      children: "{id: a, style: {display: inline, white-space: pre}, children: [' over']}",
      frame: Rect(x: 0, y: 0, width: 37.59375, height: 20), style: "word-spacing: 10px"
    ).expect()
  }

  @Test func anEmptyInlineBoxStaysAfterTheWordBeforeIt() throws {
    try CardFrame(
      children: "{style: {width: 60px}, children: ['fox ', "
        + "{id: a, style: {display: inline, padding: 0 3px}}, foxes]}",
      frame: Rect(x: 23.234375, y: 0, width: 6, height: 20)
    ).expect()
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
    try CardFrame(children: children, frame: Rect(x: 0, y: y, width: 300, height: height)).expect()
  }

  @Test func theMarginsOfAListItemCollapseBelowItsMarker() throws {
    try CardFrame(
      children: Self.item("", "{style: {height: 3px, margin-bottom: 20px}}")
        .replacing("id: a, ", with: "") + ", {id: a, style: {height: 1px}}",
      frame: Rect(x: 0, y: 40, width: 300, height: 1)
    ).expect()
  }

  @Test func theContentsOfAListItemMoveDownToItsMarker() throws {
    try CardFrame(
      children: "{style: {display: list-item}, children: "
        + "[{id: a, style: {font-size: 8px, line-height: 10px}, text: ab}]}",
      frame: Rect(x: 0, y: 8, width: 300, height: 10)
    ).expect()
  }
}
