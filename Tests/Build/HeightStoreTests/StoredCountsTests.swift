import HeightStore
import LayoutPrimitives
import SQLiteDatabase
import Testing

@Suite struct StoredCountsTests {
  /// Four records of `home`, of which the last fails in the second environment, and `news`.
  private func built() throws -> StoreFixture {
    let fixture = try StoreFixture()
    try fixture.build("news", [])
    let writer = try fixture.writer(["home"])
    let keys = try fixture.begin(writer, "home")
    let list = try writer.makeList(ListDescription())
    for (id, seed) in StoreFixture.records(4) {
      for (index, environment) in keys.environments.enumerated() {
        var cell = StoreFixture.cell(id, keys, environment: index, seed: seed + index)
        if id == "r3", index == 1 {
          cell.outcome = .failure(CellFailure(code: "CH0301", message: "no font"))
        }
        try writer.append(try writer.write(cell), to: list, environment: environment)
      }
    }
    _ = try writer.endFeed(records: 4)
    _ = try writer.finish()
    return fixture
  }

  @Test func cellsAreCountedByCaveatsAndFailure() throws {
    let fixture = try built()
    let reader = try StoreReader(path: fixture.store)
    let counts = try reader.counts()
    #expect(reader.catalog.feeds.map(\.name) == ["home", "news"])
    // Seeds 0, 10, 20, 30 and 1, 11, 21; every third seed has caveats.
    #expect(counts[0].caveats == [[]: 4, [.substituteFont, .limit]: 3])
    #expect(counts[0].exact == 4)
    #expect(counts[0].cells(with: .limit) == 3 && counts[0].cells(with: .relaxed) == 0)
    let failure = try #require(counts[0].failures.first)
    #expect(counts[0].failures.count == 1)
    #expect(failure.code == "CH0301" && failure.cells == 1)
    #expect(failure.sampleRecord == "r3" && failure.sampleMessage == "no font")
    #expect(counts[1].caveats.isEmpty && counts[1].failures.isEmpty)
    let feed = try #require(reader.catalog.feed(named: "home"))
    #expect(feed.environments.map { feed.lists[0].cells(in: $0.id) } == [4, 3])
  }

  @Test func countsThatDifferFromTheCatalogAreDamage() throws {
    for change in ["DELETE FROM cells WHERE cell_id = 1", "UPDATE cells SET feed_id = 99"] {
      let fixture = try built()
      let connection = try Connection(path: fixture.store)
      try connection.execute("PRAGMA foreign_keys = OFF; \(change)")
      try connection.close()
      let reader = try StoreReader(path: fixture.store)
      let error = #expect(throws: StoreError.self) { try reader.counts() }
      guard case .corrupt = error else {
        Issue.record("\(change): \(String(describing: error))")
        continue
      }
    }
  }
}
