import SQLiteDatabase
import Testing

@Suite struct PreparedStatementTests {
  private func one(_ value: SQLiteValue) throws -> SQLiteValue {
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t (v)")
    try connection.execute("INSERT INTO t VALUES (?)", value)
    return try #require(try connection.rows("SELECT v FROM t") { $0.value(0) }.first)
  }

  @Test(
    arguments: [
      .null, .integer(0), .integer(.min), .integer(.max), .integer(-1), .real(0.1),
      .real(.infinity), .real(.leastNonzeroMagnitude), .text(""), .text("a\u{0}b"),
      .text("größer 👩‍👩‍👧"), .blob([]), .blob([0, 255, 0]),
    ] as [SQLiteValue])
  func aValueComesBackWithItsType(value: SQLiteValue) throws {
    #expect(try one(value) == value)
  }

  @Test func whatIsNoNumberIsStoredAsNull() throws {
    #expect(try one(.real(.nan)) == .null)
  }

  @Test func swiftValuesAreBoundByTheirType() throws {
    let connection = try Connection(path: ":memory:")
    let none: String? = nil
    let types = try connection.rows(
      "SELECT typeof(?), typeof(?), typeof(?), typeof(?), typeof(?), typeof(?), typeof(?)",
      1, 1 as Int64, true, 1.0, "1", [1] as [UInt8], none
    ) { row in (0..<row.columnCount).map { row.text($0) } }
    #expect(types == [["integer", "integer", "integer", "real", "text", "blob", "null"]])
  }

  /// By address, as hot loops bind; an empty value without an address is not NULL.
  @Test func bytesAreBoundByAddress() throws {
    let connection = try Connection(path: ":memory:")
    let statement = try connection.prepare("SELECT ?1, typeof(?1), length(?1), ?2, typeof(?2)")
    func row(_ text: [UInt8], _ blob: [UInt8]) throws -> [SQLiteValue] {
      try text.withUnsafeBufferPointer { text in
        try blob.withUnsafeBytes { blob in
          try statement.bind(text: text, at: 1)
          try statement.bind(blob: blob, at: 2)
          defer { statement.reset() }
          #expect(try statement.step())
          return (0..<statement.columnCount).map { statement.value($0) }
        }
      }
    }
    #expect(
      try row(Array("ab".utf8), [7, 0]) == [
        .text("ab"), .text("text"), .integer(2), .blob([7, 0]), .text("blob"),
      ])
    try statement.bind(text: UnsafeBufferPointer(start: nil, count: 0), at: 1)
    try statement.bind(blob: UnsafeRawBufferPointer(start: nil, count: 0), at: 2)
    #expect(try statement.step())
    #expect(statement.type(0) == .text && statement.type(3) == .blob)
    #expect(!statement.isNull(0) && statement.isBlob(3) && statement.blob(3).isEmpty)
  }

  @Test func textOfInvalidUTF8KeepsItsBytes() throws {
    let connection = try Connection(path: ":memory:")
    let bytes: [UInt8] = [0x61, 0xff, 0x00, 0xc3]
    let statement = try connection.prepare("SELECT ?")
    try bytes.withUnsafeBufferPointer { text in
      try statement.bind(text: text, at: 1)
      #expect(try statement.step())
      #expect([UInt8](statement.textBytes(0)) == bytes)
      #expect(statement.text(0) == "a\u{fffd}\u{0}\u{fffd}")
    }
  }

  @Test func aNullIsEmptyAndZero() throws {
    let connection = try Connection(path: ":memory:")
    let statement = try connection.prepare("SELECT NULL")
    #expect(try statement.step())
    #expect(statement.isNull(0) && !statement.isBlob(0) && statement.type(0) == .null)
    #expect(statement.int(0) == 0 && statement.double(0) == 0 && statement.text(0).isEmpty)
    #expect(statement.optionalText(0) == nil && statement.blob(0).isEmpty)
    #expect(try !statement.step())
  }

  @Test func aColumnOfAnotherTypeIsConverted() throws {
    let connection = try Connection(path: ":memory:")
    let statement = try connection.prepare("SELECT '12abc', 1.75, x'6869', 3")
    #expect(try statement.step())
    #expect(statement.int(0) == 12 && statement.int(1) == 1 && statement.double(0) == 12)
    #expect(statement.text(2) == "hi" && statement.text(3) == "3")
  }

  @Test func aStatementRunsAgainAfterAnError() throws {
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t (v INTEGER PRIMARY KEY)")
    let insertion = try connection.prepare("INSERT INTO t VALUES (?)")
    for (value, isNew) in [(1, true), (1, false), (2, true)] as [(Int64, Bool)] {
      try insertion.bind(value, at: 1)
      if isNew {
        try insertion.run()
        #expect(insertion.changes == 1)
      } else {
        #expect(throws: SQLiteError.self) { try insertion.run() }
      }
    }
    #expect(try connection.rows("SELECT v FROM t ORDER BY v") { $0.int(0) } == [1, 2])
  }

  @Test func aValueThatIsNotTakenIsAnError() throws {
    let connection = try Connection(path: ":memory:")
    let statement = try connection.prepare("SELECT ? UNION ALL SELECT 2")
    let range = #expect(throws: SQLiteError.self) { try statement.bind(1 as Int64, at: 2) }
    #expect(range?.extendedCode == 25)  // SQLITE_RANGE
    try statement.bind(1 as Int64, at: 1)
    #expect(try statement.step())
    // While it runs.
    let misuse = #expect(throws: SQLiteError.self) { try statement.bind(3 as Int64, at: 1) }
    #expect(misuse?.code == .misuse)
    #expect(statement.int(0) == 1)
  }

  @Test func statementsKeepTheirConnectionOpen() throws {
    var connection: Connection? = try Connection(path: ":memory:")
    let statement = try #require(try connection?.prepare("SELECT 7"))
    connection = nil
    #expect(try statement.step())
    #expect(statement.int(0) == 7)
  }

  @Test func errorsAreConverted() throws {
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t (v NOT NULL)")
    let converted = #expect(throws: Converted.self) {
      try connection.prepare("SELECT missing", errors: Conversion())
    }
    #expect(converted?.error.message == "no such column: missing")
    let insertion = try connection.prepare("INSERT INTO t VALUES (NULL)", errors: Conversion())
    let found = #expect(throws: Converted.self) { try insertion.run() }
    #expect(found?.error.extendedCode == 1_299)  // SQLITE_CONSTRAINT_NOTNULL
  }
}

/// An error of the owner of a file.
struct Converted: Error {
  let error: SQLiteError
}

struct Conversion: SQLiteErrorConversion {
  func error(_ error: SQLiteError) -> any Error { Converted(error: error) }
}
