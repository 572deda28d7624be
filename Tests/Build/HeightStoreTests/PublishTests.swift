import Foundation
import Testing

@testable import HeightStore

@Suite struct PublishTests {
  struct Stop: Error {}

  @Test func aBuildCanBeReadBack() throws {
    let fixture = try StoreFixture()
    let (generation, summary) = try fixture.build("home", StoreFixture.records(50))
    let reader = try StoreReader(path: fixture.store)
    #expect(reader.catalog.generation == generation)
    #expect(generation.number == 1)
    #expect(generation.cells == 100)
    #expect(summary.written == 100)
    for record in StoreFixture.records(50) {
      for environment in 0..<2 {
        let expected = StoreFixture.layout(record.seed + environment)
        #expect(try fixture.layout(reader, "home", record.id, environment) == expected)
      }
    }
    let feed = try #require(reader.catalog.feed(named: "home"))
    #expect(feed.sources == [SourceFile(path: "home.json", hash: "00", bytes: 12)])
    #expect(feed.environments.map(\.environment) == (try StoreFixture.environments()))
    #expect(feed.templates.compactMap { reader.catalog.templates[$0] } == [StoreFixture.template])
  }

  @Test func nothingIsLeftBesideTheStoreButTheLock() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    try fixture.build("home", StoreFixture.records(4))
    #expect(try fixture.files() == ["heights.sqlite", "heights.sqlite.lock"])
  }

  @Test func aReaderKeepsItsGenerationUntilReopened() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    let old = try StoreReader(path: fixture.store)
    #expect(try old.isReplaced() == false)
    try fixture.build("home", StoreFixture.records(3, first: 500))
    #expect(try old.isReplaced())
    #expect(try fixture.layout(old, "home", "r1") == StoreFixture.layout(10))
    let new = try StoreReader(path: fixture.store)
    #expect(new.catalog.generation.number == 2)
    #expect(try fixture.layout(new, "home", "r1") == StoreFixture.layout(510))
  }

  @Test(arguments: [Failpoint.afterInsert(5), .beforeFsync, .beforeRename])
  func aFailureBeforeTheRenameLeavesTheOldBytes(point: Failpoint) throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    let before = try fixture.bytes()
    #expect(throws: Stop.self) {
      try fixture.build("home", StoreFixture.records(9, first: 77)) {
        if $0 == point { throw Stop() }
      }
    }
    #expect(try fixture.bytes() == before)
    // The next build sweeps or uses what was left, and publishes.
    try fixture.build("home", StoreFixture.records(9, first: 77))
    let reader = try StoreReader(path: fixture.store)
    #expect(reader.catalog.generation.number == 2)
    #expect(reader.catalog.generation.cells == 18)
    #expect(try fixture.files() == ["heights.sqlite", "heights.sqlite.lock"])
  }

  @Test(arguments: [Failpoint.afterRename, .beforeDirectoryFsync])
  func aFailureAfterTheRenameLeavesTheNewGeneration(point: Failpoint) throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    #expect(throws: Stop.self) {
      try fixture.build("home", StoreFixture.records(9)) { if $0 == point { throw Stop() } }
    }
    #expect(try StoreReader(path: fixture.store).catalog.generation.cells == 18)
  }

  @Test func abandoningLeavesTheOldBytesAndNoStagingFile() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    let before = try fixture.bytes()
    let writer = try fixture.writer(["home"])
    try fixture.write(writer, feed: "home", records: StoreFixture.records(1))
    try writer.abandon()
    #expect(try fixture.bytes() == before)
    #expect(try fixture.files() == ["heights.sqlite", "heights.sqlite.lock"])
  }

  /// Its connection was once closed before its statements, which then used what was freed: with
  /// `MALLOC_PERTURB_` the process ended.
  @Test func aWriterThatIsDroppedClosesItsConnectionLast() throws {
    let fixture = try StoreFixture()
    try fixture.write(fixture.writer(["home"]), feed: "home", records: StoreFixture.records(1))
    #expect(try fixture.build("home", StoreFixture.records(3)).0.cells == 6)
  }

  /// After 8 of 20 cells with a commit every 2, the next build finds the first 8 done.
  @Test func aKilledBuildIsTakenUp() throws {
    let fixture = try StoreFixture()
    let settings = StoreSettings(cellsPerTransaction: 2)
    // The writer goes out of scope unfinished: its uncommitted changes are rolled back, as after a
    // killed process.
    #expect(throws: Stop.self) {
      let writer = try fixture.writer(["home"], settings: settings) {
        if $0 == .afterInsert(8) { throw Stop() }
      }
      try fixture.write(writer, feed: "home", records: StoreFixture.records(10))
    }
    let next = try fixture.writer(["home"], settings: settings)
    #expect(next.isResumed)
    let summary = try fixture.write(next, feed: "home", records: StoreFixture.records(10))
    #expect(summary.reused == 8)
    #expect(summary.written == 12)
    #expect(try next.finish().number == 1)
    let other = try StoreFixture()
    let whole = try other.build("home", StoreFixture.records(10)).0
    #expect(try StoreReader(path: fixture.store).catalog.generation.digest == whole.digest)
  }

  /// Half a feed, killed before a check refuses it, must have the same small size the second time.
  @Test func aKilledBuildHidesNothingThatVanished() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(10))
    let settings = StoreSettings(cellsPerTransaction: 1)
    let half = StoreFixture.records(3) + [("new", 5)]
    do {
      let writer = try fixture.writer(["home", "news"], settings: settings)
      try fixture.write(writer, feed: "home", records: half + [("brief", 6)])
      // The commit of another feed's cells keeps what was done to this one.
      try fixture.write(writer, feed: "news", records: StoreFixture.records(2))
    }
    let next = try fixture.writer(["news", "home"], settings: settings)
    #expect(next.isResumed)
    let summary = try fixture.write(next, feed: "home", records: half)
    #expect(summary.previousRecords == 10)
    #expect(summary.removedRecords == 7)
    #expect(summary.removedCells == 14)
    #expect(summary.written == 0)
    try fixture.write(next, feed: "news", records: StoreFixture.records(2))
    #expect(try next.finish().cells == 12)
    let other = try StoreFixture()
    try other.build("home", half)
    let whole = try other.build("news", StoreFixture.records(2)).0
    #expect(try StoreReader(path: fixture.store).catalog.generation.digest == whole.digest)
  }

  @Test func aKilledBuildWithARepeatedRecordIsSwept() throws {
    let fixture = try StoreFixture()
    do {
      let writer = try fixture.writer(["home"], settings: StoreSettings(cellsPerTransaction: 1))
      try fixture.write(writer, feed: "home", records: StoreFixture.records(3) + [("r1", 7)])
    }
    let next = try fixture.writer(["home"])
    #expect(!next.isResumed)
    try fixture.write(next, feed: "home", records: StoreFixture.records(3))
    #expect(try next.finish().cells == 6)
  }

  @Test func whatAKilledBuildOfAnotherFeedLeftIsSwept() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    do {
      let settings = StoreSettings(cellsPerTransaction: 1)
      let writer = try fixture.writer(["home"], settings: settings)
      try fixture.write(writer, feed: "home", records: StoreFixture.records(3, first: 999))
    }
    #expect(try fixture.files().contains("heights.sqlite.building"))
    let next = try fixture.writer(["news"])
    #expect(!next.isResumed)
    try fixture.write(next, feed: "news", records: StoreFixture.records(2))
    _ = try next.finish()
    let reader = try StoreReader(path: fixture.store)
    #expect(try fixture.layout(reader, "home", "r1") == StoreFixture.layout(10))
    #expect(try fixture.layout(reader, "news", "r1") == StoreFixture.layout(10))
  }

  /// X and Y have one number of generation and one name; in `other` they hold different cells.
  @Test("S2: a staging file of another store is swept")
  func aStagingFileOfAnotherStoreIsSwept() throws {
    let (x, y) = (try StoreFixture(), try StoreFixture())
    for (fixture, first) in [(x, 0), (y, 5_000)] {
      try fixture.build("feed", StoreFixture.records(3))
      try fixture.build("other", StoreFixture.records(3, first: first))
    }
    do {
      let writer = try x.writer(["feed"], settings: StoreSettings(cellsPerTransaction: 1))
      try x.write(writer, feed: "feed", records: StoreFixture.records(3, first: 70))
    }
    #expect(try x.files().contains("heights.sqlite.building"))
    try y.bytes().write(to: URL(fileURLWithPath: x.store))
    let next = try x.writer(["feed"])
    #expect(!next.isResumed)
    try x.write(next, feed: "feed", records: StoreFixture.records(3, first: 70))
    _ = try next.finish()
    let reader = try StoreReader(path: x.store)
    #expect(try x.layout(reader, "other", "r1") == StoreFixture.layout(5_010))
    #expect(try x.layout(reader, "feed", "r1") == StoreFixture.layout(80))
  }

  /// The same cells in another order have one digest, and are another store.
  @Test("S2: a staging file of a store in another order is swept")
  func aStagingFileOfAStoreInAnotherOrderIsSwept() throws {
    let (x, y) = (try StoreFixture(), try StoreFixture())
    try x.build("other", StoreFixture.records(3))
    try y.build("other", StoreFixture.records(3).reversed())
    do {
      let writer = try x.writer(["feed"], settings: StoreSettings(cellsPerTransaction: 1))
      try x.write(writer, feed: "feed", records: StoreFixture.records(3))
    }
    try y.bytes().write(to: URL(fileURLWithPath: x.store))
    #expect(try !x.writer(["feed"]).isResumed)
  }

  @Test func rubbishInPlaceOfTheStagingFileIsSwept() throws {
    let fixture = try StoreFixture()
    let side = fixture.store + ".building"
    for name in [side, side + "-journal", side + "-wal"] {
      try Data("rubbish".utf8).write(to: URL(fileURLWithPath: name))
    }
    try fixture.build("home", StoreFixture.records(3))
    #expect(try fixture.files() == ["heights.sqlite", "heights.sqlite.lock"])
  }

  /// The limit simulates a full disk: SQLite answers both with SQLITE_FULL.
  @Test func aFullDiskIsAWriteThatFailed() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    let before = try fixture.bytes()
    let small = StoreSettings(cellsPerTransaction: 100, maximumBytes: 600_000)
    let error = #expect(throws: StoreError.self) {
      let writer = try fixture.writer(["home"], settings: small)
      try fixture.write(writer, feed: "home", records: StoreFixture.records(20_000))
    }
    guard case .writeFailed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try fixture.bytes() == before)
  }
}
