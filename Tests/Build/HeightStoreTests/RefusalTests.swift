import Foundation
import Testing

@testable import HeightStore

@Suite struct RefusalTests {
  @Test func aMissingStoreSaysWhatToRun() throws {
    let fixture = try StoreFixture()
    let error = #expect(throws: StoreError.missing(path: fixture.store)) {
      try StoreReader(path: fixture.store)
    }
    #expect(error?.description.contains("cellheights build") == true)
  }

  @Test func aParentThatIsAFileCannotHoldAStore() throws {
    let fixture = try StoreFixture()
    let parent = fixture.directory + "/file"
    try Data("x".utf8).write(to: URL(fileURLWithPath: parent))
    let error = #expect(throws: StoreError.self) {
      try BuildLock(store: parent + "/heights.sqlite", startedUTC: "now")
    }
    #expect(
      error == .cannotCreate(path: parent, reason: "it is a file, not a directory"))
    let deeper = #expect(throws: StoreError.self) {
      try BuildLock(store: parent + "/a/b/heights.sqlite", startedUTC: "now")
    }
    guard case .cannotCreate = deeper else {
      Issue.record("\(String(describing: deeper))")
      return
    }
  }

  @Test func missingDirectoriesAreMade() throws {
    let fixture = try StoreFixture()
    let store = fixture.directory + "/a/b/heights.sqlite"
    _ = try BuildLock(store: store, startedUTC: "now")
    #expect(FileManager.default.fileExists(atPath: store + ".lock"))
  }

  @Test(.disabled(if: getuid() == 0, "root writes everywhere"))
  func aReadOnlyDirectoryCannotHoldAStore() throws {
    let fixture = try StoreFixture()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: fixture.directory)
    let error = #expect(throws: StoreError.self) {
      try BuildLock(store: fixture.store, startedUTC: "now")
    }
    guard case .cannotCreate = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: ["", "not a database, though long enough to have a header, ", "SQLite format 3"])
  func aForeignFileIsLeftUntouched(content: String) throws {
    let fixture = try StoreFixture()
    let data = Data(String(repeating: content, count: 40).utf8)
    try data.write(to: URL(fileURLWithPath: fixture.store))
    let read = #expect(throws: StoreError.self) { try StoreReader(path: fixture.store) }
    guard case .notAStore = read else {
      Issue.record("\(String(describing: read))")
      return
    }
    #expect(throws: StoreError.self) { try fixture.build("home", StoreFixture.records(1)) }
    #expect(try fixture.bytes() == data)
  }

  @Test func aDirectoryAtThePathIsNoStore() throws {
    let fixture = try StoreFixture()
    try FileManager.default.createDirectory(
      atPath: fixture.store, withIntermediateDirectories: false)
    #expect(throws: StoreError.notAStore(path: fixture.store, reason: "it is no regular file")) {
      try StoreReader(path: fixture.store)
    }
  }

  @Test func aDatabaseOfAnotherProgramIsNoStore() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(1))
    try overwrite(fixture, offset: 68, [1, 2, 3, 4])  // application_id
    let error = #expect(throws: StoreError.self) { try StoreReader(path: fixture.store) }
    guard case .notAStore = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aNewerSchemaIsRefusedByReaderAndWriter() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(1))
    try overwrite(fixture, offset: 60, [0, 0, 0, UInt8(StoreSchema.version + 1)])  // user_version
    let expected = StoreError.newerVersion(
      path: fixture.store, found: StoreSchema.version + 1, known: StoreSchema.version)
    #expect(throws: expected) { try StoreReader(path: fixture.store) }
    #expect(throws: expected) { try fixture.build("home", StoreFixture.records(1)) }
  }

  /// Version 1 had the table of the generation, which is sufficient here.
  @Test func anEarlierSchemaIsRefusedByReadersAndComputedAnew() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    try fixture.build("news", StoreFixture.records(3))
    try overwrite(fixture, offset: 60, [0, 0, 0, 1])  // user_version
    #expect(
      throws: StoreError.olderVersion(path: fixture.store, found: 1, known: StoreSchema.version)
    ) { try StoreReader(path: fixture.store) }
    let writer = try fixture.writer(["home"])
    #expect(writer.losses.earlierVersion == 1)
    #expect(writer.losses.feeds == ["news"])
    let summary = try fixture.write(writer, feed: "home", records: StoreFixture.records(3))
    #expect(summary.written == 6)
    #expect(try writer.finish().number == 3)
    #expect(try StoreReader(path: fixture.store).catalog.feeds.map(\.name) == ["home"])
  }

  @Test func anEarlierSchemaWithoutANumberIsComputedAnewToo() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    try StoreEdit.execute("DROP TABLE generation; PRAGMA user_version = 1", fixture.store)
    #expect(try fixture.build("home", StoreFixture.records(3)).0.number == 1)
  }

  @Test func aTruncatedStoreIsDamaged() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(500))
    let whole = try fixture.bytes()
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: fixture.store))
    let error = #expect(throws: StoreError.self) { try StoreReader(path: fixture.store) }
    guard case .corrupt = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A page of the old generation turned to rubbish is found before it is published again.
  @Test func aDamagedBaseIsNotPublishedAgain() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(2_000))
    let size = try fixture.bytes().count
    try overwrite(
      fixture, offset: size / 2 / 16_384 * 16_384, [UInt8](repeating: 0xa5, count: 16_384))
    let before = try fixture.bytes()
    #expect(throws: StoreError.self) { try fixture.build("news", StoreFixture.records(3)) }
    #expect(try fixture.bytes() == before)
  }

  @Test func aLockIsHeldOnce() throws {
    let fixture = try StoreFixture()
    let lock = try BuildLock(store: fixture.store, startedUTC: "2026-01-31T08:00:00Z")
    let error = #expect(throws: StoreError.self) {
      try BuildLock(store: fixture.store, startedUTC: "later")
    }
    #expect(
      error
        == .locked(
          path: fixture.store + ".lock", holder: "pid \(getpid()) since 2026-01-31T08:00:00Z"))
    lock.release()
    _ = try BuildLock(store: fixture.store, startedUTC: "later")
  }

  @Test func keysMustBeInFullForm() {
    for key in ["390", "390@3x/L/ltr/en", "390@3x/L/ltr/en/uikit#", "x@3x/L/ltr/en/uikit"] {
      #expect(throws: StoreError.self) {
        try StoredEnvironment(key: key, stepsPerPoint: 3, state: nil)
      }
    }
    #expect(throws: StoreError.self) {
      try StoredEnvironment(key: "390@3x/L/ltr/en/uikit#a", stepsPerPoint: 3, state: "b")
    }
  }

  @Test func aFeedOutsideThePlanIsRefused() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"])
    #expect(throws: StoreError.self) { try fixture.begin(writer, "news") }
    #expect(throws: StoreError.self) { try writer.finish() }
  }

  @Test func framesBeyondTheLimitAreRefused() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"], settings: StoreSettings(maximumFrameBytes: 51))
    let keys = try fixture.begin(writer, "home")
    #expect(
      throws: StoreError.invalid("the frames of a cell take 52 bytes, the limit is 51")
    ) { try writer.write(StoreFixture.cell("a", keys, environment: 0, seed: 1)) }
  }

  @Test(arguments: [-1, Double.nan, .infinity, 1e300])
  func aListOfImpossibleSpacingIsRefused(spacing: Double) throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"])
    _ = try fixture.begin(writer, "home")
    #expect(throws: StoreError.self) {
      try writer.makeList(ListDescription(spacing: spacing))
    }
  }

  @Test func pathsMayHoldAnyCharacter() throws {
    let fixture = try StoreFixture()
    let store = fixture.directory + "/a b%20?#é.sqlite"
    let writer = try GenerationWriter(
      lock: BuildLock(store: store, startedUTC: "now"), plan: fixture.plan(["home"]))
    try fixture.write(writer, feed: "home", records: StoreFixture.records(2))
    _ = try writer.finish()
    #expect(try StoreReader(path: store).catalog.generation.cells == 4)
  }

  private func overwrite(_ fixture: StoreFixture, offset: Int, _ bytes: [UInt8]) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.store))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: bytes)
    try file.close()
  }
}
