import Testing
import XMLDocuments

@testable import FeedRecords

/// Markdown gives the text and the runs of its HTML.
@Suite struct MarkdownTests {
  private func text(_ markdown: String) -> String { AttributedContent(markdown: markdown).text }

  /// Markdown and the HTML that CommonMark or GitHub makes of it.
  @Test(arguments: [
    (
      "# One #\n\ntwo *three **four*** `fi<ve`",
      "<h1>One</h1><p>two <em>three <strong>four</strong></em> <code>fi&lt;ve</code></p>"
    ),
    ("a\nb  \nc\\\nd", "<p>a\nb<br>c<br>d</p>"),
    ("> q\n>\n> > r", "<blockquote><p>q</p><blockquote><p>r</p></blockquote></blockquote>"),
    (
      "3) a\n4) b\n\n   - c",
      "<ol start=3><li><p>a</p></li><li><p>b</p><ul><li>c</li></ul></li></ol>"
    ),
    ("```swift\nlet a = 1 &\n  <b>\n```", "<pre><code>let a = 1 &amp;\n  &lt;b&gt;\n</code></pre>"),
    (
      "[a](</b c> \"t\") <https://e.org/?x=1&y=2> <me@e.org>",
      "<p><a href='/b%20c'>a</a> <a href='https://e.org/?x=1&amp;y=2'>https://e.org/?x=1&amp;y=2</a> <a href='mailto:me@e.org'>me@e.org</a></p>"
    ),
    (
      "[a][b] ![p*q*r](s.png) t\n\n[b]: /c&auml;",
      "<p><a href='/c%C3%A4'>a</a> <img src=s.png> t</p>"
    ),
    (
      "a <b>c *d*</b> &copy; &amp;lt; &nosuch; x & y < z\n\n<div>\n*e*\n</div>",
      "<p>a <b>c <em>d</em></b> © &amp;lt; &amp;nosuch; x &amp; y &lt; z</p><div>*e*</div>"
    ),
    (
      "|a|b|\n|---|:-:|\n|*c*|`d|e`|\n|f|",
      "<table><tr><th>a<th>b<tr><td><em>c</em><td><code>d|e</code><tr><td>f<td></table>"
    ),
    (
      "~~a~~ ~b~ www.e.org/x_y https://e.org/(z). me@e.org",
      "<p><del>a</del> ~b~ <a href='http://www.e.org/x_y'>www.e.org/x_y</a> <a href='https://e.org/(z)'>https://e.org/(z)</a>. <a href='mailto:me@e.org'>me@e.org</a></p>"
    ),
    (
      "- [x] a\n- [ ] b\n- c",
      "<ul><li style='list-style:none'>[x] a</li><li style='list-style:none'>[ ] b</li><li>c</li></ul>"
    ),
    ("a\0b `c\0d`", "<p>a\u{FFFD}b <code>c\u{FFFD}d</code></p>"),
    ("***\n", "<hr>"), ("", ""), ("    \n\n", ""),
  ])
  func isItsHTML(_ markdown: String, _ html: String) {
    #expect(AttributedContent(markdown: markdown) == AttributedContent(html: html))
  }

