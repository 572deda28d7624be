import Foundation
import Testing

@testable import HeightStore

/// Generations that are kept as files.
@Suite struct GenerationTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// Builds a feed whose content follows from a number.
  @discardableResult
  private func build(
    _ seed: Int, keep: Int = 3, failpoint: ((Failpoint) throws -> Void)? = nil
  ) throws -> Generation {
    try Self.build(fixture, seed, keep: keep, failpoint: failpoint)
  }

  @discardableResult
  static func build(
    _ fixture: StoreFixture, _ seed: Int, keep: Int = 3,
    failpoint: ((Failpoint) throws -> Void)? = nil
  ) throws -> Generation {
    let writer = try fixture.writer(
      ["home"], settings: StoreSettings(keptGenerations: keep), failpoint: failpoint)
    try fixture.write(writer, feed: "home", records: StoreFixture.records(5, first: seed))
    return try writer.finish()
  }

  private func lock() throws -> BuildLock {
    try BuildLock(store: fixture.store, startedUTC: "2026-01-31T08:00:00Z")
  }

  private func kept() throws -> [Int] {
    try StoreGenerations.kept(store: fixture.store).map(\.number)
  }

  @Test func theLastGenerationsStayAsWholeStores() throws {
    let all = try (1...5).map { try build($0) }
    #expect(all.map(\.number) == [1, 2, 3, 4, 5])
    #expect(try kept() == [4, 3])
    for number in [3, 4] {
      let reader = try StoreReader(path: "\(fixture.store).\(number)")
      #expect(reader.catalog.generation == all[number - 1])
    }
    #expect(
      try fixture.files() == [
        "heights.sqlite", "heights.sqlite.3", "heights.sqlite.4", "heights.sqlite.lock",
      ])
  }

  @Test func buildsWithoutAChangeRemoveNoGeneration() throws {
    let all = try [1, 2, 3, 3, 3, 3].map { try build($0) }
    #expect(all.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(try kept() == [2, 1])
    // Then the last of the equal generations is kept.
    try build(4)
    #expect(try kept() == [6, 2])
    #expect(try StoreReader(path: fixture.store + ".6").catalog.generation == all[5])
    // Another order of a list is a change.
    let writer = try fixture.writer(["home"], settings: StoreSettings(keptGenerations: 3))
    try fixture.write(writer, feed: "home", records: StoreFixture.records(5, first: 4).reversed())
    _ = try writer.finish()
    #expect(try kept() == [7, 6])
  }

  @Test func oneKeepsNoneAndRemovesEarlierOnes() throws {
    for seed in 1...3 { try build(seed) }
    try build(4, keep: 1)
    #expect(try kept() == [])
    #expect(try fixture.files() == ["heights.sqlite", "heights.sqlite.lock"])
  }

  @Test func numbersDoNotRepeatWhenTheStoreIsReplacedByHand() throws {
    for seed in 1...3 { try build(seed) }
    try FileManager.default.removeItem(atPath: fixture.store)
    try FileManager.default.copyItem(atPath: fixture.store + ".1", toPath: fixture.store)
    #expect(try build(4).number == 3)
    try FileManager.default.removeItem(atPath: fixture.store)
    #expect(try build(5).number == 3)
  }

  @Test func rollbackPublishesAnOldContentUnderTheNextNumber() throws {
    let all = try (1...3).map { try build($0) }
    let back = try StoreGenerations.rollBack(to: 1, lock: try lock(), keep: 3)
    #expect(back.number == 4)
    #expect((back.digest, back.listDigest) == (all[0].digest, all[0].listDigest))
    #expect(try StoreReader(path: fixture.store).catalog.generation == back)
    #expect(try kept() == [3, 2])
    // The next build reuses its cells.
    let writer = try fixture.writer(["home"])
    let summary = try fixture.write(
      writer, feed: "home", records: StoreFixture.records(5, first: 1))
    #expect((summary.reused, summary.written) == (10, 0))
    #expect(try writer.finish().number == 5)
  }

  @Test func rollbackRefusesUnknownAndDamagedGenerations() throws {
    for seed in 1...3 { try build(seed) }
    let before = try fixture.bytes()
    let error = #expect(throws: StoreError.self) {
      try StoreGenerations.rollBack(to: 7, lock: try lock(), keep: 3)
    }
    #expect(error == .unknownGeneration(store: fixture.store, number: 7, kept: [2, 1]))
    let file = URL(fileURLWithPath: fixture.store + ".1")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 0xFF
    bytes.replaceSubrange(16_384 * 2..<16_384 * 4, with: Data(repeating: 7, count: 16_384 * 2))
    try bytes.write(to: file)
    #expect(throws: StoreError.self) {
      try StoreGenerations.rollBack(to: 1, lock: try lock(), keep: 3)
    }
    #expect(try fixture.bytes() == before)
    #expect(!(try fixture.files()).contains("heights.sqlite.building"))
  }

  /// Damage that only checksums, counts and digests detect, not the structure of the file.
  static let quietDamage = [
    "UPDATE cells SET height = height + 1 WHERE cell_id = 2",
    "DELETE FROM cells WHERE cell_id = 10",
    "UPDATE list_chunks SET heights = zeroblob(length(heights))",
    "UPDATE list_places SET chunks = x'07000000'",
    "UPDATE shapes SET frames = zeroblob(length(frames))",
  ]

  @Test(arguments: quietDamage)
  func rollbackRefusesADamagedRow(statement: String) throws {
    for seed in 1...2 { try build(seed) }
    let (before, path) = (try fixture.bytes(), fixture.store + ".1")
    try StoreEdit.execute(statement, path)
    let error = #expect(throws: StoreError.self) {
      try StoreGenerations.rollBack(to: 1, lock: try lock(), keep: 3)
    }
    #expect("\(try #require(error))".hasPrefix("\(path) is damaged ("))
    #expect(try fixture.bytes() == before)
    #expect(!(try fixture.files()).contains("heights.sqlite.building"))
  }

  @Test(arguments: quietDamage)
  func aDamagedRowIsNotBackedUp(statement: String) throws {
    try build(1)
    try StoreEdit.execute(statement, fixture.store)
    let error = #expect(throws: StoreError.self) {
      try StoreBackup.write(
        store: fixture.store, to: fixture.directory + "/copy.sqlite", replaces: false)
    }
    #expect("\(try #require(error))".hasPrefix("\(fixture.store) is damaged ("))
    #expect(try fixture.files() == ["heights.sqlite", "heights.sqlite.lock"])
  }

  @Test func verificationCountsCellsInOnePass() throws {
    try build(1)
    #expect(try StoreVerification(path: fixture.store).wrongCounts() == [])
    try StoreEdit.execute("UPDATE cells SET feed_id = 9 WHERE cell_id = 2", fixture.store)
    #expect(
      try StoreVerification(path: fixture.store).wrongCounts() == [
        "feed 'home' has 4 cells for 390@3x/L/ltr/en/uikit, 0 of them failed, instead of 5 and 0",
        "1 cells belong to no environment of a feed",
      ])
  }

  @Test func rollbackMendsADamagedStore() throws {
    let all = try (1...3).map { try build($0) }
    let store = URL(fileURLWithPath: fixture.store)
    var bytes = try Data(contentsOf: store)
    bytes.replaceSubrange(16_384..<bytes.count, with: Data(count: bytes.count - 16_384))
    try bytes.write(to: store)
    let back = try StoreGenerations.rollBack(to: 2, lock: try lock(), keep: 3)
    #expect(back.number == 4)
    #expect(back.digest == all[1].digest)
    #expect(try kept() == [2, 1])
  }

  @Test func pruneRemovesSurplusAndLeftovers() throws {
    for seed in 1...3 { try build(seed) }
    for name in ["building", "building-journal", "keeping"] {
      try Data("left".utf8).write(to: URL(fileURLWithPath: "\(fixture.store).\(name)"))
    }
    let removed = try StoreGenerations.prune(lock: try lock(), keep: 2)
    #expect(removed.filter { $0.generation == nil }.count == 3)
    #expect(removed.compactMap(\.generation) == [1])
    #expect(try kept() == [2])
    #expect(
      try fixture.files() == ["heights.sqlite", "heights.sqlite.2", "heights.sqlite.lock"])
  }

  @Test func otherFilesAreNoGenerations() throws {
    for seed in 1...2 { try build(seed) }
    for name in ["01", "0", "x", "5x", "nightly"] {
      try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(fixture.store).\(name)"))
    }
    try FileManager.default.createDirectory(
      atPath: fixture.store + ".9", withIntermediateDirectories: false)
    #expect(try kept() == [1])
    _ = try StoreGenerations.prune(lock: try lock(), keep: 1)
    #expect(try kept() == [])
    #expect(try fixture.files().count == 8)
  }

  @Test func aBackupHasTheSameBytes() throws {
    let generation = try build(1)
    let target = fixture.directory + "/copy.sqlite"
    let written = try StoreBackup.write(store: fixture.store, to: target, replaces: false)
    #expect(written.generation == generation)
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == fixture.bytes())
    #expect(throws: StoreError.self) {
      try StoreBackup.write(store: fixture.store, to: target, replaces: false)
    }
    try build(2, keep: 1)
    _ = try StoreBackup.write(store: fixture.store, to: target, replaces: true)
    #expect(try StoreReader(path: target).catalog.generation.number == 2)
    #expect(throws: StoreError.self) {
      try StoreBackup.write(store: fixture.store, to: fixture.store, replaces: true)
    }
    #expect(
      try fixture.files() == ["copy.sqlite", "heights.sqlite", "heights.sqlite.lock"])
  }

  /// The file of a killed backup is removed by the next backup to the same path, and by `prune`.
  @Test func whatAKilledBackupLeftIsRemoved() throws {
    try build(1)
    let half = try fixture.bytes().prefix(40_000)
    func leave(_ name: String, _ bytes: Data) throws {
      try bytes.write(to: URL(fileURLWithPath: fixture.directory + "/" + name))
    }
    for name in ["copy.sqlite.41.writing", "copy.sqlite.42.writing", "other.sqlite.43.writing"] {
      try leave(name, half)
    }
    // Those of other programs.
    try leave("copy.sqlite.44.writing", Data("a note".utf8))
    try leave("copy.sqlite.draft.writing", half)
    // A backup that is at work holds a lock.
    let busy = try FileOperations.copy(
      fixture.store, to: fixture.directory + "/copy.sqlite.45.writing")
    defer { withExtendedLifetime(busy) {} }
    let others = [
      "copy.sqlite.44.writing", "copy.sqlite.45.writing", "copy.sqlite.draft.writing",
      "heights.sqlite", "heights.sqlite.lock",
    ]
    let target = fixture.directory + "/copy.sqlite"
    _ = try StoreBackup.write(store: fixture.store, to: target, replaces: false)
    #expect(
      try fixture.files() == (others + ["copy.sqlite", "other.sqlite.43.writing"]).sorted())
    let lock = try BuildLock(store: fixture.store, startedUTC: "2026-01-31T08:00:00Z")
    let removed = try StoreGenerations.prune(lock: lock, keep: 1)
    #expect(removed.map(\.path) == [fixture.directory + "/other.sqlite.43.writing"])
    #expect(try fixture.files() == (others + ["copy.sqlite"]).sorted())
  }

  static let points: [Failpoint] = [
    .beforeFsync, .beforeKeeping, .duringKeeping, .beforeRename, .afterRename,
    .beforeDirectoryFsync, .beforeRemoving, .afterRemoving(1),
  ]

  /// After any step, one store is published, no number repeats, and the next build ends as usual.
  @Test(arguments: points.indices)
  func aKillWithinTheRotationLeavesOneStore(index: Int) async throws {
    let fixture = fixture
    let old = try (1...3).map { try build($0) }
    let directory = fixture.directory
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [directory = directory as String, index = index as Int] in
      let victim = StoreFixture(existing: directory)
      try GenerationTests.build(victim, 4) {
        if $0 == GenerationTests.points[index] { kill(getpid(), SIGKILL) }
      }
    }
    let published = try StoreReader(path: fixture.store).catalog.generation
    #expect(published.number == (index < 4 ? 3 : 4))
    if index < 4 { #expect(published.digest == old[2].digest) }
    // The published file is no earlier generation, although it may have two names.
    #expect(!(try kept()).contains(published.number))
    let next = try build(5)
    #expect(next.number == published.number + 1)
    #expect(try kept() == [next.number - 1, next.number - 2])
    for number in try kept() {
      let reader = try StoreReader(path: "\(fixture.store).\(number)")
      #expect(reader.catalog.generation.number == number)
    }
    #expect(try fixture.files().count == 4)
  }
}
