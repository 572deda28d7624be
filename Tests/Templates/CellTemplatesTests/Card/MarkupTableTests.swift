import AutoLayout
import Foundation
import LayoutPrimitives
import StructuredDocuments
import Testing
import TextMeasurement

@testable import CellTemplates

/// Tables in the markup of records.
@Suite struct MarkupTableTests {
  /// The sheet of the chat of the oracle `markup`, as far as the tables of the fixture use it.
  private static let sheet = """
    p, ul, ol, pre, blockquote { margin-block: 8px; }
    ul, ol { padding-inline-start: 24px; }
    """

  private static func layouter(sheet: String = Self.sheet) throws -> CellLayouter {
    let lines = sheet.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    let template = try CellTemplate(
      text: """
        schema: \(CellTemplate.schema)
        template: t
        sheet: |
        \(lines)
        card:
          style: {display: flow-root, font: 16px Inter}
          children:
            - {id: body, style: {display: flow-root}, markup: {text: "{m}", language: html}}
        """, file: "t.yaml")
    var layouter = CellLayouter(
      plan: TemplatePlan(template),
      measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
    layouter.keepsBlocks = true
    return layouter
  }

  /// Random tables with the rectangles of their parts in Chromium 156.
  ///
  /// `scripts/oracles markup --tables 120 --seed fixture --fixture FILE` writes the file.
  @Test func rectanglesAreThoseOfChromium() throws {
    var layouter = try Self.layouter()
    // A part beside or over several columns may be off by a rounding for each.
    try ChromiumMarkup("chromium-tables", count: 120).check(&layouter, within: 5.0 / 64)
  }

  /// Heights of 200 px wide cells that follow from the rules by hand.
  ///
  /// A line is 20 px high.
  @Test(arguments: [
    // Distances of 2 px around each row, padding of 1 px in each cell.
    ("<table><tr><td>a</table>", 26.0), ("<table><tr><td>a<tr><td>b</table>", 50),
    ("<table cellspacing=0 cellpadding=0><tr><td>a</table>", 20),
    ("<table style='border-collapse: collapse' border=1><tr><td>a</table>", 24),
    ("<table><caption>c</caption><tr><td>a</table>", 46), ("<table></table>", 0),
    ("<table><tr><td><tr><td></table>", 10), ("<table height=100><tr><td>a</table>", 100),
    ("<table><tr><td rowspan=2>a<br>b<br>c<td>d<tr><td>e</table>", 66),
    ("<div style='display: table'><div style='display: table-cell'>a</div> b</div>", 20),
    ("a<div style='display: table-row'>b</div>c", 60),
  ])
  func heights(html: String, height: Double) throws {
    var layouter = try Self.layouter()
    let cell = try layouter.layout(
      Record(values: ["m": html]), in: try Environment(parsing: "200@1x/L/ltr/en/css"))
    #expect(cell.layout.exactHeight == height)
  }

  /// Numbers beyond all limits, and very many cells, are laid out in bounded time.
  @Test(arguments: [
    "<table><tr><td colspan=1000000000 rowspan=1000000000>a<td colspan=99999999999999999999>b</table>",
    "<table><colgroup span=1000000000><col span=1000000000 width=1e300><tr><td>a</table>",
    "<table><tr>" + String(repeating: "<td>a", count: 100_000) + "</table>",
    "<table>" + String(repeating: "<tr><td>a", count: 100_000) + "</table>",
    "<table><tr>" + String(repeating: "<td colspan=1000 rowspan=65534>a", count: 20_000)
      + "</table>",
    "<table>" + String(repeating: "<tr><td colspan=1000 rowspan=0>a", count: 20_000) + "</table>",
    String(repeating: "<table><tr><td>", count: 5_000),
    String(repeating: "<table><colgroup><col span=1000 width=1%>", count: 3_000),
    "<table width=99999999999px height=1e300px cellpadding=1e300 border=1e300><tr><td>a</table>",
    "<table style='border-collapse: collapse'>"
      + String(repeating: "<tr><td rowspan=9 colspan=9 style='border: 9px solid'>a", count: 6_000),
  ])
  func hostileTables(html: String) throws {
    var layouter = try Self.layouter()
    let cell = try layouter.layout(
      Record(values: ["m": html]), in: try Environment(parsing: "390@2x/L/ltr/en/css"))
    #expect(cell.layout.exactHeight.isFinite)
  }
}
