@testable import FeedRecords
import Foundation
import Testing

@Suite struct RecordMappingTests {
  private let head = "schema: cellheights.mapping/1\n"

  private func error(_ yaml: String) -> FeedError? {
    do {
      _ = try RecordMapping(yaml: yaml, path: "m.yaml")
      return nil
    } catch {
      return error
    }
  }

  @Test func rulesFallBackFromLeftToRight() throws {
    let mapping = try RecordMapping(
      yaml: head + """
        records: "$.a[*].b"
        id: x|y.z
        content: [{path: html, html: true}, plain]
        published: {path: when, date: unix}
        image: {url: "pics[order[0]].u", width: "pics[order[0]].w"}
        """, path: "m.yaml")
    let reading = Reading(
      #"""
      {"a": [{"b": {"y": {"z": 9}, "plain": "p", "when": 86400,
         "order": ["k2"], "pics": {"k1": {"u": "1"}, "k2": {"u": "2", "w": "640"}}}},
        {"b": {"x": "i", "html": "<b>h</b>", "plain": "p"}}]}
      """#, mapping: mapping)
    #expect(reading.records.map(\.id) == ["9", "i"])
    #expect(reading.records.map(\.contentText) == ["p", "h"])
    #expect(reading.records.first?.published?.description == "1970-01-02T00:00:00Z")
    #expect(reading.records.first?.image == FeedImage(url: "2", width: 640))
  }

  @Test func mapsAreReadInTheirDeclaredOrderAndJoined() throws {
    let mapping = try RecordMapping(
      yaml: head + """
        records: "$.posts[*]"
        order: "$.timeline[*].id"
        joins: {user: {key: user, from: "$.users[*]"}}
        id: id
        author: user.name
        """, path: "m.yaml")
    let reading = Reading(
      #"""
      {"posts": {"a": {"id": "a", "user": "u1"}, "b": {"id": "b", "user": "u2"}, "c": {"id": "c"}},
       "users": {"u1": {"name": "One"}, "u2": {"name": "Two"}}, "timeline": [{"id": "b"}, {"id": "a"}]}
      """#, mapping: mapping)
    #expect(reading.records.map(\.id) == ["b", "a", "c"])
    #expect(reading.records.map(\.author) == ["Two", "One", nil])
  }

  @Test func anUnknownKeyNamesTheNearest() {
    let error = error(head + "records: \"$[*]\"\nauthr: x\n")
    #expect(error?.code == .mapping)
    #expect(
      error?.description == "m.yaml:3: unknown key authr; did you mean author? [CH0410]")
  }

  @Test(arguments: [
    "records: \"$[*]\"\n", "schema: other/1\nrecords: \"$[*]\"\n", "- a\n", "a: [\n", "",
    "schema: cellheights.mapping/1\n", "schema: cellheights.mapping/1\nrecords: items\n",
    "schema: cellheights.mapping/1\nrecords: \"$[*]\"\nid: {path: a, html: maybe}\n",
    "schema: cellheights.mapping/1\nrecords: \"$[*]\"\nimage:\n  #url: a\n  width: w\n",
  ])
  func aWrongMappingIsRefused(_ yaml: String) {
    #expect(error(yaml)?.code == .mapping)
  }

  @Test func builtInMappingsReadBackFromTheirYAML() throws {
    #expect(RecordMapping.builtIn.count == 8)
    for mapping in RecordMapping.builtIn + [.generic] {
      #expect(try RecordMapping(yaml: mapping.yaml, path: "m.yaml") == mapping)
    }
  }

  /// So a record of our own words need not be compared with them.
  @Test func builtInMappingsKnowTheirRecordsByWordsThatAreNotOurs() {
    for mapping in RecordMapping.builtIn {
      let isOurs = mapping.detect.map { path in
        let key = "\(path)".split(separator: ".").first.map { Array($0.utf8) } ?? []
        return key.withUnsafeBufferPointer { NativeWord($0) } != nil
      }
      #expect(isOurs.contains(false), "\(mapping.name)")
    }
  }

  @Test func builtInMappingsAreThoseInFeeds() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "Feeds/mappings")
    for mapping in RecordMapping.builtIn {
      let file = folder.appendingPathComponent("\(mapping.name).yaml").path
      #expect(try RecordMapping(path: file) == mapping)
    }
  }

  @Test func detectionPrintsAMappingThatReadsTheSame() throws {
    let text = #"{"statuses": [{"idstr": "1", "text": "t", "user": {"screen_name": "s"}}]}"#
    let found = try FeedReader.detect(FeedSource(bytes: Array(text.utf8), name: "t"))
    #expect(found.mapping.name == "weibo")
    let mapping = try RecordMapping(yaml: found.yaml, path: "m.yaml")
    #expect(
      Reading(text, mapping: mapping).records.map(\.recordJSON)
        == Reading(text).records.map(\.recordJSON))
  }

  @Test func theFormatsOfDetectionAreMappingsToo() throws {
    let text = "<rss><channel><item><guid>1</guid></item></channel></rss>"
    let found = try FeedReader.detect(FeedSource(bytes: Array(text.utf8), name: "t"))
    let mapping = try RecordMapping(yaml: found.yaml, path: "m.yaml")
    #expect(mapping.format == .rss)
    #expect(Reading(text, mapping: mapping).records.count == 1)
  }

  @Test func namesOfAnyCharactersReadBack() throws {
    let odd = "a\u{FEFF}\u{85}b\u{2028}c\u{7F}\u{FFFE}\"\\"
    var mapping = RecordMapping(name: odd, records: try #require(RecordsPath("$.items[*]")))
    mapping.rules[.title] = try ["\u{FEFF}title", "[\"a\\n|b\\t\\\"]\"]", "plain"].map {
      RecordMapping.Alternative(path: try #require(RecordPath($0)))
    }
    #expect(try RecordMapping(yaml: mapping.yaml, path: "m.yaml") == mapping)
  }
}
