import LayoutPrimitives
import TestSupport
import Testing
import TextMeasurement

@testable import CellTemplates

/// Markup of any kind is laid out without a trap, in a finite height, and alike each time.
@Suite struct MarkupFuzzTests {
  private static let parts = [
    "<p>", "</p>", "<div style='display: table-cell'>", "</div>", "<table>", "</table>", "<tr>",
    "<td>",
    "</td>", "<td colspan=3 rowspan=0>", "<th width=50%>", "<caption>", "<col span=9 width=7>",
    "<tbody height=40>", "<table style='border-collapse: collapse' border=3 width=10%>", "<ul>",
    "<li>", "</ul>", "<ol type=i>", "<pre>\n", "</pre>", "<b>", "</b>", "<i>", "</i>", "<a href=x>",
    "</a>", "<img width=9>", "<br>", "<hr>", "<details open>", "<summary>", "<center>",
    "<span style='display: inline-table'>", "</span>", "<span style='position: absolute'>",
    "<div style='display: flex'>", "<div style='display: table-row; float: left'>", "<!--", "-->",
    "<",
    "&amp;", "\u{0}", "text", " ", "\n", "a b", "ש", "漢字", "\u{AD}", "**", "`", "```\n", "# ", "> ",
    "- ", "\n\n", "| a | b |\n|---|---|\n", "    ", "[x]: y\n", "![", "](", ")", "*[",
    "<p style='display: table; width: 9999px; margin: -50%'>", "<div dir=rtl>", "<svg>", "</svg>",
  ]

  @Test(arguments: ["html", "markdown"])
  func randomDocuments(language: String) throws {
    let template = try CellTemplate(
      text: """
        schema: \(CellTemplate.schema)
        template: t
        sheet: "p:first-child { margin: 3px; } td > p { padding: 1px; } table { width: 100%; }"
        card:
          style: {display: flex, font: 14px Inter}
          children:
            - {id: body, style: {min-width: 0}, markup: {text: "{m}", language: \(language)}}
        """, file: "t.yaml")
    let measurer = try TextMeasurer(
      library: FontLibrary(FontConfiguration(families: ["monospace": ["Noto Sans"]])))
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: measurer)
    var other = CellLayouter(plan: TemplatePlan(template), measurer: measurer)
    var random = TestRandom(seed: 3)
    let environments = try ["320@2x/L/ltr/en/css", "33@1x/L/rtl/en/css"].map {
      try Environment(parsing: $0)
    }
    for number in 0..<600 {
      let count = Int.random(in: 1...40, using: &random)
      let text = (0..<count).map { _ in
        Self.parts[Int.random(in: Self.parts.indices, using: &random)]
      }.joined()
      for environment in environments {
        let cell = try layouter.layout(Record(values: ["m": text]), in: environment)
        #expect(cell.layout.exactHeight.isFinite, "\(text.debugDescription)")
        guard number % 20 == 0 else { continue }
        // What was laid out before changes nothing.
        let alone = try other.layout(Record(values: ["m": text]), in: environment)
        #expect(alone.layout == cell.layout, "\(text.debugDescription)")
      }
    }
  }
}
