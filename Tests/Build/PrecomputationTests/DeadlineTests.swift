import FeedRecords
import Foundation
import HeightStore
import Precomputation
import Synchronization
import Testing

/// Builds that stop at a deadline or at a signal.
@Suite struct DeadlineTests {
  let fixture: BuildFixture
  let feeds = [
    BuildFixture.feed("a", BuildFixture.lines(20)),
    BuildFixture.feed("b", BuildFixture.lines(200, from: 500)),
    BuildFixture.feed("c", BuildFixture.lines(10, from: 900)),
  ]

  init() throws { fixture = try BuildFixture() }

  /// Builds with a deadline that comes after some questions about it.
  private func build(_ feeds: [FeedInput], dueAfter questions: Int) async throws -> BuildSummary {
    let asked = Mutex(0)
    var builder = try BatchBuilder(try fixture.configuration(feeds)) {
      asked.withLock { count in
        count += 1
        return count > questions
      }
    }
    return try await builder.run()
  }

  private func catalog() throws -> StoreCatalog { try StoreReader(path: fixture.store).catalog }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path).sorted()
  }

  @Test func finishedFeedsArePublishedAndTheNextOneIsTakenUp() async throws {
    let goal = try BuildFixture()
    let undisturbed = try #require(try await goal.build(feeds).generation)
    // Questions: before a, after its batch; before b, after its first batch.
    let first = try await build(feeds, dueAfter: 2)
    let missed = try #require(first.deadline)
    #expect((missed.finished, missed.unfinished) == (["a"], ["b", "c"]))
    #expect(missed.keptCells == 64)
    #expect(first.generation?.number == 1)
    #expect(try catalog().feeds.map(\.name) == ["a"])
    #expect(try files() == ["heights.sqlite", "heights.sqlite.lock", "heights.sqlite.unfinished"])
    let second = try await fixture.build(feeds)
    #expect((second.computed, second.reused) == (136 + 10, 20 + 64))
    #expect(second.generation?.digest == undisturbed.digest)
    #expect(second.generation?.listDigest == undisturbed.listDigest)
    #expect(second.generation?.number == 2)
    #expect(try files() == ["heights.sqlite", "heights.sqlite.lock"])
  }

  @Test func anUnfinishedFeedKeepsItsPublishedState() async throws {
    try await fixture.build([
      BuildFixture.feed("a", BuildFixture.lines(3)), BuildFixture.feed("b", BuildFixture.lines(4)),
    ])
    let old = try #require(try catalog().feed(named: "b"))
    let stopped = try await build(feeds, dueAfter: 3)
    #expect(stopped.deadline?.finished == ["a"])
    #expect(try catalog().feed(named: "b") == old)
    #expect(try catalog().feed(named: "a")?.records == 20)
    // Another feed's build leaves the cells that are set aside alone.
    try await fixture.build([feeds[2]])
    #expect(try files().contains("heights.sqlite.unfinished"))
    let rest = try await fixture.build([feeds[1]])
    #expect(rest.reused == 128)
    #expect(!(try files()).contains("heights.sqlite.unfinished"))
  }

  @Test func theFirstFeedIsTakenUpFromItsStagingFile() async throws {
    let stopped = try await build([feeds[1]], dueAfter: 2)
    #expect(stopped.generation == nil)
    #expect(stopped.deadline?.unfinished == ["b"])
    #expect(stopped.deadline?.keptCells == 128)
    #expect(throws: StoreError.self) { try catalog() }
    #expect(try await fixture.build([feeds[1]]).reused == 128)
  }

  @Test func aDeadlineBetweenTwoFeedsPublishesTheFirst() async throws {
    let stopped = try await build([feeds[0], feeds[1]], dueAfter: 1)
    #expect(stopped.deadline?.keptCells == 0)
    #expect(try catalog().feeds.map(\.name) == ["a"])
    #expect(try files() == ["heights.sqlite", "heights.sqlite.lock"])
  }

  @Test func aDeadlineThatDoesNotComeChangesNothing() async throws {
    let summary = try await build(feeds, dueAfter: 1000)
    #expect(summary.deadline == nil)
    #expect(summary.computed == 230)
    #expect(try files() == ["heights.sqlite", "heights.sqlite.lock"])
  }

  /// The cells of finished batches are committed, also within a transaction.
  @Test func anInterruptedBuildTellsWhatItKept() async throws {
    let error = await #expect(throws: BuildError.self) {
      try await fixture.build([feeds[1]], progress: Stop())
    }
    guard case .interrupted(15, cells: 64) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await fixture.build([feeds[1]]).reused == 64)
  }

  private struct Stop: BuildProgress {
    func report(_ progress: ReadingProgress) {}
    func interruption() -> Int? { 15 }
  }
}
