import AutoLayout
import CSSBoxes
import FeedRecords
import LayoutPrimitives
import TemplateDocuments
import Testing
import TextMeasurement

@testable import CellTemplates

/// Markup of records as boxes of a card.
@Suite struct MarkupTests {
  private static let sheet = """
    p, ul, ol, pre, blockquote { margin-block: 8px; }
    pre { padding: 12px; line-height: 20px; }
    ul, ol { padding-inline-start: 24px; }
    li > p:first-child { margin-top: 0; }
    h1 { font-size: 22px; margin: 16px 0 8px; line-height: 1.25; }
    blockquote { margin-inline: 0; padding-inline-start: 12px; border-inline-start: 3px solid; }
    .wide { padding-inline: 40px; }
    """

  private static func template(
    sheet: String = Self.sheet, markup: String = "{text: \"{m}\", language: html}",
    style: String = "font: 16px/20px Inter"
  ) throws(TemplateError) -> CellTemplate {
    let lines = sheet.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return try CellTemplate(
      text: """
        schema: \(CellTemplate.schema)
        template: t
        sheet: |
        \(lines)
        card:
          style: {display: flow-root, \(style)}
          children: [{id: body, style: {display: flow-root}, markup: \(markup)}]
        """, file: "t.yaml")
  }

  private static func layout(
    _ template: CellTemplate, _ values: [String: String], width: Int = 300,
    families: [String: [String]] = [:]
  ) throws -> (height: Double, blocks: [String], caveats: Caveats) {
    var layouter = CellLayouter(
      plan: TemplatePlan(template),
      measurer: try TextMeasurer(library: FontLibrary(FontConfiguration(families: families))))
    layouter.keepsBlocks = true
    let cell = try layouter.layout(
      Record(values: values), in: try Environment(parsing: "\(width)@1x/L/ltr/en/css"))
    let blocks = layouter.blocks.map { block in
      let frame = block.frame
      let numbers = [frame.x, frame.y, frame.width, frame.height].map { "\($0.plainDecimal)" }
      return "\(block.name) \(numbers.joined(separator: " "))"
    }
    return (cell.layout.exactHeight, blocks, cell.layout.caveats)
  }

  /// The frames are those of Chromium 156, asked by the oracle `markup` for the same sheet.
  @Test(arguments: [
    ("<p>a</p><p>b</p>", 64, ["p 0 8 300 20", "p 0 36 300 20"]),
    (
      "<ul><li>a<li>b<ul><li>c</ul></ul>", 84,
      [
        "ul 0 8 300 68", "li 24 8 276 20", "li 24 28 276 48", "ul 24 56 276 20", "li 48 56 252 20",
      ]
    ),
    ("<blockquote><p>a</p></blockquote>", 36, ["blockquote 0 8 300 20", "p 15 8 285 20"]),
    ("<pre>\na\nb\n</pre>", 80, ["pre 0 8 300 64"]),
    ("<svg viewBox='0 0 200 50'></svg>", 79, ["svg 0 0 300 75"]),
    ("<svg viewBox='0 0 200 50' height=20></svg>", 24, ["svg 0 0 80 20"]),
    ("<details>a</details>", 20, ["details 0 0 300 20"]),
    (
      "<details open>a<summary>b</summary>c</details>", 40,
      ["details 0 0 300 40", "summary 0 0 300 20"]
    ),
    // The triangle takes 17 px, without which the text would be on one line.
    (
      "<details style='width: 70px'><summary>aaaa bbb</summary></details>", 40,
      ["details 0 0 70 40", "summary 0 0 70 40"]
    ),
    ("<svg viewBox='0 0 24 24' style='height: 1em'></svg>", 20, ["svg 0 0 16 16"]),
    ("<svg width=20></svg>", 154, ["svg 0 0 20 150"]),
    (
      "<p><font size=+3 style='display: block; height: 1em'>a</font>", 48,
      ["p 0 8 300 32", "font 0 8 300 32"]
    ),
    ("<img src=a align=absbottom border=2 width=10 height=10>", 20, ["img 0 6 14 14"]),
    ("<h1>a</h1>b<hr>c", 109.5, ["h1 0 16 300 27.5", "hr 0 79.5 300 2"]),
    (
      "<p>a<div class=wide>b<p>c</div>", 92,
      [
        "p 0 8 300 20", "div 0 36 300 48", "p 40 64 220 20",
      ]
    ),
    ("<img width=100 height=50><p hidden>x</p>", 54, ["img 0 0 100 50"]),
    (
      "<details><summary>a</summary>b</details>", 20,
      [
        "details 0 0 300 20", "summary 0 0 300 20",
      ]
    ),
    ("<dl><dt>a<dd>b</dl>", 72, ["dl 0 16 300 40", "dt 0 16 300 20", "dd 40 36 260 20"]),
  ])
  func blocksAreWhereChromiumHasThem(html: String, height: Double, blocks: [String]) throws {
    let found = try Self.layout(
      try Self.template(), ["m": html], families: ["monospace": ["Noto Sans"]])
    #expect(found.height == height)
    #expect(found.blocks == blocks)
    #expect(found.caveats == [])
  }

