import Foundation
import LayoutPrimitives
import SQLiteDatabase
import TestSupport
import Testing

@testable import HeightStore

/// Frames that cells share, and versions that are hashes.
@Suite struct ShapeTests {
  /// Records of which every `every`th has frames of its own, the others those of a few.
  static func records(_ count: Int, few: Int, every: Int = 1_000_000) -> [(id: String, seed: Int)] {
    (0..<count).map { ("r\($0)", $0 % every == every - 1 ? 10_000 + $0 * 10 : $0 % few * 10) }
  }

  @Test func fewLayoutsAreAllShared() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", Self.records(200, few: 10))
    let (shapes, shared, plain) = try counts(fixture)
    #expect(shapes == 20)
    #expect(shared == 400)
    #expect(plain == 0)
    let reader = try StoreReader(path: fixture.store)
    for _ in 0..<2 {
      for record in 0..<200 {
        #expect(
          try fixture.layout(reader, "home", "r\(record)") == StoreFixture.layout(record % 10 * 10))
      }
    }
  }

  /// 64 at first, then one for 16 cells of the template: cell c becomes one if s < max(64, c / 16).
  @Test func distinctLayoutsArePlainBeyondACount() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(1_000))
    let (shapes, shared, plain) = try counts(fixture)
    // Two environments: 2,000 cells, whose frames differ; the last to become one is cell 1,984 of
    // 2,000 counted from 0, with 123 shapes before it.
    #expect(shapes == 124)
    #expect(shared == 124)
    #expect(plain == 1_876)
  }

  @Test func theNumberOfShapesIsLimited() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"], settings: StoreSettings(maximumShapes: 5))
    try fixture.write(writer, feed: "home", records: Self.records(50, few: 10))
    _ = try writer.finish()
    #expect(try counts(fixture).shapes == 5)
    let reader = try StoreReader(path: fixture.store)
    for record in 0..<50 {
      #expect(
        try fixture.layout(reader, "home", "r\(record)") == StoreFixture.layout(record % 10 * 10))
    }
  }

  @Test func shapesWithoutCellsAreDeleted() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", Self.records(100, few: 10))
    try fixture.build("home", Self.records(100, few: 3))
    #expect(try counts(fixture).shapes == 6)
    #expect(try counts(fixture).shared == 200)
  }

  @Test(arguments: [1, 37, 150, 330])
  func aResumedBuildHasTheSameRows(killedAfter count: Int) throws {
    struct Stop: Error {}
    let records = Self.records(200, few: 30, every: 4)
    let undisturbed = try StoreFixture()
    try undisturbed.build("home", Self.records(20, few: 10))
    try undisturbed.build("home", records)
    let fixture = try StoreFixture()
    try fixture.build("home", Self.records(20, few: 10))
    #expect(throws: Stop.self) {
      let writer = try fixture.writer(
        ["home"], settings: StoreSettings(cellsPerTransaction: 1)
      ) { point in
        if point == .afterInsert(count) { throw Stop() }
      }
      try fixture.write(writer, feed: "home", records: records)
    }
    let writer = try fixture.writer(["home"])
    #expect(writer.isResumed)
    try fixture.write(writer, feed: "home", records: records)
    _ = try writer.finish()
    for table in ["cells", "shapes", "list_chunks", "list_places", "list_environments"] {
      #expect(try rows(of: table, fixture) == rows(of: table, undisturbed), "\(table)")
    }
  }

  /// The digest is over frames, wherever they are.
  @Test func theDigestKnowsNoShapes() throws {
    let digests = try [0, 7, 100].map { limit in
      let fixture = try StoreFixture()
      let writer = try fixture.writer(["home"], settings: StoreSettings(maximumShapes: limit))
      try fixture.write(writer, feed: "home", records: Self.records(50, few: 10))
      return try writer.finish().digest
    }
    #expect(Set(digests).count == 1)
  }

  @Test(arguments: [
    "UPDATE shapes SET frames = zeroblob(length(frames)) WHERE shape_id = 3",
    "DELETE FROM shapes WHERE shape_id = 3",
    "UPDATE shapes SET template_id = 9 WHERE shape_id = 3",
  ])
  func aDamagedShapeIsFoundAndComputedAnew(statement: String) throws {
    let fixture = try StoreFixture()
    let records = Self.records(50, few: 5)
    let first = try fixture.build("home", records).0
    try StoreEdit.execute(statement, fixture.store)
    let reader = try StoreReader(path: fixture.store)
    let error = #expect(throws: StoreError.self) { try fixture.layout(reader, "home", "r1") }
    guard case .corrupt(_, let detail) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains("shape 3"))
    #expect(throws: StoreError.self) { try fixture.build("news", StoreFixture.records(3)) }
    let (second, summary) = try fixture.build("home", records)
    #expect(summary.written == 10)
    #expect(summary.reused == 90)
    #expect(second.digest == first.digest)
    #expect(
      try fixture.layout(StoreReader(path: fixture.store), "home", "r1") == StoreFixture.layout(10))
  }

  @Test func versionsThatAreHashesTakeSixteenBytes() throws {
    let fixture = try StoreFixture()
    let versions = [
      "hash:0123456789abcdeffedcba9876543210", "hash:0123456789ABCDEFfedcba9876543210", "hash:01",
      "hash:0123456789abcdeffedcba987654321g", "", "2026-01-31",
    ]
    let writer = try fixture.writer(["home"])
    let keys = try fixture.begin(writer, "home")
    let list = try writer.makeList(ListDescription())
    for (index, version) in versions.enumerated() {
      for (place, environment) in keys.environments.enumerated() {
        var cell = StoreFixture.cell("r\(index)", keys, environment: place, seed: index)
        cell.version = version
        try writer.append(try writer.write(cell), to: list, environment: environment)
      }
    }
    _ = try writer.endFeed(records: versions.count)
    _ = try writer.finish()
    let reader = try StoreReader(path: fixture.store)
    let feed = try #require(reader.catalog.feed(named: "home"))
    for (index, version) in versions.enumerated() {
      let cell = try reader.cell(
        feed: feed, environment: feed.environments[0].id, recordID: "r\(index)")
      #expect(cell?.version == version)
    }
    #expect(
      try StoreQuery.texts("SELECT typeof(version) FROM cells ORDER BY cell_id", fixture.store)
        == ["blob", "blob"] + [String](repeating: "text", count: 10))
    #expect(
      try StoreQuery.texts("SELECT DISTINCT version FROM cell_heights ORDER BY id", fixture.store)
        == versions)
  }

  @Test func aFeedMayHaveHeightsAlone() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"])
    let keys = try writer.begin(
      feed: FeedDescription(
        name: "home", sources: [],
        environments: [StoreFixture.environment("390@3x/L/ltr/en/uikit")],
        templates: [StoreFixture.template], keepsFrames: false))
    let list = try writer.makeList(ListDescription())
    let cell = StoreFixture.cell("a", keys, environment: 0, seed: 5)
    try writer.append(try writer.write(cell), to: list, environment: keys.environments[0])
    _ = try writer.endFeed(records: 1)
    _ = try writer.finish()
    let reader = try StoreReader(path: fixture.store)
    let feed = try #require(reader.catalog.feed(named: "home"))
    #expect(!feed.keepsFrames)
    let found = try #require(
      try reader.cell(feed: feed, environment: feed.environments[0].id, recordID: "a"))
    #expect(!found.hasFrames)
    let layout = try #require(try fixture.layout(reader, "home", "a"))
    #expect(layout.height == StoreFixture.layout(5).height)
    #expect(layout.frames.isEmpty && layout.labels.isEmpty)
    #expect(try counts(fixture) == (0, 0, 0))
  }

  private func counts(_ fixture: StoreFixture) throws -> (shapes: Int, shared: Int, plain: Int) {
    (
      try StoreQuery.count("SELECT count(*) FROM shapes", fixture.store),
      try StoreQuery.count("SELECT count(shape_id) FROM cells", fixture.store),
      try StoreQuery.count("SELECT count(frames) FROM cells", fixture.store)
    )
  }

  private func rows(of table: String, _ fixture: StoreFixture) throws -> [String] {
    try StoreQuery.rows("SELECT * FROM \(table) ORDER BY 1", fixture.store)
  }
}

/// Queries to a published store with plain SQLite.
enum StoreQuery {
  static func count(_ query: String, _ store: String) throws -> Int {
    try read(store) { Int(try $0.integer(query) ?? -1) }
  }

  static func texts(_ query: String, _ store: String) throws -> [String] {
    try read(store) { try $0.rows(query) { $0.text(0) } }
  }

  static func rows(_ query: String, _ store: String) throws -> [String] {
    try read(store) { db in
      try db.rows(query) { row in
        (0..<row.columnCount).map { "\(row.value($0))" }.joined(separator: "|")
      }
    }
  }

  private static func read<Result>(
    _ store: String, _ body: (Connection) throws -> Result
  ) throws -> Result {
    let connection = try Connection(path: store)
    defer { do { try connection.close() } catch { print(error) } }
    return try body(connection)
  }
}
