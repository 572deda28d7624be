import AutoLayout
import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

/// Boxes on the lines of cards: frames that CSS prescribes, whatever the font.
@Suite struct CardInlineTests {
  private static func frames(_ children: String, _ style: String = "") throws -> [String: Rect] {
    try CardFrame.frames(
      children, style: "font: 16px/20px Inter\(style)", environment: "100@1x/L/ltr/en/css")
  }

  private static func box(_ id: String, _ width: Int, _ height: Int, _ style: String) -> String {
    "{id: \(id), style: {display: inline-block, width: \(width)px, height: \(height)px, \(style)}}"
  }

  @Test func boxesAlignedAtTheTopMakeALineAsHighAsTheHighest() throws {
    let frames = try Self.frames(
      Self.box("a", 40, 10, "vertical-align: top") + ", "
        + Self.box("b", 30, 50, "vertical-align: bottom"))
    #expect(frames["a"] == Rect(x: 0, y: 0, width: 40, height: 10))
    #expect(frames["b"] == Rect(x: 40, y: 0, width: 30, height: 50))
    #expect(frames["cell"]?.height == 50)
  }

  @Test func boxesThatDoNotFitAreOnTheNextLine() throws {
    let frames = try Self.frames(
      Self.box("a", 60, 30, "vertical-align: top") + ", "
        + Self.box("b", 60, 10, "vertical-align: top"), ", text-align: right")
    #expect(frames["a"] == Rect(x: 40, y: 0, width: 60, height: 30))
    #expect(frames["b"] == Rect(x: 40, y: 30, width: 60, height: 10))
    #expect(frames["cell"]?.height == 50)
  }

  @Test func theEdgesOfAnInlineBoxTakeSpaceOnItsLine() throws {
    let box = Self.box("b", 30, 10, "vertical-align: top, margin: 0 2px")
    let frames = try Self.frames(
      "{id: a, style: {display: inline, padding: 5px, margin-left: 7px, border: 1px solid},"
        + " children: [\(box)]}", ", text-indent: 10px")
    #expect(frames["a"]?.x == 17)
    #expect(frames["a"]?.width == 46)
    #expect(frames["b"]?.x == 25)
    #expect(frames["cell"]?.height == 20)
  }

  @Test func anInlineBoxContainsTheHyphenAtTheEndOfItsLine() throws {
    func inline(_ id: String, _ text: String) -> String {
      "{style: {font-kerning: none}, children: [{id: \(id), style: {display: inline}, "
        + "children: ['\(text)']}]}"
    }
    let frames = try Self.frames(
      inline("a", "xxxxxxxx\u{AD}xxxx") + ", " + inline("b", "xxxxxxxx\u{2010}"))
    #expect(frames["a"]?.height == 40 - 20 + (frames["b"]?.height ?? 0))
    #expect(abs((frames["a"]?.width ?? 0) - (frames["b"]?.width ?? 0)) <= 1.0 / 64)
  }

  /// An inline box in a block of some `white-space`, and its frame.
  struct Edge: Sendable {
    var space: String
    var before: String
    var box: String
    var after: String
    var frame: Rect
    var height: Double
  }

