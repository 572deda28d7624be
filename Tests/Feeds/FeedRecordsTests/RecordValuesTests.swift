import LayoutPrimitives
import Testing

@testable import FeedRecords

/// The values of records in our own words, and what is made of those that are missing.
@Suite struct RecordValuesTests {
  private let line =
    #"{"id":"1","title":"A title","content_text":"One\nTwo","author":"Ann","url":" https://a.example/ ","#
    + #""image":{"url":"p.jpg","width":3},"summary":"é","language":"de"}"#

  private func hash(_ line: String) -> ContentHash {
    ContentHash(of: line)
  }

  private func record(_ line: String) throws -> FeedRecord {
    try RecordLineDecoder().record(Array(line.utf8), number: 1)
  }

  @Test func textsAreThoseOfTheFeed() throws {
    let record = try record(line)
    #expect(record.title == "A title")
    #expect(record.contentText == "One\nTwo")
    #expect(record.author == "Ann")
    #expect(record.url == "https://a.example/")
    #expect(record.image == FeedImage(url: "p.jpg", width: 3))
    #expect(record.summary == "é")
    #expect(record.language == "de")
    #expect(record.contentHTML == nil)
  }

  @Test func theVersionOfARecordWithoutOneIsTheHashOfItsBytes() throws {
    #expect(try record(line).version == "hash:\(hash(line))")
  }

  @Test func whereItChangedIsTheVersionOfARecordWithoutOne() throws {
    let record = try record(#"{"id":"1","updated":"2026-01-31T09:00:00+01:00"}"#)
    #expect(record.version == "2026-01-31T08:00:00Z")
  }

  @Test func aChangedRecordKeepsItsOtherValues() throws {
    let record = try record(line)
    var changed = record
    changed.title = "Another"
    #expect(record.title == "A title")
    #expect(changed.title == "Another")
    #expect(changed.version == record.version)
    changed.title = record.title
    #expect(changed.recordJSON == record.recordJSON)
    changed.url = nil
    #expect(changed.url == nil)
    changed.version = "2"
    #expect(changed.version == "2")
    #expect(record.version == "hash:\(hash(line))")
  }

  @Test func aRecordWithoutIdIsKnownByItsAddressOrItsHash() throws {
    #expect(try record(#"{"url":" u ","title":"t"}"#).id == "u")
    let unnamed = #"{"title":"t"}"#
    #expect(try record(unnamed).id == "hash:\(ContentHash(of: unnamed))")
  }

  @Test func valuesOfAllKindsAreChangedOneByOne() throws {
    let given = try record(
      #"{"id":" 7 ","version":3,"tags":["a","b"],"published":"2026-01-31T08:00:00Z","#
        + #""image":{"url":" p ","width":3,"height":-1},"extra":{"a":1}}"#)
    #expect(given.id == "7" && given.version == "3" && given.tags == ["a", "b"])
    #expect(given.image == FeedImage(url: "p", width: 3))
    #expect(given.number(at: try #require(RecordPath("image.height"))) == nil)
    var changed = given
    changed.tags.append("c")
    changed.published = nil
    changed.image?.width = nil
    changed.id = "8"
    changed.location.line = 9
    #expect(given.tags == ["a", "b"] && given.published != nil && given.id == "7")
    #expect(given.image?.width == 3 && given.location.line != 9)
    #expect(changed.tags == ["a", "b", "c"] && changed.published == nil && changed.id == "8")
    #expect(changed.image == FeedImage(url: "p") && changed.location.line == 9)
    #expect(changed.version == "3" && changed.fields == given.fields)
  }

  @Test(
    arguments: [
      (#" p.png "#, "p.png"), (#"{"url":" p.png"}"#, "p.png"), (#"   "#, nil),
      (#"{"url":" "}"#, nil),
    ] as [(String, String?)])
  func theAddressOfAPictureHasNoWhiteSpaceAround(_ image: String, _ url: String?) throws {
    let value = image.hasPrefix("{") ? image : "\"\(image)\""
    #expect(try record(#"{"id":"1","image":\#(value)}"#).image?.url == url)
    #expect(try record(#"{"id":"1","image":\#(value),"_image":{"width":2}}"#).image?.url == url)
  }

  @Test func lettersAreThoseOfTheFeedHoweverTheyAreWritten() {
    let lines = [
      #"{"id":"1","title":"plain"}"#, #"{"id":"2","title":"\u00e9t\u00e9"}"#,
      #"{"id":"3","title":"a\nb","author":"c"}"#,
    ]
    let ascii = Reading(lines.joined(separator: "\n"))
    #expect(ascii.records.map(\.title) == ["plain", "été", "a b"])
    #expect(ascii.records.allSatisfy { $0.id.utf8.count == 1 })
    let mixed = Reading((lines + [#"{"id":"4","title":"日本"}"#]).joined(separator: "\n"))
    #expect(mixed.records.map(\.title) == ["plain", "été", "a b", "日本"])
  }
}
