import Foundation
import LayoutPrimitives
import Testing

@testable import HeightStore

@Suite struct PatchTests {
  @Test func otherFeedsAreNotTouched() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(20))
    try fixture.build("news", StoreFixture.records(20, first: 3))
    let before = try StoreReader(path: fixture.store).catalog.feed(named: "home")
    try fixture.build("news", StoreFixture.records(5, first: 400))
    let reader = try StoreReader(path: fixture.store)
    #expect(reader.catalog.feed(named: "home") == before)
    #expect(reader.catalog.generation.number == 3)
    #expect(reader.catalog.generation.cells == 50)
    #expect(try fixture.layout(reader, "home", "r7") == StoreFixture.layout(70))
    #expect(try fixture.layout(reader, "news", "r2") == StoreFixture.layout(420))
    #expect(try fixture.layout(reader, "news", "r7") == nil)
  }

  @Test func unchangedCellsAreKeptWithTheirNumbers() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(10))
    let old = try numbers(fixture)
    var records = StoreFixture.records(10)
    records[4].seed += 1_000
    records.remove(at: 7)
    records.append(("new", 5))
    let (generation, summary) = try fixture.build("home", records.reversed())
    #expect(summary.reused == 16)
    #expect(summary.written == 4)
    #expect(summary.removedCells == 2)
    #expect(summary.removedRecords == 1)
    #expect(summary.previousRecords == 10)
    #expect(generation.cells == 20)
    let new = try numbers(fixture)
    #expect(new["r3"] == old["r3"])
    #expect(new["r4"] == old["r4"])
    #expect(new["r7"] == nil)
    #expect(!old.values.contains(try #require(new["new"])))
    let reader = try StoreReader(path: fixture.store)
    #expect(try fixture.layout(reader, "home", "r4") == StoreFixture.layout(1_040))
  }

  @Test func environmentsAndTemplatesOfTheLastBuildAreGone() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(4))
    let writer = try fixture.writer(["home"])
    let template = StoredTemplate(
      name: "post", hash: "t2", views: [StoredView(id: "a", kind: "view", isLabel: false)])
    let environment = try StoredEnvironment(
      key: "320@2x/L/ltr/en/uikit#expanded", stepsPerPoint: 2, state: "expanded")
    let keys = try writer.begin(
      feed: FeedDescription(
        name: "home", sources: [], environments: [environment], templates: [template]))
    let list = try writer.makeList(ListDescription())
    let cell = try writer.write(
      NewCell(
        recordID: "r0", version: "1", environment: keys.environments[0],
        template: keys.templates[0], fingerprint: Fingerprint(high: 1, low: 2),
        outcome: .layout(
          CellLayout(
            height: 4, exactHeight: 2,
            frames: [PixelRect(x: 0, y: 0, width: 1, height: 1)], labels: [], caveats: []))))
    try writer.append(cell, to: list, environment: keys.environments[0])
    let summary = try writer.endFeed(records: 1)
    _ = try writer.finish()
    #expect(summary.removedCells == 8)
    #expect(summary.removedRecords == 3)
    let catalog = try StoreReader(path: fixture.store).catalog
    #expect(catalog.environments.values.map(\.key) == ["320@2x/L/ltr/en/uikit#expanded"])
    #expect(catalog.templates.values.map(\.hash) == ["t2"])
  }

  @Test func aFailedCellKeepsItsCodeAndStaysOutOfTheList() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"])
    let keys = try fixture.begin(writer, "home")
    let list = try writer.makeList(ListDescription())
    for environment in keys.environments.indices {
      var cell = StoreFixture.cell("good", keys, environment: environment, seed: 5)
      try writer.append(
        try writer.write(cell), to: list, environment: keys.environments[environment])
      cell.recordID = "bad"
      cell.outcome = .failure(CellFailure(code: "layout-loop", message: "It never settled."))
      try writer.append(
        try writer.write(cell), to: list, environment: keys.environments[environment])
    }
    #expect(try writer.endFeed(records: 2).failed == 2)
    let generation = try writer.finish()
    #expect(generation.failed == 2)
    #expect(generation.cells == 2)
    let reader = try StoreReader(path: fixture.store)
    let feed = try #require(reader.catalog.feed(named: "home"))
    let found = try reader.cell(
      feed: feed, environment: feed.environments[0].id, recordID: "bad")
    #expect(
      found?.outcome == .failure(CellFailure(code: "layout-loop", message: "It never settled.")))
    #expect(try reader.offsets(of: feed.lists[0], environment: feed.environments[0]).count == 1)
  }

  @Test func oneRecordTwiceIsAnErrorInAFirstBuildAndLater() throws {
    let fixture = try StoreFixture()
    let twice = StoreFixture.records(3) + [("r1", 99)]
    #expect(
      throws: StoreError.duplicateCell(
        feed: "home", id: "r1", environment: "375@3x/L/ltr/en/uikit")
    ) { try fixture.build("home", twice) }
    try fixture.build("home", StoreFixture.records(3))
    #expect(
      throws: StoreError.duplicateCell(
        feed: "home", id: "r1", environment: "375@3x/L/ltr/en/uikit")
    ) { try fixture.build("home", twice) }
  }

  @Test func aListThatLeavesCellsOutIsNotPublished() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"])
    let keys = try fixture.begin(writer, "home")
    try writer.write(StoreFixture.cell("a", keys, environment: 0, seed: 1))
    _ = try writer.endFeed(records: 1)
    #expect(throws: StoreError.self) { try writer.finish() }
    #expect(throws: StoreError.missing(path: fixture.store)) {
      try StoreReader(path: fixture.store)
    }
  }

  private func numbers(_ fixture: StoreFixture) throws -> [String: Int64] {
    let reader = try StoreReader(path: fixture.store)
    let feed = try #require(reader.catalog.feed(named: "home"))
    let offsets = try reader.offsets(of: feed.lists[0], environment: feed.environments[0])
    var numbers: [String: Int64] = [:]
    for number in offsets.cellIDs {
      numbers[try #require(try reader.cell(number: number)).recordID] = number
    }
    return numbers
  }
}
