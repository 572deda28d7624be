import HeightStore
import SQLiteDatabase
import Testing

@testable import Heights

/// All cells in memory, read by one thread or more.
@Suite struct CellTableTests {
  private func table(
    _ store: String, threads: Int, numbers: Int64 = 50, frameBytes: Int = 1 << 20
  ) throws -> CellTable {
    let reader = try StoreReader(path: store)
    return try CellBatches(reader, threads: threads, numbersPerBatch: numbers)
      .merged { try CellTableBuilder(reader, frameBytes: frameBytes) }
      .finished().0
  }

  /// Edits a store with plain SQLite.
  private func edit(_ statement: String, _ store: String) throws {
    let connection = try Connection(path: store)
    try connection.execute("PRAGMA foreign_keys = 0; PRAGMA ignore_check_constraints = 1")
    try connection.execute(statement)
    try connection.close()
  }

  private func expectSame(_ left: CellTable, _ right: CellTable) {
    #expect(left.classes == right.classes && left.shapes.count == right.shapes.count)
    #expect(left.feeds.count == right.feeds.count)
    for (one, other) in zip(left.feeds, right.feeds) {
      #expect(one.count == other.count && one.environments == other.environments)
      for record in 0..<min(one.count, other.count) {
        #expect(one.id(ofRecord: record) == other.id(ofRecord: record))
        for column in one.environments.indices {
          let (a, b) = (one.row(record, column: column), other.row(record, column: column))
          #expect(a.height == b.height && a.exactHeight == b.exactHeight)
          #expect(a.shape == b.shape && a.cellClass == b.cellClass)
          #expect(
            one.version(ofRecord: record, column: column)
              == other.version(ofRecord: record, column: column))
        }
      }
    }
  }

  @Test(arguments: [0, 20_000, 1 << 20])
  func threadsAndBatchesDoNotMatter(frameBytes: Int) throws {
    let fixture = try LookupFixture()
    try fixture.build("home", records: 400)
    try fixture.build("away", records: 150)
    let one = try table(fixture.store, threads: 1, numbers: 1 << 14, frameBytes: frameBytes)
    #expect(one.feeds.map(\.count).sorted() == [150, 400])
    for (threads, numbers) in [(1, 50), (2, 50), (8, 7), (3, 1 << 14)] as [(Int, Int64)] {
      expectSame(
        one,
        try table(fixture.store, threads: threads, numbers: numbers, frameBytes: frameBytes))
    }
  }

  @Test(arguments: [1, 2, 8])
  func theFirstDamageIsNamed(threads: Int) throws {
    let fixture = try LookupFixture()
    try fixture.build(records: 400)
    try edit(
      "UPDATE cells SET height = height + 1 WHERE cell_id IN (203, 204, 350, 700)", fixture.store)
    let error = #expect(throws: StoreError.self) { try table(fixture.store, threads: threads) }
    guard case .corrupt(_, let detail) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.hasPrefix("cell 203, "))
  }

  @Test func aFarNumberIsRefused() throws {
    let fixture = try LookupFixture()
    try fixture.build(records: 100)
    try edit("UPDATE cells SET cell_id = 9223372036854775807 WHERE cell_id = 5", fixture.store)
    #expect(throws: StoreError.self) { try table(fixture.store, threads: 2) }
  }

  @Test func recordsAreFoundAfterTheTableGrew() {
    var table = RecordTable(count: 0, environments: 2)
    func insert(_ id: String, version: String) -> Int? {
      withBytes(id) { id in
        withBytes(version) { version in
          table.readAhead([CellBatch.hash(id)])
          return table.insert(
            id, hash: CellBatch.hash(id), version: version, isHash: false)
        }
      }
    }
    let ids = (0..<500).map { String(repeating: "x", count: $0 % 40) + "\($0)" }
    for (number, id) in ids.enumerated() {
      #expect(insert(id, version: "v\(number)") == number)
      #expect(insert(id, version: "other") == number)
    }
    for (number, id) in ids.enumerated() {
      #expect(withBytes(id) { table.number(of: $0) } == number)
      #expect(table.id(of: number) == id && table.version(of: number).text == "v\(number)")
      #expect(withBytes("v\(number)") { table.has(number, version: $0, isHash: false) })
      #expect(!withBytes("v\(number)") { table.has(number, version: $0, isHash: true) })
      #expect(!withBytes("v") { table.has(number, version: $0, isHash: false) })
    }
    #expect(withBytes("500") { table.number(of: $0) } == nil)
  }

  private func withBytes<Result>(
    _ text: String, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    var text = text
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
