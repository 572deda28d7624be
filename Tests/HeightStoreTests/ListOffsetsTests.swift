import LayoutPrimitives
import TestSupport
import Testing

@testable import HeightStore

@Suite struct ListOffsetsTests {
  /// Against plain sums, at every position and around every edge.
  @Test(arguments: [1, 2, 7, 1_023, 1_024, 1_025, 3_000])
  func offsetsAreSums(count: Int) throws {
    var random = TestRandom(seed: UInt64(count))
    let heights = (0..<count).map { _ in Int32.random(in: 0...900, using: &random) }
    let list = ListDescription(
      spacing: 8, insets: Insets(top: 5, leading: 1, bottom: 24, trailing: 1))
    let ids = (0..<Int64(count)).shuffled(using: &random)
    let offsets = try ListOffsets(
      description: list, stepsPerPoint: 3, cellIDs: ids, heights: heights)
    var top = 15
    for (position, height) in heights.enumerated() {
      #expect(offsets.offset(of: position) == top)
      #expect(offsets.height(at: position) == Int(height))
      #expect(offsets.position(ofCell: ids[position]) == position)
      // The very top, and a little above and below it, however narrow the cell: 24 steps follow.
      #expect(offsets.position(atOffset: Double(top) / 3) == position)
      #expect(offsets.position(atOffset: Double(top) / 3 + 0.01) == position)
      #expect(offsets.position(atOffset: Double(top) / 3 - 0.01) == max(0, position - 1))
      top += Int(height) + 24
    }
    #expect(offsets.extent == top - 24 + 72)
    #expect(offsets.position(atOffset: -1_000) == 0)
    #expect(offsets.position(atOffset: 1e12) == count - 1)
    #expect(offsets.position(ofCell: -1) == nil)
    #expect(offsets.position(ofCell: Int64(count)) == nil)
  }

  @Test func ofCellsWithoutHeightTheLastIsFound() throws {
    let offsets = try ListOffsets(
      description: ListDescription(), stepsPerPoint: 2, cellIDs: [1, 2, 3, 4],
      heights: [10, 0, 0, 6])
    #expect(offsets.position(atOffset: 5) == 3)
    #expect(offsets.position(atOffset: 4.9) == 0)
  }

  @Test func anEmptyListIsItsInsets() throws {
    let list = ListDescription(
      spacing: 8, insets: Insets(top: 5, leading: 0, bottom: 24, trailing: 0))
    let offsets = try ListOffsets(
      description: list, stepsPerPoint: 2, cellIDs: [], heights: [])
    #expect(offsets.extent == 58)
    #expect(offsets.position(atOffset: 0) == nil)
  }

  /// A feed whose new records come first, as stored night after night.
  @Test func cellsAreFoundAfterPrepends() throws {
    let ids = Array(5_000..<5_700) + Array(3_000..<Int64(5_000)).reversed() + Array(0..<3_000)
    let offsets = try ListOffsets(
      description: ListDescription(), stepsPerPoint: 2, cellIDs: ids,
      heights: [Int32](repeating: 1, count: ids.count))
    for (position, id) in ids.enumerated() {
      #expect(offsets.position(ofCell: id) == position)
    }
  }

  @Test func chunksJoinToTheWholeList() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"], settings: StoreSettings(cellsPerChunk: 16))
    try fixture.write(writer, feed: "home", records: StoreFixture.records(100))
    _ = try writer.finish()
    let reader = try StoreReader(path: fixture.store)
    let feed = try #require(reader.catalog.feed(named: "home"))
    let offsets = try reader.offsets(of: feed.lists[0], environment: feed.environments[1])
    #expect(offsets.count == 100)
    var top = 0
    for position in 0..<100 {
      #expect(offsets.offset(of: position) == top)
      top += StoreFixture.layout(position * 10 + 1).height
    }
  }
}
