import CellTemplates
import FeedRecords
import Foundation
@testable import HeightStore
import LayoutPrimitives
import Precomputation
import TestSupport
import Testing
import TextMeasurement

/// Shards of a generated feed, and their merge.
@Suite struct ShardTests {
  let fixture: BuildFixture
  let feed = FeedInput(
    name: "home", sources: [FeedSource(bytes: Array(ShardTests.text.utf8), name: "home")])
  let environments = ["390", "320@2x/XXL"]
  let tolerance = Tolerance(maximumFailed: .records(60))

  /// 300 lines with repeated ids, lines that are no record, and cells that fail.
  static let text = (0..<300).map { number in
    if number % 61 == 11 { return "[1]" }
    let id = number % 41 == 7 ? number - 5 : number
    let words = ["heights", "scroll", "高さ", "ارتفاع", "😀 cell", "long-word-here", "समय"]
    let text = (0..<number % 23 + 1).map { words[($0 * 7 + number) % words.count] }
    let high = number % 37 == 5 ? 900_000_000 : 90
    let image =
      number % 3 == 0 || number % 37 == 5
      ? #","image":{"url":"i.png","width":\#(number % 37 == 5 ? 1 : 100 + number),"height":\#(high)}"#
      : ""
    return
      #"{"id":"r\#(id)","title":"\#(number)","content_text":"\#(text.joined(separator: " "))"\#(image)}"#
  }.joined(separator: "\n")

  init() throws { fixture = try BuildFixture() }

  private func path(_ name: String) -> String { fixture.directory.appending(path: name).path }

  private func configuration(
    _ store: String, shard: ShardNumber? = nil
  ) throws -> BuildConfiguration {
    var configuration = try fixture.configuration(
      [feed], environments: environments, tolerance: tolerance)
    configuration.store = path(store)
    configuration.shard = shard
    return configuration
  }

  @discardableResult
  private func build(_ configuration: BuildConfiguration) async throws -> BuildSummary {
    var builder = try BatchBuilder(configuration)
    return try await builder.run()
  }

  /// Builds all shards, the last first.
  private func shards(_ count: Int) async throws -> [String] {
    var paths: [String] = []
    for index in (1...count).reversed() {
      let shard = try #require(ShardNumber(index: index, count: count))
      try await build(try configuration("\(index)-\(count)", shard: shard))
      paths.append(path("\(index)-\(count)"))
    }
    return paths
  }

  private func merge(
    _ paths: [String], into store: String = "merged", tolerance: Tolerance? = nil
  ) throws -> BuildSummary {
    var merge = try ShardMerge(
      MergeConfiguration(
        shards: paths, store: path(store), tolerance: tolerance ?? self.tolerance,
        createdUTC: "2026-01-31T08:00:00Z"))
    return try merge.run()
  }

  /// All rows of a table, as text.
  private func rows(_ table: String, of store: String) throws -> [String] {
    let connection = try ReadConnection(path: path(store))
    connection.limitSteps(false)
    return try connection.rows("SELECT * FROM \(table) ORDER BY 1, 2, 3") { row in
      let bytes = RowBytes()
      row.append(to: bytes)
      return bytes.hash.description
    }
  }

  @Test(arguments: [8, 12]) func aMergeEqualsOneBuild(count: Int) async throws {
    let one = try await build(try configuration("one"))
    let merged = try merge(try await shards(count))
    #expect(one.failed > 0 && one.duplicates > 0 && one.failedRecords > one.failed / 2)
    #expect(merged.generation?.digest == one.generation?.digest)
    #expect(merged.generation?.listDigest == one.generation?.listDigest)
    for table in [
      "cells", "shapes", "lists", "list_chunks", "list_environments", "feed_environments",
      "templates", "template_views", "findings", "finding_environments", "feed_paths", "feeds",
      "sources", "feed_arguments",
    ] {
      #expect(try rows(table, of: "merged") == rows(table, of: "one"), "\(table)")
    }
    #expect(merged.records == one.records)
    #expect(merged.failedRecords == one.failedRecords)
    #expect(merged.duplicates == one.duplicates)
    #expect(merged.failed == one.failed)
    #expect(merged.caveats == one.caveats)
    #expect(merged.problems == one.problems)
    #expect(merged.firstID == one.firstID)
    #expect(merged.computed == one.computed)
  }

  @Test func aMergeOverAStoreReusesWhatIsEqual() async throws {
    let paths = try await shards(3)
    let first = try merge(paths)
    let second = try merge(paths)
    #expect(second.generation?.number == 2)
    #expect(second.generation?.digest == first.generation?.digest)
    #expect((second.computed, second.reused) == (0, first.computed))
    // A build in one go finds the same cells.
    let build = try await build(try configuration("merged"))
    #expect((build.computed, build.reused) == (0, first.computed))
  }

