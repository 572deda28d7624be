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

  /// - Parameters:
  ///   - questions: How often the build asks before the deadline comes: before each feed, and
  ///     after each batch but the last one of a feed.
  ///   - cells: The finished cells that the next build uses: batches of 64, and whole feeds.
  @Test(arguments: [(0, 0), (1, 20), (2, 84)])
  func nothingIsPublishedAndFinishedCellsAreUsedAgain(_ questions: Int, _ cells: Int) async throws {
    let goal = try #require(try await BuildFixture().build(feeds).generation)
    let error = await #expect(throws: BuildError.self) {
      try await build(feeds, dueAfter: questions)
    }
    guard case .overdue(cells) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try files() == ["heights.sqlite.building", "heights.sqlite.lock"])
    let second = try await fixture.build(feeds)
    #expect((second.computed, second.reused) == (230 - cells, cells))
    #expect(second.generation?.number == 1)
    #expect(second.generation?.digest == goal.digest)
    #expect(second.generation?.listDigest == goal.listDigest)
    #expect(try files() == ["heights.sqlite", "heights.sqlite.lock"])
  }

  @Test func theStoreKeepsItsGeneration() async throws {
    try await fixture.build([feeds[0]])
    let old = try catalog()
    await #expect(throws: BuildError.self) { try await build(feeds, dueAfter: 2) }
    #expect(try catalog() == old)
  }

  @Test func aDeadlineThatDoesNotComeChangesNothing() async throws {
    let summary = try await build(feeds, dueAfter: 1000)
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
