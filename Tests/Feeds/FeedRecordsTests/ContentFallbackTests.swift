import FeedRecords
import Testing

/// Texts that show nothing give way to the next candidate of the same value.
@Suite struct ContentFallbackTests {
  /// HTML without visible text.
  private static let blank = [
    "<p></p>", "&nbsp;", "<img src=\"https://t.example/p.gif\" width=\"1\" height=\"1\"/>", "<br/>",
    "<hr/>", "<script src=\"https://t.example/x.js\"></script>", "<!-- note -->",
    "<iframe src=\"https://t.example/p\"></iframe>", "<p>&nbsp;</p>", "&#8203;", "&#xFEFF;&shy;",
    "<style>p { color: red }</style>", "<div style=\"display:none\">x</div>",
    "<img src=\"https://t.example/photo.jpg\"/>",
  ]

  private func rss(_ items: String) -> [FeedRecord] {
    Reading(
      """
      <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
      xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:source="http://source.scripting.com/">
      <channel><item>\(items)</item></channel></rss>
      """
    ).records
  }

  @Test(arguments: blank)
  func aBlankDescriptionGivesWay(_ html: String) throws {
    let description = "<description><![CDATA[\(html)]]></description>"
    for spare in [
      "itunes:summary", "itunes:subtitle", "media:description", "dc:description", "summary",
      "source:markdown", "description",
    ] {
      let record = try #require(rss("\(description)<\(spare)>Real</\(spare)>").first)
      #expect(record.contentText == "Real", "\(spare)")
      #expect((record.contentHTML ?? record.contentMarkdown) == "Real")
      #expect(record.summary == nil)
    }
    let second = "<itunes:subtitle><![CDATA[\(html)]]></itunes:subtitle>"
    #expect(
      rss("\(description)\(second)<itunes:summary>Real</itunes:summary>").first?.contentText
        == "Real")
    #expect(rss(description).first?.contentText == nil)
  }

  @Test(arguments: blank)
  func blankEncodedContentGivesWay(_ html: String) throws {
    let content = "<content:encoded><![CDATA[\(html)]]></content:encoded>"
    let record = try #require(rss("\(content)<description>Real</description>").first)
    #expect(record.contentText == "Real")
    #expect(record.contentHTML == "Real")
    #expect(record.summary == nil)
    let none = try #require(rss(content).first)
    #expect(none.contentText == nil)
    #expect(none.contentHTML == html)
    let summary = "<description><![CDATA[\(html)]]></description>"
    let both = try #require(
      rss("<content:encoded>Whole</content:encoded>\(summary)<itunes:summary>S</itunes:summary>")
        .first)
    #expect(both.contentText == "Whole")
    #expect(both.summary == "S")
  }

  @Test func thePictureOfATextThatGivesWayIsKept() {
    let record = rss(
      """
      <description><![CDATA[<img src="https://t.example/photo.jpg"/>]]></description>
      <itunes:summary>Real</itunes:summary>
      """
    ).first
    #expect(record?.image == FeedImage(url: "https://t.example/photo.jpg"))
    #expect(record?.contentText == "Real")
  }

  @Test func aPointIsVisible() {
    #expect(
      rss("<description>.</description><itunes:summary>S</itunes:summary>").first?.contentText
        == ".")
  }

  @Test(arguments: blank)
  func blankAtomTextsGiveWay(_ html: String) throws {
    func entry(_ inner: String) throws -> FeedRecord {
      try #require(
        Reading(
          """
          <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
          <entry><id>1</id>\(inner)</entry></feed>
          """
        ).records.first)
    }
    let content = "<content type=\"html\"><![CDATA[\(html)]]></content>"
    let summary = "<summary type=\"html\"><![CDATA[\(html)]]></summary>"
    let spare = "<media:description>Real</media:description>"
    #expect(try entry(content + spare).contentText == "Real")
    #expect(try entry(summary + spare).contentText == "Real")
    let both = try entry(content + "<summary>Real</summary>")
    #expect(both.contentText == nil)
    #expect(both.summary == "Real")
  }

  @Test func blankJSONTextsGiveWay() throws {
    let records = Reading(
      """
      [{"id":"1","content_text":" ","content_html":"<p>H</p>"},
      {"id":"2","content_html":"<p>&nbsp;</p>","content_markdown":"*M*"},
      {"id":"3","content_text":"\\u00a0","summary":"S"}]
      """
    ).records
    #expect(records.map(\.contentText) == ["H", "M", nil])
    let mapped = Reading(
      #"[{"k":1,"a":"<p></p>","b":"<b>B</b>"},{"k":2,"a":"\u200b","b":"x"}]"#,
      mapping: try RecordMapping(
        yaml: """
          schema: cellheights.mapping/1
          records: "$[*]"
          id: k
          content: {path: a|b, html: true}
          """, path: "m"))
    #expect(mapped.records.map(\.contentText) == ["B", "x"])
  }
}