  /// A sheet that no markup is likely to match has a warning with its line.
  @Test(arguments: [
    ("p { margin: 0; }", [String]()), (".a { margin: 0; }\np { margin: 0; }", []),
    ("my-quote { margin: 0; }", []), ("p {}\nblokquote > p { margin: 0; }", ["'blokquote' 5"]),
    ("body { font-size: 20px; }\ndata { margin: 0; }", ["'body' 4"]),
    (".message p { margin: 0; }\n.message { margin: 0; }", ["every 3"]),
  ])
  func sheetsThatMatchNothing(sheet: String, warnings: [String]) throws {
    let found = try Self.template(sheet: sheet).warnings.map {
      "\($0.found.split(separator: " ").first ?? "") \($0.lines.first ?? 0)"
    }
    #expect(found == warnings)
  }

  @Test("HTML comes before Markdown, Markdown before text")
  func theContentOfARecordHasOneLanguage() throws {
    let template = try Self.template(markup: "\"{content}\"")
    let one = ["p 0 8 300 20"]
    #expect(
      try Self.layout(template, ["content_html": "<p>a", "content_markdown": "# b"]).blocks == one)
    #expect(try Self.layout(template, ["content_markdown": "*a*"]).blocks.first == one[0])
    #expect(try Self.layout(template, ["content": "a <p>\nb"]).blocks == ["div 0 0 300 40"])
    #expect(template.recordPaths.map(\.spelling).contains("content_markdown"))
    // A value that no record has is found once, under the name that the template has.
    let use = try #require(template.bindingUses.first)
    #expect(use.asker == "the markup of the element 'body'")
    #expect(use.binding.paths.map(\.spelling) == ["content"])
    #expect(template.bindingUses.count == 1)
  }

  @Test("13px is the size of monospace alone, unless a length declares the size")
  func monospaceIsSmaller() throws {
    let families = ["monospace": ["Noto Sans"]]
    let html = "<pre>a</pre><h2><code>b</code></h2>"
    let sheet =
      "pre, h2 { margin: 0; } pre { padding-top: 1em; line-height: 1em; } code { display: block; height: 1em; }"
    let relative = try Self.template(sheet: sheet, style: "font-family: Inter")
    // 13px, and 13px of 16px in a heading of 1.5em.
    let small = try Self.layout(relative, ["m": html], families: families)
    #expect(small.blocks[0].hasPrefix("pre 0 0 300 26"))
    #expect(small.blocks[2].hasSuffix(" 19.5"))
    let absolute = try Self.template(sheet: sheet, style: "font: 16px Inter")
    let large = try Self.layout(absolute, ["m": html], families: families)
    #expect(large.blocks[0].hasPrefix("pre 0 0 300 32"))
    #expect(large.blocks[2].hasSuffix(" 24"))
    // Without a font for it, code has the font around, and says so.
    #expect(try Self.layout(absolute, ["m": html]).caveats == .substituteFont)
  }

  @Test(arguments: [
    ("<table align=left><tr><td>a</table>", Caveats()), ("<p style='float: left'>a", Caveats()),
    ("<img src=a>", .sizeUnknown), ("<img src=a align=middle width=1 height=1>", .sizeUnknown),
    ("<p style='position: fixed'>a", .sizeUnknown),
    ("<p style='font-family: x'>a", .substituteFont),
    ("<p style='color: red; margin: 1px'>a", Caveats()),
    ("<p style='float: none; display: bogus'>a", Caveats()),
  ])
  func whatIsNotLaidOutAsInABrowserIsSaid(html: String, caveats: Caveats) throws {
    #expect(try Self.layout(try Self.template(), ["m": html]).caveats == caveats)
  }

  @Test(arguments: [
    ("p { margin: 1px }\na:hover { margin: 0 }", "t.yaml:5: CH0454: the selector 'a:hover'"),
    ("p { float: top }", "t.yaml:4: CH0454: 'top' as 'float' in the sheet"),
    ("p { columns: 2 }", "t.yaml:4: CH0454: the property 'columns' in the sheet"),
    ("p {\n  width: much }", "t.yaml:5: CH0454: 'much' as 'width' in the sheet"),
    ("@font-face { }", "t.yaml:4: CH0454: '@font-face'"),
    ("p { margin: 0", "t.yaml:5: CH0454: a block without its end in the sheet"),
    ("p { b { margin: 0 } }", "t.yaml:4: CH0454: a block in a block"),
    ("p { margin: 0 } }", "t.yaml:4: CH0454: '}'"),
  ])
  func sheetsHaveErrorsWithTheirLines(sheet: String, problem: String) throws {
    do throws(TemplateError) {
      _ = try Self.template(sheet: sheet)
      Issue.record("no error")
    } catch {
      #expect(error.description.contains(problem), "\(error)")
    }
  }

  @Test("rules apply by specificity, then by order")
  func strongRulesWin() throws {
    let sheet = """
      .a p { height: 1px; } div p { height: 2px; } p { height: 3px; }
      p:not(:last-child) { height: 4px; } div > p:first-child { height: 5px; }
      * { margin: 0; } @media (width > 400px) { p { width: 9px; } }
      """
    let html = "<div class='b a'><p></p><p></p><p></p></div><p style='height: 7px !important'></p>"
    let blocks = try Self.layout(try Self.template(sheet: sheet), ["m": html]).blocks
    #expect(
      blocks == [
        "div 0 0 300 10", "p 0 0 300 5", "p 0 5 300 4", "p 0 9 300 1", "p 0 10 300 7",
      ])
    let wide = try Self.layout(try Self.template(sheet: sheet), ["m": html], width: 500).blocks
    #expect(wide.last == "p 0 10 9 7")
  }

  @Test(arguments: [
    String(repeating: "<div>", count: 100_000), String(repeating: "<b>", count: 100_000) + "a",
    String(repeating: "<p>a", count: 50_000), String(repeating: "<table><tr><td>", count: 5_000),
    String(repeating: "*[", count: 500_000), "<ol>" + String(repeating: "<li>", count: 30_000),
    String(repeating: "<b><p>a</b></p>", count: 20_000),
    String(repeating: "<span style='padding:1px'>", count: 1_000) + "a",
  ])
  func hostileMarkupIsCut(html: String) throws {
    let found = try Self.layout(try Self.template(), ["m": html])
    #expect(found.height.isFinite)
    #expect(found.blocks.count <= CardMarkup.elementLimit * 2)
  }

  @Test("a selector of many ancestors ends soon where elements are nested deep")
  func longSelectorsEnd() throws {
    let sheet =
      "b " + String(repeating: "div ", count: 14) + "p { height: 1px; } div > div p { margin: 0; }"
    let html = String(repeating: "<div>", count: 90) + "<p></p><p></p>"
    let blocks = try Self.layout(try Self.template(sheet: sheet), ["m": html]).blocks
    #expect(blocks.suffix(2) == ["p 0 0 300 0", "p 0 0 300 0"])
  }

  @Test("a cell does not depend on the records before")
  func recordsAreIndependent() throws {
    let template = try Self.template()
    var shared = CellLayouter(
      plan: TemplatePlan(template),
      measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
    let environment = try Environment(parsing: "200@1x/L/ltr/en/css")
    for html in ["<p>a", "<ul><li>b", "", "<pre>c", "<p>a"] {
      let again = try Self.layout(template, ["m": html], width: 200)
      let cell = try shared.layout(Record(values: ["m": html]), in: environment)
      #expect(cell.layout.exactHeight == again.height)
    }
  }
}