  /// Frames measured in Chromium 156.
  @Test(arguments: [
    Edge(
      space: "nowrap", before: "'foo report '", box: inline("normal", "The"), after: "' is fox'",
      frame: Rect(x: 80.125, y: 0, width: 29.046875, height: 20), height: 40),
    Edge(
      space: "nowrap", before: "'foo report '", box: inline("normal", "The committee"),
      after: "' fox'", frame: Rect(x: 0, y: 0, width: 109.171875, height: 40), height: 60),
    Edge(
      space: "normal", before: inline("nowrap", "foo report The "), box: inline("normal", "(yes)"),
      after: "' report'", frame: Rect(x: 113.671875, y: 0, width: 37.875, height: 20), height: 40),
    Edge(
      space: "normal", before: inline("nowrap", "foo report The "), box: inline("normal", " (yes)"),
      after: "' report'", frame: Rect(x: 0, y: 20, width: 37.875, height: 20), height: 40),
    Edge(
      space: "normal", before: box("b", 60, 10, ""), box: inline("normal", " x", "padding: 0 20px"),
      after: "''", frame: Rect(x: 0, y: 0, width: 80, height: 40), height: 40),
    Edge(
      space: "normal", before: box("b", 60, 10, ""),
      box: inline("nowrap", " x is it", "padding: 0 20px"), after: "''",
      frame: Rect(x: 0, y: 20, width: 79.421875, height: 20), height: 40),
    Edge(
      space: "nowrap", before: "'report '",
      box: "{id: a, style: {display: inline, white-space: normal}, children: ["
        + box("b", 60, 10, "vertical-align: top") + "]}",
      after: "''", frame: Rect(x: 51.125, y: 0, width: 60, height: 20), height: 20),
    Edge(
      space: "normal", before: "'report of the '", box: inline("pre", " cd ef"), after: "'gh ij'",
      frame: Rect(x: 0, y: 20, width: 42.59375, height: 20), height: 40),
  ]) func linesBreakAtTheEdgesOfTextsThatWrap(_ edge: Edge) throws {
    let children = [edge.before, edge.box, edge.after].joined(separator: ", ")
    let frames = try Self.frames(children, ", white-space: \(edge.space)")
    let frame = try #require(frames["a"])
    #expect(frames["cell"]?.height == edge.height)
    let step = 1.0 / 64
    #expect(abs(frame.x - edge.frame.x) <= step && frame.y == edge.frame.y)
    #expect(abs(frame.width - edge.frame.width) <= 2 * step && frame.height == edge.frame.height)
  }

  /// Chromium rounds the part of a run that is on a line up, not the run.
  @Test func theRestOfARunIsRoundedByItself() throws {
    let frames = try Self.frames(
      "{style: {width: 250px, font-size: 13px}, children: ['By ', {style: {display: inline, "
        + "font-weight: 700, padding: 0 4px}, text: Rosemary Orchard}, "
        + "' · 2018-07-01T18:00:00Z ', \(Self.box("a", 162, 9, "vertical-align: top"))]}")
    #expect(frames["a"] == Rect(x: 88.015625, y: 20, width: 162, height: 9))
  }

  private static func inline(_ space: String, _ text: String, _ style: String = "") -> String {
    "{\(text.hasPrefix("foo") ? "" : "id: a, ")style: {display: inline, white-space: \(space), "
      + "\(style)}, children: ['\(text)']}"
  }

  @Test func anInlineBoxWithPaddingMakesALine() throws {
    let empty = "{id: a, style: {display: inline}, children: [' ']}"
    #expect(try Self.frames(empty)["cell"]?.height == 0)
    let padded = "{id: a, style: {display: inline, padding-right: 3px}, children: [' ']}"
    let frames = try Self.frames(padded)
    #expect(frames["cell"]?.height == 20)
    #expect(frames["a"]?.width == 3)
  }

  @Test func aBlockDividesAnInlineBox() throws {
    let frames = try Self.frames(
      "{id: d, style: {display: inline, padding: 0 5px}, children: ["
        + Self.box("a", 10, 20, "vertical-align: top")
        + ", {id: b, style: {height: 7px}}, "
        + Self.box("c", 10, 20, "vertical-align: top") + "]}")
    #expect(frames["a"] == Rect(x: 5, y: 0, width: 10, height: 20))
    #expect(frames["b"] == Rect(x: 0, y: 20, width: 100, height: 7))
    #expect(frames["c"] == Rect(x: 0, y: 27, width: 10, height: 20))
    #expect(frames["d"]?.x == 0 && frames["d"]?.width == 100)
  }

  @Test func anAbsoluteBoxDoesNotDivideALine() throws {
    let frames = try Self.frames(
      Self.box("a", 10, 20, "vertical-align: top")
        + ", {id: b, style: {position: absolute, width: 1px, height: 1px}}, "
        + Self.box("c", 10, 20, "vertical-align: top"))
    #expect(frames["c"] == Rect(x: 10, y: 0, width: 10, height: 20))
    #expect(frames["b"] == Rect(x: 0, y: 20, width: 1, height: 1))
  }

  @Test func aBoxWithoutLinesStandsOnTheBaseline() throws {
    let frames = try Self.frames(
      Self.box("a", 10, 40, "margin-bottom: 5px") + ", "
        + "{id: b, text: x, style: {display: inline-block}}")
    // The text's box is as high as its line, and its baseline is that of the line.
    let baseline = (frames["a"]?.maxY ?? 0) + 5
    #expect(baseline == 45)
    #expect(frames["b"].map { $0.y < baseline && $0.maxY > baseline } == true)
  }
}
