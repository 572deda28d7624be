import SQLiteDatabase
import TestSupport
import Testing

@testable import HeightStore

/// Ranges of cell numbers, and rows of a range.
@Suite struct CellBatchTests {
  @Test func farNumbersTakeNoTime() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(100))
    try StoreEdit.execute(
      "UPDATE cells SET cell_id = 9223372036854775807 WHERE cell_id = 5", fixture.store)
    let ranges = try NumberRanges(StoreReader(path: fixture.store), width: 50)
    #expect(ranges.count <= 4 * (200 / 50 + 16) + 1)
    #expect(ranges[ranges.count - 1].upperBound == .max)
    for index in 1..<ranges.count {
      #expect(ranges[index].lowerBound == ranges[index - 1].upperBound + 1)
    }
  }

  @Test func anErrorEndsTheRows() throws {
    struct Enough: Error {}
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(20))
    let connection = try StoreReader(path: fixture.store).connection
    func numbers(_ most: Int) throws -> [Int64] {
      var found: [Int64] = []
      try connection.forEachRow(
        "cell_id, height", count: 2, from: "cells WHERE cell_id BETWEEN ? AND ?", 3...7
      ) { row in
        guard found.count < most else { throw Enough() }
        found.append(row.int(0))
        #expect(!row.isNull(1) && !row.isBlob(1))
      }
      return found
    }
    #expect(throws: Enough.self) { try numbers(2) }
    #expect(try numbers(9) == [3, 4, 5, 6, 7])
  }
}
