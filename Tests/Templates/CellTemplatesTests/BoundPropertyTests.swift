import FeedRecords
import LayoutPrimitives
import Testing

@testable import CellTemplates

@Suite struct BoundPropertyTests {
  private static let records: [FeedRecord] = [
    FeedRecord(id: "1", version: "1"),
    FeedRecord(id: "2", version: "1", title: "", image: FeedImage(url: "")),
    FeedRecord(id: "3", version: "1", title: "t", image: FeedImage(url: "a.png", width: 8)),
    FeedRecord(
      id: "4", version: "1", title: "t", summary: "s", contentText: "c", author: "a",
      published: FeedDate(secondsSince1970: 0),
      image: FeedImage(url: "a.png", width: 800, height: 600), language: "en"),
  ]

  /// A property read directly equals the value at its path.
  @Test(arguments: [
    "title", "summary", "content", "author", "language", "published", "image", "image.width",
    "image.height",
  ]) func aPropertyIsWhatItsPathLeadsTo(spelling: String) throws {
    let bound = BoundPath(spelling)
    let path = try #require(bound.recordPath)
    #expect(bound.property != nil)
    for record in Self.records {
      #expect(record.text(at: bound) == record.text(at: path), "\(record.id)")
      #expect(record.number(at: bound) == record.number(at: path), "\(record.id)")
      #expect(record.isPresent(at: bound) == record.isPresent(path), "\(record.id)")
      #expect(record.date(at: bound) == record.date(at: path), "\(record.id)")
    }
  }
}
