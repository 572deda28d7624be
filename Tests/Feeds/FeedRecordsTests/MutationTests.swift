import FeedRecords
import TestSupport
import Testing

/// Spoiled feeds end in records, failures and errors, never in a trap.
///
/// The seed is fixed, so that a failure comes again.
@Suite struct MutationTests {
  private static let seeds = [
    #"""
    {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "a\ud83d\ude00",
    "content_html": "<p>x &amp; <img src='a' width=2></p>", "tags": ["t"], "date_published": "2026-01-31"}]}
    """#,
    "{\"id\":\"1\",\"n\":-1.5e3,\"x\":[null,true,{}]}\n{\"id\":\"2\",\"title\":\"b\"}\n",
    #"{"statuses": [{"idstr": "1", "text": "t", "pic_ids": ["k"], "user": {"screen_name": "s"}}]}"#,
    #"{"a": {"b": [{"k": [[{}]], "name": "\u0041\\"}]}}"#,
    """
    <?xml version="1.0" encoding="utf-8"?><!DOCTYPE rss [<!ENTITY e "x">]>
    <rss xmlns:m="http://search.yahoo.com/mrss/"><channel><item><title>a&e;&nbsp;<![CDATA[<b>]]></title>
    <m:content url="u" width="1"/><pubDate>Sat, 31 Jan 2026 09:00:00 +0100</pubDate></item></channel></rss>
    """,
    """
    <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://x/"><entry><title type="xhtml"><b>x</b>
    </title><link href="a"/><author><name>n</name></author></entry></feed>
    """,
  ]

  @Test(arguments: 0..<6) func spoiledFeedsAreSurvived(_ seed: Int) {
    var random = TestRandom(seed: UInt64(seed))
    let original = Array(Self.seeds[seed].utf8)
    let limits = FeedLimits(recordBytes: 4096, records: 100)
    for _ in 0..<400 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let offset = Int.random(in: 0..<max(bytes.count, 1), using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(offset..<bytes.count)
        case 1 where offset < bytes.count: bytes[offset] = UInt8.random(in: 0...255, using: &random)
        case 2 where offset < bytes.count: bytes.remove(at: offset)
        case 3: bytes.insert(contentsOf: bytes.prefix(offset).suffix(20), at: offset)
        default:
          bytes.insert(contentsOf: "{}[]\"\\<>&;,:".utf8.shuffled(using: &random), at: offset)
        }
        if bytes.isEmpty { break }
      }
      let reading = Reading(FeedSource(bytes: bytes, name: "t"), limits: limits)
      #expect(reading.records.allSatisfy { !$0.id.isEmpty && !$0.version.isEmpty })
      for record in reading.records {
        #expect(Reading(record.recordJSON).records.map(\.recordJSON) == [record.recordJSON])
      }
    }
  }
}
