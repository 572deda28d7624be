import SQLiteDatabase
import Testing

@Suite struct RowColumnsTests {
  private struct Stop: Error {}

  private func connection() throws -> Connection {
    let connection = try Connection(path: ":memory:")
    try connection.execute(
      """
      CREATE TABLE t (n INTEGER PRIMARY KEY, v);
      INSERT INTO t VALUES (-9223372036854775808, 9223372036854775807), (1, 0.5), (2, NULL),
        (3, 'text'), (4, CAST(x'610062' AS TEXT)), (5, x'00ff'), (6, x''), (7, '')
      """)
    return connection
  }

  @Test func rowsComeAsTheArgumentsOfAFunction() throws {
    var rows: [String] = []
    try connection().forEachRow(
      "n, v", count: 2, from: "t WHERE n BETWEEN ? AND ?", .min...6
    ) { row in
      let kind = row.isNull(1) ? "null" : row.isBlob(1) ? "blob" : "other"
      rows.append(
        "\(row.int(0)) \(kind) \(row.int(1)) \(row.double(1)) \(row.text(1).utf8.count) "
          + "\([UInt8](row.blob(1)).count) \(row.optionalText(1) == nil)")
    }
    #expect(
      rows == [
        "-9223372036854775808 other 9223372036854775807 9.223372036854776e+18 19 19 false",
        "1 other 0 0.5 3 3 false",
        "2 null 0 0.0 0 0 true",
        "3 other 0 0.0 4 4 false",
        "4 other 0 0.0 3 3 false",
        "5 blob 0 0.0 4 2 false",
        "6 blob 0 0.0 0 0 false",
      ])
  }

  @Test func anErrorOfTheBodyEndsTheRun() throws {
    let connection = try connection()
    var calls = 0
    #expect(throws: Stop.self) {
      try connection.forEachRow("n", count: 1, from: "t WHERE n BETWEEN ? AND ?", 1...7) { row in
        calls += 1
        if row.int(0) == 3 { throw Stop() }
      }
    }
    #expect(calls == 3)
    // The function is gone with the call, and can be made again.
    #expect(throws: SQLiteError.self) { try connection.execute("SELECT cellheights_visit(1)") }
    try connection.forEachRow("n", count: 1, from: "t WHERE n BETWEEN ? AND ?", 7...7) { _ in
      calls += 1
    }
    #expect(calls == 4)
  }

  @Test func errorsOfSQLiteAreConverted() throws {
    let connection = try connection()
    let error = #expect(throws: Converted.self) {
      try connection.forEachRow("n", count: 1, from: "none", 1...7, errors: Conversion()) { _ in }
    }
    #expect(error?.error.message == "no such table: none")
    try connection.close()
    let closed = #expect(throws: Converted.self) {
      try connection.forEachRow("n", count: 1, from: "t", 1...7, errors: Conversion()) { _ in }
    }
    #expect(closed?.error.code == .misuse)
  }
}
