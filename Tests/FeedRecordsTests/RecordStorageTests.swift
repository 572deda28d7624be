import LayoutPrimitives
import Testing

@testable import FeedRecords

/// Texts that a record has only as bytes until somebody asks for them.
@Suite struct RecordStorageTests {
  private let line =
    #"{"id":"1","title":"A title","content_text":"One\nTwo","author":"Ann","url":" https://a.example/ ","#
    + #""image":{"url":"p.jpg","width":3},"summary":"é","language":"de"}"#

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
    #expect(try record(line).version == "hash:\(ContentHash(of: line))")
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
    #expect(record.version == "hash:\(ContentHash(of: line))")
  }

  @Test func aRecordWithoutIdIsKnownByItsAddressOrItsHash() throws {
    #expect(try record(#"{"url":" u ","title":"t"}"#).id == "u")
    let unnamed = #"{"title":"t"}"#
    #expect(try record(unnamed).id == "hash:\(ContentHash(of: unnamed))")
  }
}
