import FeedRecords
import Foundation
import Heights
import HeightStore
import LayoutPrimitives
import Precomputation
import Synchronization
import Testing

@Suite struct BatchBuilderTests {
  let lines = BuildFixture.lines(150)

  @Test func neitherWorkersNorOrderShowInTheCells() async throws {
    let one = try BuildFixture()
    let many = try BuildFixture()
    let environments = ["390", "320/XXL//ar"]
    let first = try await one.build(
      [BuildFixture.feed("f", lines)], environments: environments, jobs: 1)
    let second = try await many.build(
      [BuildFixture.feed("f", lines.reversed())], environments: environments, jobs: 3)
    #expect(first.enginesCreated == 2)
    #expect(second.enginesCreated <= 6)
    #expect(first.generation?.digest == second.generation?.digest)
    #expect(try one.cells("f") == many.cells("f"))
    #expect(try one.cells("f").count == 150)
  }

  /// S3: The ends of batches depend on bytes, and must not affect the result.
  @Test("S3: long records give the same cells with any number of workers")
  func neitherBytesNorWorkersShowInTheCells() async throws {
    let long = (0..<60).map { number in
      let words = (0..<(number % 7) * 4_000).map { "w\($0 % 97)" }.joined(separator: " ")
      return #"{"id":"n\#(number)","title":"Title \#(number)","content_text":"\#(words)"}"#
    }
    var digests: Set<String> = []
    for jobs in [1, 2, 16] {
      let fixture = try BuildFixture()
      let summary = try await fixture.build([BuildFixture.feed("f", long)], jobs: jobs)
      #expect(summary.computed == 60)
      digests.insert(try #require(summary.generation?.digest))
    }
    #expect(digests.count == 1)
  }

  @Test func anUnchangedRecordIsKeptAndAChangedOneLaidOutAgain() async throws {
    let fixture = try BuildFixture()
    try await fixture.build([BuildFixture.feed("f", lines)])
    var changed = lines
    changed[7] = changed[7].replacing("Title 7", with: "Another title 7")
    changed.removeLast()
    let forecast = try await BuildForecast(
      try fixture.configuration([BuildFixture.feed("f", changed)]))
    #expect(forecast.computed == 1 && forecast.reused == 148)
    let summary = try await fixture.build([BuildFixture.feed("f", changed)])
    #expect(summary.computed == 1 && summary.reused == 148 && summary.removed == 1)
    let fresh = try BuildFixture()
    let reference = try await fresh.build([BuildFixture.feed("f", changed)])
    #expect(summary.generation?.digest == reference.generation?.digest)
    #expect(summary.caveats == reference.caveats)
  }

  @Test func aBuildReplacesItsFeedsWhollyAndTouchesNoOther() async throws {
    let fixture = try BuildFixture()
    try await fixture.build(
      [BuildFixture.feed("a", lines), BuildFixture.feed("b", BuildFixture.lines(20))])
    let before = try fixture.cells("a")
    try await fixture.build([BuildFixture.feed("b", BuildFixture.lines(5, from: 100))])
    #expect(try fixture.cells("a") == before)
    #expect(try fixture.cells("b").keys.sorted() == ["r100", "r101", "r102", "r103", "r104"])
  }

  @Test func ofTwoRecordsWithOneIdTheFirstIsKept() async throws {
    let fixture = try BuildFixture()
    let summary = try await fixture.build([
      BuildFixture.feed(
        "f",
        [
          lines[0], lines[1],
          lines[0].replacing("Title 0", with: String(repeating: "x ", count: 90)),
        ])
    ])
    #expect(summary.records == 3 && summary.duplicates == 1 && summary.computed == 2)
    let reference = try BuildFixture()
    try await reference.build([BuildFixture.feed("f", [lines[0], lines[1]])])
    #expect(try fixture.cells("f") == reference.cells("f"))
  }

  @Test func tooManyFailedRecordsPublishNothing() async throws {
    let fixture = try BuildFixture()
    try await fixture.build([BuildFixture.feed("f", lines)])
    let before = try Data(contentsOf: URL(filePath: fixture.store))
    let broken = lines + (0..<11).map { _ in "[1,2]" }
    await #expect(throws: BuildError.self) {
      try await fixture.build([BuildFixture.feed("f", broken)])
    }
    #expect(try Data(contentsOf: URL(filePath: fixture.store)) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path).sorted()
        == ["heights.sqlite", "heights.sqlite.lock"])
    let summary = try await fixture.build(
      [BuildFixture.feed("f", broken)],
      tolerance: Tolerance(maximumFailed: .records(11)))
    #expect(summary.failedRecords == 11 && summary.problems.groups.map(\.count) == [11])
  }

  @Test(
    "the least number of a share is never half of a feed",
    arguments: [(0, 0), (1, 0), (2, 0), (3, 1), (11, 5), (20, 9), (21, 10), (900, 10), (2000, 20)])
  func shares(_ records: Int, _ limit: Int) {
    #expect(Tolerance().maximumFailed.limit(of: records) == limit)
    #expect(Tolerance.Bound.share(0.6, atLeast: 10).limit(of: 10) == 6)
  }

  @Test func aSourceThatEndsEarlyIsPublishedOnlyWhenAsked() async throws {
    let fixture = try BuildFixture()
    let whole = "[" + lines.joined(separator: ",") + "]"
    let half = FeedInput(
      name: "f",
      sources: [FeedSource(bytes: Array(whole.utf8.prefix(whole.utf8.count / 2)), name: "f")])
    await #expect(throws: BuildError.self) { try await fixture.build([half]) }
    #expect(!FileManager.default.fileExists(atPath: fixture.store))
    let summary = try await fixture.build(
      [half], tolerance: Tolerance(allowPartial: true))
    #expect(summary.computed > 20 && summary.computed < 150)
  }

  /// Records are read ahead in pieces of 256: an error comes after all records before it, and the
  /// next source follows.
  @Test(arguments: [64, 255, 256, 257, 512], [0, 255, 256])
  func noRecordIsLostAroundABrokenSource(before: Int, after: Int) async throws {
    let fixture = try BuildFixture()
    let broken = "[" + BuildFixture.lines(before).map { $0 + "," }.joined() + #"{"id": "cut"#
    let whole = BuildFixture.lines(after, from: 5_000)
    let feed = FeedInput(
      name: "f",
      sources: [
        FeedSource(bytes: Array(broken.utf8), name: "broken"),
        FeedSource(
          bytes: Array((#"{"id":"first"}"# + "\n" + whole.joined(separator: "\n")).utf8),
          name: "whole"),
      ])
    await #expect(throws: BuildError.self) { try await fixture.build([feed]) }
    let summary = try await fixture.build([feed], tolerance: Tolerance(allowPartial: true))
    #expect(summary.records == before + 1 + after)
    #expect(summary.failedRecords == 1)
    #expect(summary.problems.groups.map(\.count) == [1])
    let ids = try fixture.cells("f").keys
    #expect(
      Set(ids)
        == Set(
          (0..<before).map { "r\($0)" } + ["first"] + (5_000..<5_000 + after).map { "r\($0)" }))
  }

  @Test func tooManyVanishedRecordsPublishNothing() async throws {
    let fixture = try BuildFixture()
    try await fixture.build([BuildFixture.feed("f", lines)])
    await #expect(throws: BuildError.self) {
      try await fixture.build(
        [BuildFixture.feed("f", Array(lines.prefix(100)))],
        tolerance: Tolerance(maximumRemoved: .share(0.1, atLeast: 10)))
    }
    #expect(try fixture.cells("f").count == 150)
  }

  @Test func strictAcceptsOnlyTheReasonsNamed() async throws {
    let fixture = try BuildFixture(template: "post-system")
    let feed = [BuildFixture.feed("f", lines)]
    await #expect(throws: BuildError.self) {
      try await fixture.build(feed, tolerance: Tolerance(acceptedCaveats: []))
    }
    try await fixture.build(feed, tolerance: Tolerance(acceptedCaveats: .substituteFont))
  }

  @Test func aBuildThatWasStoppedGoesOnWhereItWas() async throws {
    let fixture = try BuildFixture()
    let feed = [BuildFixture.feed("f", BuildFixture.lines(1_000))]
    await #expect(throws: BuildError.self) {
      try await fixture.build(feed, progress: Stopper(after: 500))
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.store))
    let summary = try await fixture.build(feed)
    #expect(summary.computed + summary.reused == 1_000)
    #expect(try fixture.cells("f").count == 1_000)
  }

  /// An image of 10¹² points once stopped the whole build, because its frame fits no store.
  @Test func aRecordOfAbsurdSizeFailsAlone() async throws {
    let text = """
      schema: cellheights.template/1
      template: picture
      views: [{id: p, kind: image, source: "{image}"}]
      constraints: ["p.centerX == cell.centerX", "V:|[p]|", "p.width <= {factor|1} * cell.width"]
      """
    let fixture = try BuildFixture(templateText: text)
    let summary = try await fixture.build(
      [
        BuildFixture.feed(
          "f",
          [
            #"{"id":"good","image":{"url":"a.png","width":30,"height":20}}"#,
            #"{"id":"wide","image":{"url":"b.png","width":5,"height":9e8}}"#,
            #"{"id":"high","image":{"url":"c.png","width":5,"height":1e300}}"#,
            #"{"id":"huge","factor":1e9}"#, #"{"id":"tiny","factor":-1e-9}"#,
          ])
      ], tolerance: Tolerance(maximumFailed: .records(4)))
    #expect(summary.computed == 1 && summary.failed == 4)
    #expect(summary.problems.groups.map(\.code) == ["CH0109", "CH0110"])
    #expect(summary.problems.groups.map(\.count) == [1, 3])
    #expect(try fixture.cells("f").keys.sorted() == ["good"])
  }

  @Test func everyDeclaredStateIsBuilt() async throws {
    let text = """
      schema: cellheights.template/1
      template: more
      states: [collapsed, expanded]
      views: [{id: body, kind: label, text: "{content}", lines: 0}]
      constraints: ["H:|-16-[body]-16-|", "V:|-8-[body]"]
      groups:
        - {when: "state == expanded", constraints: ["V:[body]-40-|"], otherwise: ["V:[body]-8-|"]}
      """
    let fixture = try BuildFixture(templateText: text)
    let summary = try await fixture.build([BuildFixture.feed("f", lines)])
    #expect(summary.environments == 2 && summary.computed == 300)
    let key = "390@3x/L/ltr/en/uikit"
    let small = try fixture.cells("f", environment: "\(key)#collapsed")
    let large = try fixture.cells("f", environment: "\(key)#expanded")
    for (id, cell) in small { #expect(large[id]?.height == cell.height + 32 * 3) }
  }

  /// Asks to stop after some records.
  private final class Stopper: BuildProgress {
    private let limit: Int
    private let records = Mutex(0)

    init(after limit: Int) { self.limit = limit }

    func report(_ progress: ReadingProgress) { records.withLock { $0 = progress.records } }

    func interruption() -> Int? { records.withLock { $0 >= limit ? 15 : nil } }
  }
}
