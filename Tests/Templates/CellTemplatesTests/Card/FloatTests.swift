import AutoLayout
import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

/// Floats in the markup of records and in cards.
@Suite struct FloatTests {
  private static func plan(_ card: String) throws -> TemplatePlan {
    TemplatePlan(
      try CellTemplate(
        text: """
          schema: \(CellTemplate.schema)
          template: t
          sheet: |
            p, ul, ol, pre, blockquote { margin-block: 8px; }
            ul, ol { padding-inline-start: 24px; }
            hr { border: 0; border-top: 1px solid; margin: 16px 0; }
          card: \(card)
          """, file: "t.yaml"))
  }

  private static func layouter(_ plan: TemplatePlan) throws -> CellLayouter {
    CellLayouter(
      plan: plan, measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
  }

  private static let markup = """
    {style: {display: flow-root, font: 16px Inter}, children: [
      {id: body, style: {display: flow-root}, markup: {text: "{m}", language: html}}]}
    """

  /// Random documents with the rectangles of their elements in Chromium 156.
  ///
  /// `scripts/oracles markup --floats 150 --seed fixture --fixture FILE` writes the file.
  @Test func rectanglesAreThoseOfChromium() throws {
    var layouter = try Self.layouter(Self.plan(Self.markup))
    layouter.keepsBlocks = true
    // In both, a list item has floats and no text.
    try ChromiumMarkup("chromium-floats", count: 150)
      .check(&layouter, differing: [36, 73], within: 5.0 / 64)
  }

  /// Heights of 200 px wide cells that follow from the rules by hand.
  ///
  /// A line is 20 px high, and `aaaa` is more than 30 px wide.
  @Test(arguments: [
    ("<div style='float: left; height: 50px; width: 10px'></div>a", 50.0),
    ("<div><div style='float: left; height: 50px; width: 10px'></div></div>a", 50),
    ("<div style='float: left; height: 50px'></div><hr style='clear: both; margin: 0'>", 51),
    ("<img align=left width=180 height=30>aaaa", 50),
    ("<img align=left width=180 height=30><span style='white-space: nowrap'>aaaa</span>", 50),
    ("<div style='white-space: nowrap'><img align=left width=180 height=30>aaaa</div>", 30),
    ("<img align=left width=90 height=30><img align=right width=90 height=40>aaaa", 50),
    ("<img align=left width=90 height=30><img align=left width=120 height=40>", 70),
    ("a<br clear=all>b<img align=left width=20 height=70><br clear=all>c", 110),
    ("<table align=left cellspacing=0 cellpadding=0><tr><td>a</table>b", 20),
    ("<div style='display: flex'><div style='float: left'>a</div><div>b</div></div>", 20),
    ("<div style='overflow: hidden'><img align=left width=20 height=70></div>a", 90),
    ("<img align=left hspace=4 vspace=6 width=20 height=30>", 42),
    // An empty element between blocks does not end the floats.
    ("<img align=left width=50 height=100><p>a</p><a name=x></a><p>b</p>", 100),
    // The baseline of a line that floats move down.
    (
      """
      <div style='display: flex; align-items: baseline'><div style='width: 100px'>
      <img align=left width=95 height=40>Wide</div><div>x</div></div>
      """, 60
    ),
  ])
  func heights(html: String, height: Double) throws {
    var layouter = try Self.layouter(Self.plan(Self.markup))
    let cell = try layouter.layout(
      Record(values: ["m": html]), in: try Environment(parsing: "200@1x/L/ltr/en/css"))
    #expect(cell.layout.exactHeight == height)
    #expect(cell.layout.caveats == [])
  }

  @Test func linesOfMarkupAreBesideFloats() throws {
    var layouter = try Self.layouter(Self.plan(Self.markup))
    layouter.keepsBlocks = true
    let html = """
      <img align=left width=50 height=30><p>aaaa <b>bbbb</b> cccc<p align=right>a<pre>b
      c</pre>
      """
    _ = try layouter.layout(
      Record(values: ["m": html]), in: try Environment(parsing: "100@1x/L/ltr/en/css"))
    let texts = layouter.blockTexts
    #expect(texts.map(\.text) == ["aaaa bbbb cccc", "a", "b\nc"])
    // The lines of a text follow each other, 20 px each, beside the picture and below it.
    #expect(texts[0].lines.map(\.range) == [0..<5, 5..<10, 10..<14])
    #expect(texts[0].lines.map(\.x) == [50, 50, 0])
    #expect(texts[0].lines.map(\.top) == [8, 28, 48])
    #expect(texts[0].lines.map(\.bottom) == [28, 48, 68])
    #expect(texts[1].lines.map { $0.x + $0.width } == [100])
    #expect(texts[2].lines.map(\.range) == [0..<2, 2..<3])
  }

  @Test func floatsOfCardsHaveTextsBesideThem() throws {
    let plan = try Self.plan(
      """
      {style: {display: flow-root, font: 16px/20px Inter}, children: [
        {id: photo, style: {float: inline-end, width: 60px, height: 30px}},
        {id: text, children: ["{m}"]}, {id: end, style: {clear: inline-end, height: 5px}}]}
      """)
    var layouter = try Self.layouter(plan)
    let environments = ["200@1x/L/ltr/en/css", "200@1x/L/rtl/en/css"]
    let frames = try environments.map { environment in
      let cell = try layouter.layout(
        Record(values: ["m": "aaaa bbbb cccc dddd eeee"]), in: try Environment(parsing: environment)
      )
      return Dictionary(
        uniqueKeysWithValues: zip(plan.template.views.map(\.id), cell.solved.frames))
    }
    #expect(frames[0]["photo"] == Rect(x: 140, y: 0, width: 60, height: 30))
    #expect(frames[1]["photo"] == Rect(x: 0, y: 0, width: 60, height: 30))
    #expect(frames[0]["text"] == Rect(x: 0, y: 0, width: 200, height: 40))
    #expect(frames[0]["end"]?.y == 40)
  }

  @Test func greatMarginsBesideFloatsEnd() throws {
    var layouter = try Self.layouter(Self.plan(Self.markup))
    let html =
      "<img align=left width=290 height=10><p style='margin: -33554428px 0 0'>"
      + "<img width=1 height=33554415><br>WWWWWWWWWWWWWWWW"
    let cell = try layouter.layout(
      Record(values: ["m": html]), in: try Environment(parsing: "300@1x/L/ltr/en/css"))
    #expect(cell.layout.exactHeight >= 0)
  }

  @Test func searchesBesideFloatsHaveALimit() throws {
    var layouter = try Self.layouter(Self.plan(Self.markup))
    let html =
      String(repeating: "<img align=left width=290 height=1>", count: 5_000) + "<p>a"
      + String(repeating: "<img align=left width=0 height=1>", count: 5_000)
      + "WWWWWWWWWWWWWWWWWWWW"
    #expect(throws: CellError.self) {
      _ = try layouter.layout(
        Record(values: ["m": html]), in: try Environment(parsing: "300@1x/L/ltr/en/css"))
    }
  }

  @Test func linesOfMarkupAreWhereTheirCellAlignsThem() throws {
    var layouter = try Self.layouter(Self.plan(Self.markup))
    layouter.keepsBlocks = true
    let html =
      "<table cellspacing=0 cellpadding=0><tr><td>a<td height=100>b</table>"
      + "<div dir=rtl style='padding-right: 20px'>a</div>"
    _ = try layouter.layout(
      Record(values: ["m": html]), in: try Environment(parsing: "200@1x/L/ltr/en/css"))
    let lines = layouter.blockTexts.flatMap(\.lines)
    #expect(lines.map(\.top) == [40, 40, 100])
    #expect(lines.last.map { $0.x + $0.width } == 180)
  }

  @Test("4,000 floats with lines beside them are laid out within the limits")
  func manyFloatsAreBounded() throws {
    var layouter = try Self.layouter(Self.plan(Self.markup))
    let floats = (0..<4_000).map { "<img align=left width=\($0 % 7) height=\(40 + $0 % 90)>a " }
    let cell = try layouter.layout(
      Record(values: ["m": floats.joined()]), in: try Environment(parsing: "200@1x/L/ltr/en/css"))
    #expect(cell.layout.exactHeight > 1_000)
  }
}
