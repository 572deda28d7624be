import Foundation
import Testing

@testable import HeightStore

/// Builds in a process of their own, killed with SIGKILL at every failpoint.
@Suite struct KillTests {
  static let points: [Failpoint] = [
    .afterInsert(1), .afterInsert(37), .afterInsert(80), .beforeFsync, .beforeRename,
    .afterRename, .beforeDirectoryFsync,
  ]

  /// The published store is the old generation or the new one, and a rerun ends in the same digest.
  @Test(arguments: points.indices)
  func aKillLeavesOneGenerationAndARerunConverges(index: Int) async throws {
    let undisturbed = try StoreFixture()
    try undisturbed.build("home", StoreFixture.records(10))
    let goal = try undisturbed.build("home", StoreFixture.records(40, first: 5)).0

    let fixture = try StoreFixture()
    let old = try fixture.build("home", StoreFixture.records(10)).0
    let directory = fixture.directory
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [directory = directory as String, index = index as Int] in
      let victim = StoreFixture(existing: directory)
      let writer = try victim.writer(["home"], settings: StoreSettings(cellsPerTransaction: 7)) {
        if $0 == KillTests.points[index] { kill(getpid(), SIGKILL) }
      }
      try victim.write(writer, feed: "home", records: StoreFixture.records(40, first: 5))
      _ = try writer.finish()
    }
    let isPublished = index >= 5
    let left = try StoreReader(path: fixture.store).catalog.generation
    #expect(left.digest == (isPublished ? goal.digest : old.digest))
    let writer = try fixture.writer(["home"], settings: StoreSettings(cellsPerTransaction: 7))
    // Killed while inserting, it left batches of 7; a writer killed later is not resumed.
    #expect(writer.isResumed == (index < 3))
    let summary = try fixture.write(
      writer, feed: "home", records: StoreFixture.records(40, first: 5))
    #expect(summary.reused == [0, 35, 77, 0, 0, 80, 80][index])
    #expect(try writer.finish().digest == goal.digest)
    #expect(try fixture.files() == ["heights.sqlite", "heights.sqlite.lock"])
  }
}
