import FeedRecords
import Testing

/// Values in shapes that other formats and programs write: objects, arrays and texts.
@Suite struct JSONShapeTests {
  private func feed(_ item: String) -> Reading {
    Reading(
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","content_text":"c",\#(item)}]}"#
    )
  }

  @Test(arguments: [
    #""authors":[{"name":"Bo"}]"#, #""authors":{"name":"Bo"}"#, #""authors":["Bo"]"#,
    #""authors":"Bo""#, #""author":[{"name":"Bo"}]"#, #""author":"Bo""#, #""author":{"name":"Bo"}"#,
    #""author":["Bo"]"#, #""authors":[[{"name":"Bo"}]]"#, #""authors":[],"author":{"name":"Bo"}"#,
    #""authors":[{"url":"https://x.example/"}],"author":"Bo""#, #""author":{"email":"Bo"}"#,
  ])
  func anAuthorHasAnyUsualShape(_ item: String) {
    let reading = feed(item)
    #expect(reading.records.first?.author == "Bo")
    #expect(reading.warnings.isEmpty)
  }

  @Test func severalAuthorsAreJoined() {
    #expect(feed(#""authors":[{"name":"A"},"B",{"name":"C"}]"#).records.first?.author == "A, B, C")
    let inherited = """
      {"version":"https://jsonfeed.org/version/1.1","authors":{"name":"Root"},
      "items":[{"id":"1","content_text":"c"}]}
      """
    #expect(Reading(inherited).records.first?.author == "Root")
  }

  @Test func otherMembersHaveAnyUsualShape() throws {
    let record = try #require(
      feed(
        #""title":{"rendered":"T"},"url":["https://x.example/1"],"summary":["one","two"],"#
          + #""image":[{"url":"https://x.example/1.png","width":3}],"tags":"a, b","#
          + #""attachments":"https://x.example/a.mp3","language":["de"],"date_published":["2026-01-31"],"#
          + ##""date_modified":{"#text":"2026-02-01"}"##
      ).records.first)
    #expect(record.title == "T")
    #expect(record.url == "https://x.example/1")
    #expect(record.summary == "one\ntwo")
    #expect(record.image == FeedImage(url: "https://x.example/1.png", width: 3))
    #expect(record.tags == ["a", "b"])
    #expect(record.attachments == [FeedAttachment(url: "https://x.example/a.mp3")])
    #expect(record.language == "de")
    #expect(record.published == FeedDate("2026-01-31"))
    #expect(record.updated == FeedDate("2026-02-01"))
    let content = Reading(#"[{"id":"1","content_html":{"rendered":"<p>x</p>"}}]"#).records.first
    #expect(content?.contentText == "x")
    let parts = Reading(#"[{"id":"1","content_text":["x",{"text":"y"}]}]"#).records.first
    #expect(parts?.contentText == "x\ny")
  }

  @Test(arguments: [
    #""authors":7.5,"tags":["x"]"#, #""author":{"x":1}"#, #""title":{"x":1}"#, #""image":true"#,
    #""attachments":[{"title":"x"}]"#, #""tags":{"x":1}"#, #""url":{"x":1}"#, #""fields":"x""#,
  ])
  func aShapeThatIsNotReadIsCounted(_ item: String) {
    let reading = feed(item)
    // A number is the text of an author.
    guard !item.contains("7.5") else {
      #expect(reading.records.first?.author == "7.5")
      return
    }
    #expect(reading.records.count == 1)
    #expect(reading.warnings.map(\.code) == [.unreadMember])
    #expect(reading.warnings.first?.count == 1)
  }

  @Test(arguments: [
    #""authors":[]"#, #""author":null"#, #""title":"""#, #""tags":[]"#, #""image":"""#,
    #""authors":[{"url":"https://x.example/"}]"#, #""attachments":[]"#, #""date_published":"""#,
  ])
  func anEmptyValueIsNotCounted(_ item: String) {
    #expect(feed(item).warnings.isEmpty)
  }

  @Test func aMappingReadsTheSameShapes() throws {
    let reading = Reading(
      """
      [{"key":1,"by":[{"name":"A"},{"name":"B"}],"body":[{"value":"x"}],"pics":["https://x.example/p"]},
      {"key":2,"by":{"login":"C"},"body":[],"text":"y","pics":{"src":"https://x.example/q"}},
      {"key":3,"by":{"n":1},"text":"z"}]
      """,
      mapping: try RecordMapping(
        yaml: """
          schema: cellheights.mapping/1
          records: "$[*]"
          id: key
          author: by
          content: body|text
          image: pics
          """, path: "m"))
    #expect(reading.records.map(\.author) == ["A, B", "C", nil])
    #expect(reading.records.map(\.contentText) == ["x", "y", "z"])
    #expect(
      reading.records.map(\.image?.url) == ["https://x.example/p", "https://x.example/q", nil])
    #expect(reading.warnings.map(\.code) == [.unreadMember])
  }
}
