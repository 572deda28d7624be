import FeedRecords
import Foundation
import TestSupport
import Testing

@Suite struct DemoFeedTests {
  private func demo(_ name: String) -> Reading {
    let root = Checkout.folder
    return Reading(FeedSource(path: root.appendingPathComponent("Feeds/\(name)").path))
  }

  @Test(arguments: [
    ("demo.json", FeedFormat.jsonFeed, 201), ("demo-rss.xml", .rss, 30),
    ("demo-lines.ndjson", .ndjson, 40),
  ])
  func demoFeedsAreReadWhole(_ name: String, _ format: FeedFormat, _ count: Int) {
    let reading = demo(name)
    #expect(reading.error == nil)
    #expect(reading.failures.isEmpty)
    #expect(reading.format == format)
    #expect(reading.records.count == count)
    #expect(Set(reading.records.map(\.id)).count == count)
    #expect(reading.records.allSatisfy { $0.contentText != nil && $0.published != nil })
  }

  @Test func theSamePostsReadTheSameInEveryFormat() throws {
    let whole = Dictionary(uniqueKeysWithValues: demo("demo.json").records.map { ($0.id, $0) })
    for record in demo("demo-rss.xml").records {
      let other = try #require(whole[record.id])
      #expect(record.author == other.author)
      #expect(record.published == other.published)
      #expect(record.image == other.image)
    }
  }
}
