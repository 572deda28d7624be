import FeedRecords
import Testing

@Suite struct FeedRecordTests {
  @Test func changingACopyLeavesTheOriginal() {
    let original = FeedRecord(id: "1", version: "a", title: "First", tags: ["x"])
    var copy = original
    copy.title = "Second"
    copy.tags.append("y")
    copy.image = FeedImage(url: "u", width: 1)
    copy.image?.width = 2
    #expect(original.title == "First")
    #expect(original.tags == ["x"])
    #expect(original.image == nil)
    #expect(copy.title == "Second")
    #expect(copy.tags == ["x", "y"])
    #expect(copy.image?.width == 2)
    #expect(copy.id == "1")
  }

  @Test func changingTheOriginalLeavesTheCopy() {
    var original = FeedRecord(id: "1", version: "a", title: "First")
    let copy = original
    original.title = nil
    #expect(copy.title == "First")
    #expect(original.title == nil)
  }
}
