import Foundation
import LayoutPrimitives
import Testing

@testable import HeightStore

/// Manipulated stores: each is refused at once, by readers and by builds.
@Suite struct HostileSchemaTests {
  private static let endless = """
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT
    """

  @Test(
    "S6: tables replaced by views with endless queries are damage",
    arguments: [
      """
      DROP TABLE generation; CREATE VIEW generation AS \(endless) x AS number, '' AS created_utc,
        '' AS engine_version, '' AS digest, '' AS list_digest, 0 AS cells, 0 AS failed,
        zeroblob(16) AS checksum FROM n WHERE x < 0
      """,
      "DROP TABLE feeds; CREATE VIEW feeds AS \(endless) x AS feed_id FROM n WHERE x < 0",
      "ALTER TABLE cells RENAME TO c; CREATE VIEW cells AS \(endless) x AS cell_id FROM n",
      "DROP TABLE list_chunks; CREATE VIEW list_chunks AS \(endless) x AS list_id FROM n",
    ])
  func viewsInPlaceOfTables(statement: String) throws {
    try refused(statement)
  }

  @Test("S6: a store without its index is damage")
  func aMissingIndex() throws {
    let error = try refused("DROP INDEX cells_by_key")
    #expect(error?.description.contains("its index cells_by_key is missing") == true)
  }

  @Test(
    "S6: what no store holds is damage",
    arguments: [
      "CREATE TABLE more(x)", "CREATE INDEX more ON feeds(records)", "ANALYZE",
      "CREATE TRIGGER more AFTER INSERT ON feeds BEGIN DELETE FROM cells; END",
      "DROP VIEW cell_heights", "ALTER TABLE feeds ADD COLUMN more TEXT",
      "DROP INDEX cells_by_key; CREATE INDEX cells_by_key ON cells(feed_id)",
    ])
  func anotherSchema(statement: String) throws {
    try refused(statement)
  }

  /// A file with some pages of 600 MB; no memory is requested for them.
  @Test("S6: a blob beyond the limit is damage, without memory for it")
  func giantBlobs() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    try StoreEdit.execute(
      "UPDATE list_chunks SET heights = zeroblob(20000000) WHERE environment_id = 1",
      fixture.store)
    let reader = try StoreReader(path: fixture.store)
    let feed = try #require(reader.catalog.feed(named: "home"))
    let error = #expect(throws: StoreError.self) {
      _ = try reader.offsets(of: feed.lists[0], environment: feed.environments[0])
    }
    guard case .corrupt = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("S6: an earlier version's views are not asked for its number")
  func viewsOfAnEarlierVersion() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    try StoreEdit.execute(
      """
      DROP TABLE generation; CREATE VIEW generation AS \(Self.endless) x AS number FROM n;
      DROP TABLE feeds; CREATE VIEW feeds AS \(Self.endless) x AS name FROM n;
      PRAGMA user_version = 1
      """, fixture.store)
    #expect(try fixture.build("home", StoreFixture.records(3)).0.number == 1)
  }

  /// A value that SQLite will not bind must not become NULL.
  @Test("S10: what cannot be bound is an error")
  func longValuesAreRefused() throws {
    let fixture = try StoreFixture()
    let long = String(repeating: "x", count: Int(StoreSchema.maximumRowBytes) + 1)
    do {
      let writer = try fixture.writer(["home"])
      let keys = try fixture.begin(writer, "home")
      var cell = StoreFixture.cell("a", keys, environment: 0, seed: 1)
      cell.version = long
      #expect(throws: StoreError.self) { try writer.write(cell) }
      cell.version = "1"
      cell.recordID = long
      #expect(throws: StoreError.self) { try writer.write(cell) }
      try writer.abandon()
    }
    // A build that cannot access the path does not treat it as missing.
    try fixture.build("news", StoreFixture.records(1))
    let next = try fixture.writer(["news"])
    let environment = try fixture.begin(next, "news").environments[0]
    #expect(throws: StoreError.self) {
      try next.find(recordID: long, environment: environment)
    }
  }

  @discardableResult
  private func refused(_ statement: String) throws -> StoreError? {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(10))
    try StoreEdit.execute("PRAGMA legacy_alter_table = 1", fixture.store)
    try StoreEdit.execute(statement, fixture.store)
    let before = try fixture.bytes()
    let error = #expect(throws: StoreError.self) { try StoreReader(path: fixture.store) }
    guard case .corrupt = error else {
      Issue.record("\(String(describing: error))")
      return error
    }
    #expect(throws: StoreError.self) { try fixture.build("home", StoreFixture.records(10)) }
    #expect(try fixture.bytes() == before)
    return error
  }
}
