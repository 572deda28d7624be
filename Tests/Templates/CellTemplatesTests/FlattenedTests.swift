import CellTemplates
import FeedRecords
import LayoutPrimitives
import StructuredDocuments
import Testing
import TextMeasurement

/// Labels that show markup as plain text, without the sizes of its elements.
@Suite struct FlattenedTests {
  /// The views with the finding `flattened` in the cell of one record of a feed.
  private static func flattened(
    _ members: [(String, String)], body: String = "{content}", isCard: Bool = false
  ) throws -> [String] {
    let views = """
      views:
        - {id: title, kind: label, text: "{title}", font: Inter}
        - {id: body, kind: label, text: "\(body)", font: Inter}
      constraints: ["V:|[title][body]|", "H:|[title]|", "H:|[body]|"]
      """
    let card = """
      card:
        style: {font: 16px Inter}
        children: [{id: title, text: "{title}"}, \(body)]
      """
    let template = try CellTemplate(
      text: "schema: \(CellTemplate.schema)\ntemplate: t\n" + (isCard ? card : views),
      file: "t.yaml")
    var writer = JSONWriter()
    writer.beginObject()
    for (name, value) in [("id", "1"), ("title", "<b>Title</b>")] + members {
      writer.key(name)
      writer.string(value)
    }
    writer.endObject()
    let plan = TemplatePlan(template)
    var layouter = CellLayouter(
      plan: plan, measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
    var reader = try FeedReader(source: FeedSource(bytes: Array(writer.text.utf8), name: "t"))
    guard case .record(let record) = try reader.next() else { return ["no record"] }
    let layout = try layouter.cellLayout(record, in: Environment(parsing: "320@2x/L/ltr/en/css"))
    return layout.findings.numbers.filter { CellFinding(number: $0).kind == .flattened }
      .compactMap { plan.finding($0).view }
  }

  @Test(arguments: [
    "<pre>a</pre>", "<table><tr><td>a</table>", "<h2>a</h2>", "<ul><li>a</ul>", "<ol><li>a</ol>",
    "<dl><dt>a<dd>b</dl>", "a<img src=x.png>", "a<hr>", "<blockquote>a</blockquote>",
    "a<video src=x></video>", "a<iframe></iframe>", "a<svg></svg>",
    "<div><p>a<div><p>b<h1>c</h1></div></div>",
  ])
  func elementsWithASizeOfTheirOwn(html: String) throws {
    #expect(try Self.flattened([("content_html", html)]) == ["body"])
  }

  @Test(arguments: [
    "a", "<p>a</p><p>b</p>", "a <b>b</b> <i>c</i> <code>d</code> <a href=x>e</a><br>f",
    "a &lt;pre>",
    "a<table hidden><tr><td>b</table>", "<div hidden><pre>b</pre></div>c", "a<!-- <pre> -->",
    "a<img src=x.png width=1 height=1>",
  ])
  func textsThatShowEverything(html: String) throws {
    #expect(try Self.flattened([("content_html", html)]) == [])
  }

  @Test(arguments: [
    ("```\na\n```", true), ("| a |\n|---|\n| b |", true), ("# a", true), ("- a", true),
    ("a ![b](c.png)", true), ("> a", true), ("a\n\nb **c** `d`", false), ("a\n- b", true),
  ])
  func markdown(text: String, isFlattened: Bool) throws {
    let found = isFlattened ? ["body"] : []
    #expect(try Self.flattened([("content_markdown", text)]) == found)
    #expect(try Self.flattened([("content_markdown", text)], body: "{content_markdown}") == found)
  }

  @Test func theTextThatIsShownDecides() throws {
    let html = ("content_html", "<h1>a</h1>")
    #expect(try Self.flattened([html], body: "{content_html}") == ["body"])
    #expect(try Self.flattened([html], body: "by {author|content}") == ["body"])
    #expect(try Self.flattened([html, ("author", "b")], body: "{author|content}") == [])
    // Without a summary, the content is shown.
    #expect(try Self.flattened([html], body: "{summary}") == ["body"])
    #expect(try Self.flattened([html, ("summary", "b")], body: "{summary}") == [])
    // A text that the feed gives beside its HTML is not the HTML either.
    #expect(try Self.flattened([html, ("content_text", "a")]) == ["body"])
    #expect(try Self.flattened([("content_text", "# a")]) == [])
  }

  @Test func cards() throws {
    func found(_ body: String, _ markdown: String) throws -> [String] {
      try Self.flattened([("content_markdown", markdown)], body: body, isCard: true)
    }
    let spans =
      "{id: body, children: [\"{content|title}\", {text: \"x\", style: {display: inline}}]}"
    for label in ["{id: body, text: \"{content}\"}", spans] {
      #expect(try found(label, "# a") == ["body"])
      #expect(try found(label, "a") == [])
    }
    #expect(try found("{id: body, markup: \"{content}\"}", "# a") == [])
    #expect(try found("{id: body, text: \"{content}\", hidden: true}", "# a") == [])
  }
}