  @Test func runsAreThoseOfTheHTML() {
    let content = AttributedContent(markdown: "- *a* [b](c)", base: "https://e.org/x/")
    #expect(content.text == "• a b")
    #expect(
      content.runs == [
        ContentRun(range: 0..<5, traits: .emphasis, listLevel: 1),
        ContentRun(range: 6..<7, listLevel: 1, link: "https://e.org/x/c"),
      ])
  }

  @Test func aPictureIsFound() {
    let found = HTMLText("a ![b ![c](d)](e 'f') g", in: .markdown, limits: FeedLimits())
    #expect(found.text == "a g")
    #expect(found.image == FeedImage(url: "e"))
  }

  // MARK: - Records

  @Test func recordsHaveMarkdown() throws {
    let reading = Reading(
      #"{"id": "1", "content_markdown": "a *b* ![](https://e.org/p)"}"# + "\n"
        + #"{"id": "2", "content_markdown": "*a*", "content_html": "<b>b</b>"}"# + "\n"
        + #"{"id": "3", "content_markdown": "*a*", "content_text": "*c*"}"# + "\n")
    #expect(reading.records.map(\.contentText) == ["a b", "b", "*c*"])
    #expect(reading.records.map(\.contentHTML) == [nil, "<b>b</b>", nil])
    let record = try #require(reading.records.first)
    #expect(record.contentMarkdown == "a *b* ![](https://e.org/p)")
    #expect(record.image?.url == "https://e.org/p")
    #expect(record.attributedContent()?.runs == [ContentRun(range: 2..<3, traits: .emphasis)])
    #expect(Reading(record.recordJSON).records.map(\.recordJSON) == [record.recordJSON])
    #expect(record.text(at: try #require(RecordPath("content_markdown"))) == record.contentMarkdown)
  }

  @Test func markdownIsNotConvertedIfHTMLIsNot() throws {
    let feed = #"{"id": "1", "content_markdown": "a *b*"}"#
    var reader = try FeedReader(
      source: FeedSource(bytes: Array(feed.utf8), name: "t"), convertsHTML: false)
    guard case .record(let record) = try reader.next() else {
      Issue.record("no record")
      return
    }
    #expect(record.contentText == nil)
    #expect(record.contentMarkdown == "a *b*")
  }

  @Test func mappingsNameMarkdown() throws {
    let mapping = try RecordMapping(
      yaml: """
        schema: cellheights.mapping/1
        records: "$[*]"
        id: id
        title: {path: head, markdown: true}
        summary: {path: lead, markdown: true}
        content: [{path: html, html: true}, {path: body|text, markdown: true}, {path: plain, markdown: false}]
        """, path: "m.yaml")
    #expect(try RecordMapping(yaml: mapping.yaml, path: "m.yaml") == mapping)
    let records = Reading(
      ##"[{"id": 1, "head": "# A *b*", "lead": "- c", "text": "~~d~~"}, {"id": 2, "plain": "*e*"}]"##,
      mapping: mapping
    ).records
    #expect(records.map(\.title) == ["A b", nil])
    #expect(records.map(\.summary) == ["• c", nil])
    #expect(records.map(\.contentText) == ["d", "*e*"])
    #expect(records.map(\.contentMarkdown) == ["~~d~~", nil])
  }

  @Test(arguments: [
    "{path: a, html: markdown}", "{path: a, markdown: maybe}",
    "{path: a, html: true, markdown: true}",
    "{path: a, markdown: [true]}",
  ])
  func wrongRulesAreRefused(_ rule: String) throws {
    let error = #expect(throws: FeedError.self) {
      try RecordMapping(
        yaml: "schema: cellheights.mapping/1\nrecords: \"$[*]\"\ncontent: \(rule)\n", path: "m.yaml"
      )
    }
    #expect(error?.code == .mapping)
    #expect(error?.location.line == 3)
  }

  @Test(arguments: [
    "text/markdown", "Text/Markdown; charset=UTF-8; variant=GFM", "text/x-markdown",
  ])
  func atomTextsMayBeMarkdown(_ type: String) throws {
    let reading = Reading(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://e.org/"><entry><id>1</id>
      <title type="\(type)">A *b*</title><summary type="\(type)">- c</summary>
      <content type="\(type)">d **e** &lt;i&gt;f&lt;/i&gt; ![](g)</content></entry></feed>
      """)
    let record = try #require(reading.records.first)
    #expect(record.title == "A b")
    #expect(record.summary == "• c")
    #expect(record.contentText == "d e f")
    #expect(record.contentMarkdown == "d **e** <i>f</i> ![](g)")
    #expect(record.contentHTML == nil)
    #expect(record.image?.url == "https://e.org/g")
  }

  @Test func sourceMarkdownIsTheContentOfItemsWithoutHTML() throws {
    let reading = Reading(
      """
      <rss version="2.0" xmlns:s="http://source.scripting.com/"><channel>
      <item><guid>1</guid><s:markdown>a *b*</s:markdown></item>
      <item><guid>2</guid><description>c</description><s:markdown>*d*</s:markdown></item>
      </channel></rss>
      """)
    #expect(reading.records.map(\.contentText) == ["a b", "c"])
    #expect(reading.records.map(\.contentMarkdown) == ["a *b*", nil])
    let path = try #require(RecordPath(#"["source:markdown"]"#))
    #expect(reading.records.map { $0.text(at: path) } == ["a *b*", "*d*"])
  }
}
