import Heights
import HeightStore
import LayoutPrimitives
import Testing

/// A snapshot against lookups in the file, which read each cell by itself.
@Suite struct GenerationSnapshotTests {
  private func snapshotCells(
    _ fixture: LookupFixture, feed: String = "home", environment: Int = 0
  ) throws -> SnapshotCells {
    let snapshot = try GenerationSnapshot(store: fixture.store)
    let key = snapshot.file.environments(feed: feed)[environment].key
    let scope = try #require(
      try snapshot.file.scopes(feed: feed, environment: key).get().first)
    return try #require(snapshot.cells(of: scope))
  }

  @Test func everyCellIsThatOfTheFile() throws {
    let fixture = try LookupFixture()
    try fixture.build("away", records: 5)
    try fixture.build(records: 60, missing: [3], failed: [7, 11])
    let snapshot = try GenerationSnapshot(store: fixture.store)
    var found = 0
    for feed in snapshot.catalog.feeds {
      for environment in feed.environments {
        let scope = try #require(
          try snapshot.file.scopes(
            feed: feed.name, environment: environment.environment.key
          ).get().first)
        let snapshotCells = try #require(snapshot.cells(of: scope))
        for record in 0..<70 {
          let id = "r\(record)"
          guard case .hit(let hit) = try snapshot.file.lookup(id: id, in: scope) else {
            #expect(snapshotCells.cell(id) == nil)
            continue
          }
          let cell = try #require(snapshotCells.cell(id))
          #expect(cell.height == hit.layout.height)
          #expect(snapshotCells.caveats(of: cell) == hit.layout.caveats)
          #expect(snapshotCells.findings(of: cell) == hit.layout.findings)
          #expect(cell.exactHeight == hit.layout.exactHeight)
          #expect(
            snapshotCells.id(of: cell) == id && snapshotCells.version(of: cell) == hit.cell.version)
          #expect(snapshotCells.template(of: cell) == hit.cell.template)
          if let frames = snapshotCells.frames(of: cell) {
            #expect(Array(frames) == hit.layout.frames)
            #expect(
              (0..<frames.labelCount).map { frames.lines(ofLabel: $0) } == hit.layout.labels)
          } else {
            #expect(cell.needsFile)
          }
          found += 1
        }
      }
    }
    #expect(found == 2 * 5 + 2 * 58 - 1)
    #expect(snapshot.memoryBytes > 0)
  }

  @Test func framesBeyondTheRoomAreInTheFile() throws {
    let fixture = try LookupFixture()
    try fixture.build(records: 40)
    for bytes in [0, 1 << 20] {
      let snapshot = try GenerationSnapshot(store: fixture.store, frameBytes: bytes)
      let key = snapshot.file.environments(feed: "home")[0].key
      let scope = try snapshot.file.scopes(feed: "home", environment: key).get()[0]
      let snapshotCells = try #require(snapshot.cells(of: scope))
      let cells = (0..<40).compactMap { snapshotCells.cell("r\($0)") }
      #expect(cells.count == 40 && cells.contains(where: \.needsFile) == (bytes == 0))
      #expect(cells.allSatisfy { $0.needsFile == (snapshotCells.frames(of: $0) == nil) })
    }
  }

  @Test func offsetsAndPositionsAreThoseOfTheFile() throws {
    let fixture = try LookupFixture()
    try fixture.build(records: 3_000, failed: [5, 2_999])
    let snapshotCells = try snapshotCells(fixture, environment: 1)
    let (list, stored) = (
      try snapshotCells.list(), try snapshotCells.snapshot.file.list(in: snapshotCells.scope)
    )
    #expect(list.count == stored.count && list.extent == stored.extent)
    for position in 0...list.count {
      #expect(try list.top(of: position) == stored.offset(of: position))
    }
    for position in stride(from: 0, to: list.count, by: 7) {
      let cell = try list.cell(at: position)
      #expect(snapshotCells.id(of: cell) == (try stored.hit(at: position).cell.recordID))
      #expect(list.index(of: cell) == position)
    }
    for offset in stride(from: -10.0, to: list.extent + 100, by: 97.3) {
      #expect(list.index(atOffset: offset) == (try stored.index(atOffset: offset)))
    }
    let last = try list.cell(at: list.count - 1)
    let end = try list.top(of: list.count - 1) + snapshotCells.scope.grid.points(last.height)
    #expect(end + LookupFixture.list.insets.bottom == list.extent)
    #expect(throws: ListError.self) { try list.cell(at: list.count) }
    #expect(throws: ListError.self) { try list.top(of: -1) }
    #expect(throws: ListError.self) { try snapshotCells.list("best") }
  }

  @Test func aSnapshotStaysAndTheNextFollows() throws {
    let fixture = try LookupFixture()
    try fixture.build(records: 4)
    let old = try snapshotCells(fixture)
    #expect(try old.snapshot.refreshed() === old.snapshot)
    try fixture.build(records: 9, shift: 20)
    let next = try old.snapshot.refreshed()
    #expect(next.generation.number == old.snapshot.generation.number + 1)
    let scope = try next.file.scopes(feed: "home", environment: old.scope.key).get()[0]
    let snapshotCells = try #require(next.cells(of: scope))
    #expect(old.cell("r2")?.height == 120 && snapshotCells.cell("r2")?.height == 140)
    #expect(old.cell("r8") == nil && snapshotCells.cell("r8")?.height == 200)
  }

  @Test func ids() throws {
    // More cells than a batch of the reader has, and ids that are each other's beginning.
    let fixture = try LookupFixture()
    try fixture.build(records: 70_000, environments: ["390@2x/L/ltr/en/uikit"])
    let snapshotCells = try snapshotCells(fixture)
    #expect((0..<70_000).allSatisfy { snapshotCells.cell("r\($0)")?.height == 100 + 10 * $0 })
    for id in ["", "r", "r70000", "R1", "r1 ", "r1\u{0}", "r01", "é"] {
      #expect(snapshotCells.cell(id) == nil)
    }
  }

  @Test func anAnchorIsFoundAfterChanges() throws {
    let fixture = try LookupFixture()
    try fixture.build(records: 30)
    let old = try snapshotCells(fixture)
    let list = try old.list()
    let anchor = try #require(try list.anchor(atOffset: 500))
    let position = try #require(list.index(atOffset: 500))
    #expect(anchor.id == "r\(position)" && anchor.generation == 1)
    #expect(anchor.inside == (try 500 - list.top(of: position)))
    #expect(anchor.following == (1...8).map { "r\(position + $0)" })
    #expect(try list.resolve(anchor)?.screenTop == 500)

    try fixture.build(records: 30, failed: [position, position + 1], shift: 6)
    let new = try snapshotCells(fixture)
    let now = try #require(try new.list().resolve(anchor))
    #expect(now.id == "r\(position + 2)" && !now.isExact)
    #expect(now.offset == (try new.list().top(of: now.position)))
    let gone = ScrollAnchor(id: "x", inside: 3, generation: 1, following: ["y"])
    #expect(try new.list().resolve(gone) == nil)
    let below = ScrollAnchor(id: "r0", inside: 1e9, generation: 1, following: [])
    #expect(try new.list().resolve(below)?.screenTop == 4 + 53)
    let odd = ScrollAnchor(id: "r0", inside: .nan, generation: 1, following: [])
    #expect(try new.list().resolve(odd)?.screenTop == 4)
    // r0 is 53 points high now. The same fraction of another height is marked: 25 % of 53.
    let scaled = ScrollAnchor(id: "r0", inside: 100, height: 400, generation: 1, following: [])
    #expect(try new.list().resolve(scaled)?.screenTop == 4 + 13.25)
    let gap = ScrollAnchor(id: "r0", inside: 404, height: 400, generation: 1, following: [])
    #expect(try new.list().resolve(gap)?.screenTop == 4 + 53)
    let end = try #require(try new.list().anchor(atOffset: 1e9))
    #expect(end.id == "r29" && end.following.isEmpty)
  }

  @Test func damageIsAnError() throws {
    let fixture = try LookupFixture()
    #expect(throws: StoreError.self) { try GenerationSnapshot(store: fixture.store) }
  }
}
