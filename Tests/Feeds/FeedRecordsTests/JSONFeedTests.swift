import FeedRecords
import Testing

@Suite struct JSONFeedTests {
  private let feed = """
    {"version": "https://jsonfeed.org/version/1.1", "language": "en",
     "authors": [{"name": "Root"}],
     "items": [
      {"id": 7, "url": "https://x.org/7", "title": " A\\n title ",
       "content_html": "<p>One &amp; two</p><p>three</p>", "date_published": "2026-01-31T09:00:00+01:00",
       "tags": ["a", "b"], "image": "https://x.org/7.png", "_image": {"width": 3, "height": 2},
       "attachments": [{"url": "https://x.org/a.mp3", "mime_type": "audio/mpeg"}], "_more": {"n": 5}},
      {"url": "https://x.org/8", "content_text": "plain", "authors": [{"name": "A"}, {"name": "B"}],
       "language": "de"}
     ]}
    """

  @Test func itemsBecomeRecords() throws {
    let reading = Reading(feed)
    #expect(reading.format == .jsonFeed)
    let record = try #require(reading.records.first)
    #expect(record.id == "7")
    #expect(record.title == "A title")
    #expect(record.contentText == "One & two\n\nthree")
    #expect(record.contentHTML == "<p>One &amp; two</p><p>three</p>")
    #expect(record.published?.description == "2026-01-31T08:00:00Z")
    #expect(record.image == FeedImage(url: "https://x.org/7.png", width: 3, height: 2))
    #expect(record.attachments == [FeedAttachment(url: "https://x.org/a.mp3", type: "audio/mpeg")])
    #expect(record.tags == ["a", "b"])
  }

  @Test func itemsInheritAuthorAndLanguage() throws {
    let records = Reading(feed).records
    #expect(records.map(\.author) == ["Root", "A, B"])
    #expect(records.map(\.language) == ["en", "de"])
  }

  @Test func anItemWithoutIdTakesItsLink() {
    #expect(Reading(feed).records.last?.id == "https://x.org/8")
  }

  @Test func unknownMembersAreReachableByPath() throws {
    let record = try #require(Reading(feed).records.first)
    #expect(record.number(at: try #require(RecordPath("_more.n"))) == 5)
    #expect(record.number(at: try #require(RecordPath("image.width"))) == 3)
    #expect(record.text(at: try #require(RecordPath("content"))) == "One & two\n\nthree")
    #expect(record.text(at: try #require(RecordPath("tags"))) == "a, b")
    #expect(record.isPresent(try #require(RecordPath("image"))))
    #expect(!record.isPresent(try #require(RecordPath("nothing[3].here"))))
  }

  @Test func aRecordDocumentReadsBackAsTheSameRecord() throws {
    for record in Reading(feed).records {
      let again = try #require(Reading(record.recordJSON).records.first)
      #expect(again.recordJSON == record.recordJSON)
      #expect(again.fields == record.fields)
    }
  }

  @Test func theRecordDocumentHasAFixedForm() throws {
    let record = FeedRecord(
      id: "a\"b", version: "1", title: "tab\t\u{1}", published: FeedDate("2026-01-31T08:00:00Z"),
      image: FeedImage(url: "u", width: 10, height: 2.5))
    #expect(
      record.recordJSON
        == #"{"id":"a\"b","version":"1","title":"tab\t\u0001","published":"2026-01-31T08:00:00Z","#
        + #""image":{"url":"u","width":10,"height":2.5}}"#)
  }
}
