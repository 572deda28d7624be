import CellTemplates
import FeedRecords
import Foundation
import HeightStore
import LayoutPrimitives
import TestSupport
import Testing
import TextMeasurement

@testable import Precomputation

/// Changes that are applied to a stored feed.
@Suite struct ChangesTests {
  /// A cell fails if the picture is too high for the store.
  private static let template = """
    schema: cellheights.template/1
    template: picture
    views:
      - {id: title, kind: label, text: "{title}", lines: 0}
      - {id: p, kind: image, source: "{image}"}
    constraints:
      - "H:|-[title]-|"
      - "H:|[p]|"
      - "V:|-[title]-[p]|"
      - "p.height == {factor|1} * p.width"
    """
  private static let environments = ["390", "320"]

  private func record(_ id: String, _ random: inout TestRandom) -> String {
    // Too high at both widths, at the greater one, and at none.
    let factors = ["4e6", "2e6", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6"]
    let title = (0...random.next(below: 12)).map { _ in "word\(random.next(below: 1000))" }
    return #"{"id":"\#(id)","title":"\#(title.joined(separator: " "))","#
      + #""factor":\#(factors[random.next(below: factors.count)])}"#
  }

  private func changes(_ lines: [String]) throws -> FeedChanges {
    try FeedChanges(
      source: FeedSource(
        bytes: Array(lines.joined(separator: "\n").utf8), name: "changes.ndjson"))
  }

  private func apply(
    _ lines: [String], _ fixture: BuildFixture, tolerance: Tolerance = Tolerance(),
    edit: (inout BuildConfiguration) -> Void = { _ in }
  ) async throws -> BuildSummary {
    var configuration = try fixture.configuration(
      [FeedInput(name: "f", sources: [])], environments: Self.environments, jobs: 2,
      tolerance: tolerance)
    configuration.changes = try changes(lines)
    edit(&configuration)
    var builder = try BatchBuilder(configuration)
    return try await builder.run()
  }

  private func full(
    _ records: [(id: String, line: String)], _ fixture: BuildFixture, tolerance: Tolerance
  ) async throws -> BuildSummary {
    try await fixture.build(
      [BuildFixture.feed("f", records.map(\.line))], environments: Self.environments,
      tolerance: tolerance)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func theDigestsAreThoseOfAFullBuild(seed: UInt64) async throws {
    var random = TestRandom(seed: seed)
    let tolerance = Tolerance(maximumFailed: .share(1, atLeast: 100))
    let fixture = try BuildFixture(templateText: Self.template)
    var records: [(id: String, line: String)] = []
    for number in 0..<random.next(below: 60) + 20 {
      records.append(("r\(number)", record("r\(number)", &random)))
    }
    _ = try await full(records, fixture, tolerance: tolerance)
    // Changes of changes, too.
    for round in 0..<3 {
      var lines: [String] = []
      var unknown = 0
      for number in 0..<random.next(below: 25) {
        let known = records.isEmpty ? "none" : records[random.next(below: records.count)].id
        let id = random.next(below: 4) == 0 ? "n\(round)-\(number / 2)" : known
        if random.next(below: 3) == 0 {
          lines.append(#"{"delete":"\#(id)"}"#)
          if !records.contains(where: { $0.id == id }) { unknown += 1 }
          records.removeAll { $0.id == id }
          continue
        }
        let line = record(id, &random)
        guard random.next(below: 2) == 0 else {
          lines.append(#"{"put":\#(line)}"#)
          records.removeAll { $0.id == id }
          records.insert((id, line), at: 0)
          continue
        }
        let before =
          switch random.next(below: 8) {
          case 0: id
          case 1: "nobody"
          default: records.isEmpty ? id : records[random.next(below: records.count)].id
          }
        lines.append(#"{"before":"\#(before)","put":\#(line)}"#)
        let isKnown = records.contains { $0.id == before }
        if !isKnown { unknown += 1 }
        if before == id, let own = records.firstIndex(where: { $0.id == id }) {
          records[own].line = line
        } else {
          records.removeAll { $0.id == id }
          let index = records.firstIndex { $0.id == before } ?? 0
          records.insert((id, line), at: index)
        }
      }
      let changed = try await apply(lines, fixture, tolerance: tolerance)
      let whole = try BuildFixture(templateText: Self.template)
      let wanted = try await full(records, whole, tolerance: tolerance)
      #expect(changed.generation?.digest == wanted.generation?.digest, "round \(round)")
      #expect(changed.generation?.listDigest == wanted.generation?.listDigest, "round \(round)")
      #expect(changed.records == wanted.records)
      #expect(changed.failedRecords == wanted.failedRecords)
      #expect(changed.failed == wanted.failed)
      #expect(changed.caveats == wanted.caveats)
      let group = changed.problems.groups.first { $0.code == "CH0438" }
      #expect(group?.count ?? 0 == unknown)
      // A build of the whole feed has nothing left to compute.
      let again = try await full(records, fixture, tolerance: tolerance)
      #expect(again.computed == 0 && again.removed == 0)
      #expect(again.generation?.digest == wanted.generation?.digest)
    }
  }

  @Test func unchangedCellsAreKeptAndFindingsCounted() async throws {
    let fixture = try BuildFixture()
    let lines = BuildFixture.lines(300)
    try await fixture.build([BuildFixture.feed("f", lines)], environments: Self.environments)
    let put = lines[7].replacingOccurrences(of: "Title 7", with: "Another title")
    let summary = try await apply([#"{"put":\#(put),"before":"r7"}"#], fixture)
    #expect(summary.computed == 2 && summary.reused == 598 && summary.records == 300)
    var whole = lines
    whole[7] = put
    let other = try BuildFixture()
    let wanted = try await other.build(
      [BuildFixture.feed("f", whole)], environments: Self.environments)
    #expect(summary.generation?.digest == wanted.generation?.digest)
    #expect(summary.generation?.listDigest == wanted.generation?.listDigest)
    let stored = try #require(try StoreReader(path: fixture.store).catalog.feed(named: "f"))
    let expected = try #require(try StoreReader(path: other.store).catalog.feed(named: "f"))
    #expect(stored.records == expected.records)
    #expect(stored.findings.map(\.code) == expected.findings.map(\.code))
    #expect(stored.findings.map(\.cells) == expected.findings.map(\.cells))
    #expect(stored.sources.map(\.path) == ["f", "changes.ndjson"])
    #expect(stored.recordFiles == ["f"])
    // Known values of the changed record are added, those of the old one are not known.
    for path in expected.paths {
      let count = stored.paths.first { $0.path == path.path }?.records ?? 0
      #expect((path.records...path.records + 1).contains(count))
    }
    // The same file again takes its own place among the sources.
    _ = try await apply([], fixture)
    let again = try #require(try StoreReader(path: fixture.store).catalog.feed(named: "f"))
    #expect(again.sources.map(\.path) == ["f", "changes.ndjson"])
    #expect(again.sources.map(\.hash) != stored.sources.map(\.hash))
  }

  /// However often changes come, a reader does not read a row for each of them.
  @Test func onlyTheLastFilesOfChangesAreNoted() {
    var sources = [SourceFile(path: "f", hash: "0", bytes: 1)]
    for night in 1...120 {
      sources = ChangePass.sources(
        sources, with: SourceFile(path: "c\(night)", hash: "1", bytes: 1, isChanges: true))
    }
    #expect(sources.map(\.path) == ["f"] + (21...120).map { "c\($0)" })
  }

  @Test func aDifferentInputIsRefusedByName() async throws {
    let fixture = try BuildFixture()
    try await fixture.build(
      [BuildFixture.feed("f", BuildFixture.lines(5))], environments: Self.environments)
    func reason(_ edit: (inout BuildConfiguration) -> Void) async throws -> String {
      let before = try StoreReader(path: fixture.store).catalog.generation
      do {
        _ = try await apply([#"{"delete":"r1"}"#], fixture, edit: edit)
      } catch BuildError.changesRefused(let feed, let reason) {
        #expect(feed == "f" || feed == "g")
        #expect(try StoreReader(path: fixture.store).catalog.generation == before)
        return reason
      }
      return ""
    }
    let product = try BuildFixture(templateText: Self.template).plan
    #expect(try await reason { $0.template = product }.contains("a template"))
    #expect(try await reason { $0.textLimits.textUnits = 10 }.contains("the limits of text"))
    #expect(
      try await reason { $0.keepsFrames = false }.contains("whether frames and lines are stored"))
    let rule = try TemplateRule(when: "{x}")
    #expect(try await reason { $0.rules = [(rule, product)] }.contains("the rules"))
    #expect(try await reason { $0.feeds[0].name = "g" }.contains("does not have it"))
    #expect(
      try await reason { $0.environments.removeLast() }.contains("other environments"))
    #expect(try await reason { _ in } == "")
  }

  @Test func aStoreWithoutPlacesOfFailedRecordsIsRefused() async throws {
    let fixture = try BuildFixture(templateText: Self.template)
    let lines = (0..<4).map { #"{"id":"r\#($0)","title":"x","factor":\#($0 == 0 ? "1" : "4e6")}"# }
    let tolerance = Tolerance(maximumFailed: .records(10))
    var configuration = try fixture.configuration(
      [BuildFixture.feed("f", lines)], environments: Self.environments, tolerance: tolerance)
    configuration.storeSettings.maximumFailedPositions = 2
    var builder = try BatchBuilder(configuration)
    _ = try await builder.run()
    await #expect {
      _ = try await apply([], fixture, tolerance: tolerance)
    } throws: { error in
      guard case BuildError.changesRefused(_, let reason) = error else { return false }
      return reason.contains("places")
    }
    // With positions for all it succeeds.
    _ = try await fixture.build(
      [BuildFixture.feed("f", lines)], environments: Self.environments, tolerance: tolerance)
    #expect(try await apply([], fixture, tolerance: tolerance).failed == 6)
  }

  @Test func theToleranceCounts() async throws {
    let fixture = try BuildFixture()
    try await fixture.build(
      [BuildFixture.feed("f", BuildFixture.lines(5))], environments: Self.environments)
    let strict = Tolerance(maximumFailed: .records(0), maximumRemoved: .records(1))
    await #expect(throws: BuildError.self) {
      _ = try await apply(["{"], fixture, tolerance: strict)
    }
    await #expect(throws: BuildError.self) {
      _ = try await apply(
        [#"{"delete":"r1"}"#, #"{"delete":"r2"}"#], fixture, tolerance: strict)
    }
    let all = (0..<5).map { #"{"delete":"r\#($0)"}"# }
    await #expect(throws: BuildError.self) { _ = try await apply(all, fixture) }
    let summary = try await apply([#"{"delete":"r1"}"#], fixture, tolerance: strict)
    #expect(summary.removed == 2 && summary.records == 4)
  }
}
