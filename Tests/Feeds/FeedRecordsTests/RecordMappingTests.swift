@testable import FeedRecords
import Foundation
import TestSupport
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

  @Test func entitiesOfAPlainTextAreDecodedOnce() throws {
    let mapping = try RecordMapping(
      yaml: head + """
        records: "$[*]"
        id: id
        content: {path: text, html: entities}
        """, path: "m.yaml")
    let text = "a &amp;lt; b &lt;i&gt; &#39;c&rsquo;&hellip; <b> e.org/?x=1&copy=2"
    let reading = Reading(#"[{"id": "1", "text": "\#(text)"}]"#, mapping: mapping)
    #expect(reading.records.map(\.contentText) == ["a &lt; b <i> 'c’… <b> e.org/?x=1&copy=2"])
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

  /// A timeline of the shape of Twitter's: `b` passes on `a`, and `c` and `d` pass on each other.
  private let timeline = #"""
    {"response": {"timeline": [{"entity_id": {"ids": ["3", "2", "1", "4"]}}]},
     "twitter_objects": {
      "users": {"71": {"id_str": "71", "name": "Author", "screen_name": "author"},
                "72": {"id_str": "72", "name": "Passer-on", "screen_name": "passes"}},
      "tweets": {
       "1": {"id_str": "1", "text": "First", "user": {"id_str": "71"}},
       "2": {"id_str": "2", "text": "RT", "user": {"id_str": "72"}, "retweeted_status": {"id_str": "1"}},
       "3": {"id_str": "3", "text": "one", "user": {"id_str": "71"}, "retweeted_status": {"id_str": "4"}},
       "4": {"id_str": "4", "text": "two", "user": {"id_str": "72"}, "retweeted_status": {"id_str": "3"}}}}}
    """#

  private func text(_ path: String, of record: FeedRecord?) throws -> String? {
    try record?.value(at: #require(RecordPath(path)))?.text
  }

  @Test("H6: what a join brings in gets its own joins") func joinsNest() throws {
    let mapping = try RecordMapping.named("twitter")
    let records = Reading(timeline, mapping: mapping).records
    #expect(records.map(\.id) == ["3", "2", "1", "4"])
    let passed = records.first { $0.id == "2" }
    #expect(try text("user.name", of: passed) == "Passer-on")
    #expect(try text("retweeted_status.text", of: passed) == "First")
    #expect(try text("retweeted_status.user.name", of: passed) == "Author")
    #expect(try text("retweeted_status.user.screen_name", of: passed) == "author")
  }

  @Test("H6: an object is not joined into itself, and joins have a depth")
  func joinsInACircleEnd() throws {
    let mapping = try RecordMapping.named("twitter")
    let circle = Reading(timeline, mapping: mapping).records.first
    // 3 → 4 → 3, and then the stub of 4.
    #expect(try text("retweeted_status.retweeted_status.text", of: circle) == "one")
    let inner = "retweeted_status.retweeted_status.retweeted_status"
    #expect(try text("\(inner).id_str", of: circle) == "4")
    #expect(try text("\(inner).text", of: circle) == nil)
    let chain = (0..<9).map {
      #""\#($0)": {"id": "\#($0)", "next": {"id": "\#($0 + 1)"}, "at": "\#($0)"}"#
    }
    let chained = try RecordMapping(
      yaml: head + """
        records: "$.posts[*]"
        joins: {next: {key: next.id, from: "$.posts[*]"}}
        id: id
        """, path: "m.yaml")
    let deep = Reading("{\"posts\": {\(chain.joined(separator: ","))}}", mapping: chained).records
      .first
    #expect(try text("next.next.next.next.at", of: deep) == "4")
    #expect(try text("next.next.next.next.next.at", of: deep) == nil)
  }

  @Test("H6: joins add no more than a record may have") func joinsAreBounded() throws {
    let long = String(repeating: "x", count: 600)
    let mapping = try RecordMapping(
      yaml: head + """
        records: "$.posts[*]"
        joins: {a: {key: k, from: "$.others[*]"}, b: {key: k, from: "$.others[*]"}}
        id: id
        """, path: "m.yaml")
    let document =
      #"{"posts": {"1": {"id": "1", "k": "o"}, "2": {"id": "2"}}, "others": {"o": {"t": "\#(long)"}}}"#
    #expect(Reading(document, mapping: mapping).records.map(\.id) == ["1", "2"])
    let small = Reading(document, mapping: mapping, limits: FeedLimits(recordBytes: 1000))
    #expect(small.records.map(\.id) == ["2"])
    #expect(small.failures.map(\.code) == [.tooLarge])
    #expect(small.failures.first?.message.contains("limit record_bytes") == true)
  }

  @Test(
    "H6: a join that is named by a path is refused",
    arguments: ["retweeted_status.user", "users[0]", "", "a[b]"])
  func aJoinIsNamedAfterAMember(_ name: String) {
    let error = error(
      head + """
        records: "$.a[*]"
        joins: {"\(name)": {key: k, from: "$.b[*]"}}
        """)
    #expect(error?.code == .mapping)
    #expect(
      error?.description.contains("no name of a member") == true, "\(String(describing: error))")
  }

  @Test func anUnknownKeyNamesTheNearest() {
    let error = error(head + "records: \"$[*]\"\nauthr: x\n")
    #expect(error?.code == .mapping)
    #expect(
      error?.description.hasPrefix("m.yaml:3: unknown key 'authr'; did you mean 'author'?") == true)
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
        RecordField.index(of: String("\(path)".prefix { $0 != "." })) != nil
      }
      #expect(isOurs.contains(false), "\(mapping.name)")
    }
  }

  @Test func builtInMappingsAreThoseInFeeds() throws {
    let folder = Checkout.folder.appendingPathComponent(
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
    mapping.rules["title"] = try ["\u{FEFF}title", "[\"a\\n|b\\t\\\"]\"]", "plain"].map {
      RecordMapping.Alternative(path: try #require(RecordPath($0)))
    }
    #expect(try RecordMapping(yaml: mapping.yaml, path: "m.yaml") == mapping)
  }
}