  @Test func aShardThatIsBuiltAgainMergesAsBefore() async throws {
    let paths = try await shards(3)
    _ = try await shards(3)
    let one = try await build(try configuration("one"))
    let merged = try merge(paths)
    #expect(merged.generation?.listDigest == one.generation?.listDigest)
    #expect(try rows("cells", of: "merged") == rows("cells", of: "one"))
  }

  @Test func shardsWithoutRecordsMerge() async throws {
    let few = FeedInput(
      name: "home", sources: [FeedSource(bytes: Array(#"{"id":"a"}"#.utf8), name: "home")])
    var paths: [String] = []
    for index in 1...4 {
      var shard = try configuration("\(index)", shard: ShardNumber(index: index, count: 4))
      shard.feeds = [few]
      try await build(shard)
      paths.append(path("\(index)"))
    }
    #expect(try paths.filter { try StoreReader(path: $0).catalog.generation.cells > 0 }.count == 1)
    #expect(try merge(paths).records == 1)
  }

  @Test func framesAreTheSameWhateverIsKept() async throws {
    let shard = try ShardReader(path: try await shards(2)[0])
    let feed = try #require(shard.catalog.feed(named: "home"))
    func frames(keptShapeBytes: Int) throws -> [[UInt8]?] {
      let cells = try shard.cells(of: feed, keptShapeBytes: keptShapeBytes)
      var frames: [[UInt8]?] = []
      while cells.position != nil {
        frames.append(try cells.frames().map { [UInt8]($0) })
        try cells.advance()
      }
      return frames
    }
    let all = try frames(keptShapeBytes: 1 << 20)
    #expect(all.count > 100)
    for bytes in [0, 300] { #expect(try frames(keptShapeBytes: bytes) == all) }
  }

  @Test func idsDecideTheShard() throws {
    let shard = try #require(ShardNumber(index: 1, count: 7))
    // From `xxhsum -H2`, modulo 7.
    let hash = ContentHash(of: "post-001")
    var rest: UInt64 = 0
    for digit in hash.description { rest = (rest * 16 + UInt64(digit.hexDigitValue ?? 0)) % 7 }
    #expect(shard.index(of: "post-001") == Int(rest) + 1)
    #expect((0..<700).map { shard.index(of: "r\($0)") }.filter { $0 == 3 }.count > 60)
    for text in ["0/3", "4/3", "1", "1/3/4", "-1/3", "1/1001", "", "a/b"] {
      #expect(ShardNumber(text) == nil)
    }
    #expect(ShardNumber("1000/1000")?.description == "1000/1000")
  }

  @Test func limitsAreJudgedOverAllShards() async throws {
    let paths = try await shards(2)
    #expect(throws: BuildError.self) {
      try merge(paths, tolerance: Tolerance(maximumFailed: .records(3)))
    }
    #expect(!FileManager.default.fileExists(atPath: path("merged")))
    var strict = Tolerance(maximumFailed: .records(60))
    strict.maximumFindings = [.truncated: .records(0)]
    #expect(throws: BuildError.self) { try merge(paths, tolerance: strict) }
  }

  @Test func shardsThatDoNotBelongTogetherAreRefused() async throws {
    let two = try await shards(2)
    let three = try await shards(3)
    func refusal(_ paths: [String]) -> String {
      do {
        _ = try merge(paths)
        return ""
      } catch { return "\(error)" }
    }
    #expect(refusal([two[0]]).contains("CH0722 of 2 shards number 1 is missing"))
    #expect(refusal([two[0], two[1], two[0]]).contains("is named twice, as shard 2/2"))
    #expect(refusal([two[1], three[0]]).contains("\(three[0]) is shard 3/3"))
    try await build(try configuration("one"))
    #expect(refusal([two[1], path("one")]).contains("CH0721 \(path("one"))"))
    // Other environments, frames, files, names.
    func other(_ change: (inout BuildConfiguration) throws -> Void) async throws -> String {
      let store = path("other")
      try? FileManager.default.removeItem(atPath: store)
      var shard = try configuration("other", shard: ShardNumber(index: 2, count: 2))
      try change(&shard)
      try await build(shard)
      return refusal([two[1], store])
    }
    #expect(
      try await other { $0.environments = [try Environment(parsing: "390")] }
        .contains("CH0723 \(path("other")) does not fit \(two[1]): feed 'home', environments"))
    #expect(try await other { $0.keepsFrames = false }.contains("heights alone"))
    #expect(try await other { $0.textLimits.textUnits = 50 }.contains("limits of text"))
    #expect(
      try await other { $0.feeds[0].name = "away" }.contains("feeds 'away' instead of 'home'"))
    #expect(
      try await other {
        $0.template = try BuildFixture(
          templateText: """
            schema: cellheights.template/1
            template: small
            views: [{id: title, kind: label, text: "{title}"}]
            constraints: ["H:|[title]|", "V:|[title]|"]
            """
        ).plan
      }.contains("templates small"))
    #expect(
      try await other {
        $0.feeds[0].sources = [FeedSource(bytes: Array(#"{"id":"a"}"#.utf8), name: "home")]
      }.contains("file home of 10 bytes"))
  }

  @Test func aStoreKeepsItsShard() async throws {
    let two = try await shards(2)
    for shard in [nil, ShardNumber(index: 1, count: 2), ShardNumber(index: 2, count: 3)] {
      var configuration = try configuration("2-2", shard: shard)
      configuration.store = two[0]
      let error = await #expect(throws: StoreError.self) { try await build(configuration) }
      #expect(error?.description.contains("is shard 2/2") == true)
    }
    try await build(try configuration("one"))
    let shard = try configuration("one", shard: ShardNumber(index: 1, count: 2))
    await #expect(throws: StoreError.self) { try await build(shard) }
    #expect(throws: StoreError.self) { try merge(two, into: "1-2") }
  }

  @Test func damagedPositionsAreFound() async throws {
    let two = try await shards(2)
    let change = Process()
    change.executableURL = URL(filePath: "/usr/bin/env")
    change.arguments = [
      "python3", "-c",
      """
      import sqlite3, sys
      db = sqlite3.connect(sys.argv[1])
      db.execute("UPDATE shard_positions SET position = position + 1000 WHERE position > 200")
      db.commit()
      """, two[0],
    ]
    try change.run()
    change.waitUntilExit()
    let error = #expect(throws: StoreError.self) { try merge(two) }
    #expect(error?.description.contains("the positions of feed 'home'") == true)
  }

  @Test func listsAreThoseOfTheMerge() async throws {
    let own = ListDescription(spacing: 8, insets: Insets(all: 4))
    let picked = NamedList(
      ListDescription(name: "picked", spacing: 2),
      order: .ids { body in for id in ["r250", "r1", "nobody", "r2"] { try body(id) } })
    var configuration = try configuration("one")
    (configuration.feeds[0].list, configuration.feeds[0].lists) = (own, [picked])
    let one = try await build(configuration)
    let paths = try await shards(2)
    func merged(_ lists: [NamedList]) throws -> BuildSummary {
      var configuration = MergeConfiguration(
        shards: paths, store: path("merged"), tolerance: tolerance,
        createdUTC: "2026-01-31T08:00:00Z")
      configuration.lists["home"] = (own, lists)
      var merge = try ShardMerge(configuration)
      return try merge.run()
    }
    let summary = try merged([picked])
    #expect(summary.generation?.listDigest == one.generation?.listDigest)
    #expect(summary.problems == one.problems)
    let byTitle = NamedList(
      ListDescription(name: "titles"),
      order: .path(try #require(RecordPath("title")), isDescending: false))
    // These shards were built without the list.
    let error = #expect(throws: ShardError.self) { try merged([byTitle]) }
    #expect(error?.description.hasPrefix("CH0726 the shards of feed 'home'") == true)
  }

  @Test func aMergeDropsNothingUnasked() async throws {
    var more = try configuration("merged")
    more.environments.append(try Environment(parsing: "768"))
    try await build(more)
    let paths = try await shards(2)
    let error = #expect(throws: BuildError.self) { try merge(paths) }
    #expect(error?.description.contains("768@3x") == true)
    var configuration = MergeConfiguration(
      shards: paths, store: path("merged"), tolerance: tolerance,
      createdUTC: "2026-01-31T08:00:00Z")
    configuration.allowsDrops = true
    var replacing = try ShardMerge(configuration)
    #expect(try replacing.run().environments == 2)
  }

  @Test func aMergeThatIsStoppedGoesOn() async throws {
    struct Stop: BuildProgress {
      func report(_ progress: ReadingProgress) {}
      func interruption() -> Int? { 15 }
    }
    let paths = try await shards(2)
    try await build(try configuration("one"))
    var stopped = try ShardMerge(
      MergeConfiguration(
        shards: paths, store: path("merged"), tolerance: tolerance,
        createdUTC: "2026-01-31T08:00:00Z"), progress: Stop())
    #expect(throws: BuildError.self) { try stopped.run() }
    #expect(FileManager.default.fileExists(atPath: path("merged.building")))
    _ = try merge(paths)
    #expect(try rows("cells", of: "merged") == rows("cells", of: "one"))
  }
}
