import FeedRecords
import Testing

@Suite struct JSONDocumentTests {
  @Test func anArrayOfObjectsIsRead() {
    let reading = Reading(#"[{"id": 1, "text": "one"}, {"id": 2, "text": "two"}]"#)
    #expect(reading.format == .json)
    #expect(reading.records.map(\.contentText) == ["one", "two"])
  }

  @Test func theLargestArrayOfObjectsIsFound() throws {
    let text =
      #"{"meta": {"links": [{"a": 1}]}, "data": {"posts": [{"guid": "g", "body": "b b b"}]}}"#
    #expect(Reading(text).records.map(\.id) == ["g"])
    #expect(
      try FeedReader.detect(FeedSource(bytes: Array(text.utf8), name: "t")).mapping.records
        .description == "$.data.posts[*]")
  }

  @Test func linesAreReadOneByOneAndABadOneFailsAlone() {
    let reading = Reading("{\"id\":\"1\",\"title\":\"a\"}\n\n{\"id\":,}\n[1]\n{\"id\":\"2\"}\n")
    #expect(reading.format == .ndjson)
    #expect(reading.records.map(\.id) == ["1", "2"])
    #expect(reading.failures.map(\.code) == [.invalid, .notAnObject])
    #expect(reading.failures.map(\.location.line) == [3, 4])
    #expect(reading.failures.first?.location.byteOffset == 24)
    #expect(reading.error == nil)
  }

  @Test func aBadRecordOfAnArrayFailsAlone() {
    let reading = Reading(#"[{"id": "1", "title": "a"}, {"id": nope}, {"id": "3", "title": "c"}]"#)
    #expect(reading.records.map(\.id) == ["1", "3"])
    #expect(reading.failures.map(\.location.number) == [2])
  }

  @Test func invalidUTF8FailsAlone() {
    let bytes =
      Array("[{\"id\":\"1\",\"title\":\"".utf8) + [0xFF] + Array("\"},{\"id\":\"2\"}]".utf8)
    let reading = Reading(FeedSource(bytes: bytes, name: "t"))
    #expect(reading.failures.map(\.code) == [.encoding])
    #expect(reading.records.map(\.id) == ["2"])
  }

  @Test func loneSurrogatesBecomeReplacementCharacters() {
    let reading = Reading(##"[{"id": "1", "title": "a\ud800b\udc00c\ud83d\ude00"}]"##)
    #expect(reading.records.first?.title == "a\u{FFFD}b\u{FFFD}c😀")
  }

  @Test func bracketsAndQuotesInStringsDoNotCut() {
    let reading = Reading(#"[{"id": "1", "title": "]}\" \\"}, {"id": "2", "title": "[{"}]"#)
    #expect(reading.records.map(\.title) == [#"]}" \"#, "[{"])
  }

  @Test func bigNumbersKeepTheirDigits() {
    let reading = Reading(#"[{"id": 3885105414216212999999, "text": "x", "n": 1e400}]"#)
    #expect(reading.records.first?.id == "3885105414216212999999")
    #expect(reading.failures.isEmpty)
  }

  @Test func utf16IsRead() {
    let text = #"[{"id": "1", "title": "é"}]"#
    let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(Reading(FeedSource(bytes: bytes, name: "t")).records.first?.title == "é")
  }

  @Test func identityIsStableAndNeverThePosition() throws {
    let one = Reading(#"[{"text": "a"}, {"text": "b"}]"#).records
    let other = Reading(#"[{"text": "b"}, {"text": "a"}]"#).records
    #expect(one.map(\.id) == other.reversed().map(\.id))
    #expect(one.allSatisfy { $0.id.hasPrefix("hash:") && $0.version.hasPrefix("hash:") })
  }

  @Test func theVersionIsTheUpdateElseAHash() {
    let text = #"[{"id": "1", "content_text": "a", "updated": "2026-01-31T08:00:00Z"}]"#
    #expect(Reading(text).records.first?.version == "2026-01-31T08:00:00Z")
  }

  @Test func duplicateIdsAreAllGiven() {
    #expect(Reading(#"[{"id": "1", "title": "a"}, {"id": "1", "title": "b"}]"#).records.count == 2)
  }
}
