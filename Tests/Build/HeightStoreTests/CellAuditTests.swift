import TestSupport
import Testing

@testable import HeightStore

/// Reading cells back with several threads.
@Suite struct CellAuditTests {
  /// Enough records in two environments for several ranges of cells.
  private static let records = 10_000

  @Test func theNumberOfThreadsChangesNothing() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(Self.records))
    let audits = try [1, 2, 5].map { try audit(fixture, threads: $0) }
    for audit in audits {
      for feed in audit.feeds {
        #expect(feed.digest.text == feed.entry.digest)
        #expect(feed.counts == audits[0].feeds.first?.counts)
      }
      #expect(audit.unusedShapes.isEmpty)
    }
  }

  /// Of several damaged cells, the first is reported, also if another thread read it.
  @Test(arguments: [
    ([3], "cell 3 is"), ([19_000], "cell 19000 is"), ([19_900, 2, 17_000], "cell 2 is"),
    ([16_385, 16_384], "cell 16384 is"),
  ])
  func theFirstDamageIsReported(cells: [Int], start: String) throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(Self.records))
    for cell in cells {
      try StoreEdit.execute(
        "UPDATE cells SET trust = 1 - trust WHERE cell_id = \(cell)", fixture.store)
    }
    for threads in [1, 2, 5] {
      let error = #expect(throws: StoreError.self) { try audit(fixture, threads: threads) }
      guard case .verificationFailed(_, let detail) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(detail.hasPrefix(start), "\(detail)")
    }
  }

  @Test func aMissingKeyIsFoundByEachNumberOfThreads() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(Self.records))
    try StoreEdit.execute(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = sql || ' WHERE cell_id <> 7' "
        + "WHERE name = 'cells_by_key'; PRAGMA writable_schema = RESET; REINDEX; "
        + "PRAGMA writable_schema = ON; UPDATE sqlite_schema "
        + "SET sql = replace(sql, ' WHERE cell_id <> 7', '') WHERE name = 'cells_by_key'",
      fixture.store)
    for threads in [1, 4] {
      let error = #expect(throws: StoreError.self) { try audit(fixture, threads: threads) }
      guard case .corrupt(_, let detail) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(detail == "its index does not lead to all of its cells")
    }
  }

  private func audit(_ fixture: StoreFixture, threads: Int) throws -> CellAudit {
    let reader = try StoreReader(path: fixture.store)
    reader.connection.limitSteps(false)
    return try CellAudit(
      reader.catalog, connection: reader.connection.database,
      errors: StoreErrors(path: fixture.store, writing: false),
      feeds: reader.catalog.feeds.map(\.name), indexIsNew: false, threads: threads)
  }
}
