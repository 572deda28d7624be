import Foundation
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct ConnectionTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder("sqlite")
    path = folder.path("a?b#c%20.sqlite")
  }

  private func numbers(_ count: Int) throws -> Connection {
    let connection = try Connection(path: path)
    try connection.execute("CREATE TABLE t (v INTEGER PRIMARY KEY, w TEXT)")
    try connection.execute(
      """
      WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n LIMIT ?)
        INSERT INTO t SELECT v, 'a text of some length ' || v FROM n
      """, count)
    return connection
  }

  @Test func aFileIsMadeAndReadAgain() throws {
    try numbers(3).close()
    #expect(FileManager.default.fileExists(atPath: path))
    for access in [Connection.Access.readWrite, .immutable] {
      let connection = try Connection(path: path, access: access)
      #expect(try connection.integer("SELECT sum(v) FROM t") == 6)
      #expect(try connection.text("SELECT w FROM t WHERE v = ?", 2) == "a text of some length 2")
      #expect(try connection.integer("SELECT v FROM t WHERE v > 3") == nil)
      #expect(try connection.text("SELECT NULL") == nil)
    }
  }

  @Test func statementsRunInTurnWithTheFirstValues() throws {
    let connection = try Connection(path: ":memory:")
    try connection.execute(
      """
      CREATE TABLE a (v); CREATE TABLE b (v); -- the end of a line
      INSERT INTO a VALUES (:v);
      INSERT INTO b VALUES (:v), (?2); ;
      SELECT * FROM b
      -- no statement
      """, 5, "six")
    #expect(try connection.rows("SELECT v FROM a") { $0.value(0) } == [.integer(5)])
    #expect(try connection.rows("SELECT v FROM b") { $0.value(0) } == [.integer(5), .text("six")])
    #expect(connection.lastInsertedRow == 2)
    try connection.execute("")
  }

  @Test(arguments: [0, 1, 3]) func valuesAreAsManyAsParameters(count: Int) throws {
    let connection = try Connection(path: ":memory:")
    let values = Array(repeating: 1, count: count)
    let error = #expect(throws: SQLiteError.self) {
      switch values.count {
      case 0: try connection.execute("SELECT ?, ?")
      case 1: try connection.execute("SELECT ?, ?", 1)
      default: _ = try connection.rows("SELECT ?, ?", 1, 1, 1) { $0.int(0) }
      }
    }
    #expect(error?.message == "\(count) values for 2 parameters")
  }

  @Test func anErrorNamesCodeMessageAndStatement() throws {
    let connection = try numbers(1)
    let unique = #expect(throws: SQLiteError.self) {
      try connection.execute("SELECT 1; INSERT INTO t VALUES (1, 'x'); SELECT 2")
    }
    #expect(unique?.code == .constraint)
    #expect(unique?.extendedCode == 1_555)  // SQLITE_CONSTRAINT_PRIMARYKEY
    #expect(unique?.message == "UNIQUE constraint failed: t.v")
    #expect(unique?.statement == " INSERT INTO t VALUES (1, 'x');")
    #expect(
      unique?.description
        == "UNIQUE constraint failed: t.v (SQLite's code 1555), in:  INSERT INTO t VALUES (1, 'x');"
    )
    let syntax = #expect(throws: SQLiteError.self) { try connection.prepare("SELEC 1") }
    #expect(syntax?.message == "near \"SELEC\": syntax error" && syntax?.statement == "SELEC 1")
    let missing = #expect(throws: SQLiteError.self) {
      try Connection(path: folder.path("none/file.sqlite"))
    }
    #expect(missing?.code == .cannotOpen && missing?.statement == nil)
    #expect(missing?.message == "unable to open database file")
  }

  @Test func anImmutableFileIsNotWritten() throws {
    try numbers(1).close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let connection = try Connection(path: path, access: .immutable)
    let error = #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM t") }
    #expect(error?.code == .readOnly)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    let missing = #expect(throws: SQLiteError.self) {
      try Connection(path: folder.path("none.sqlite"), access: .immutable)
    }
    #expect(missing?.code == .cannotOpen)
    #expect(!FileManager.default.fileExists(atPath: folder.path("none.sqlite")))
  }

  @Test func aLockedFileIsBusyAtOnce() throws {
    let first = try numbers(1)
    let second = try Connection(path: path)
    try first.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: SQLiteError.self) { try second.execute("DELETE FROM t") }
    #expect(error?.code == .busy)
    try first.execute("COMMIT")
    try second.execute("DELETE FROM t")
  }

  @Test func whatIsNoDatabaseIsFoundByTheFirstStatement() throws {
    let file = try folder.write(Array(repeating: UInt8(ascii: "x"), count: 4_096), to: "text")
    let connection = try Connection(path: file)
    let error = #expect(throws: SQLiteError.self) { try connection.integer("PRAGMA user_version") }
    #expect(error?.code == .notADatabase)
    #expect(error?.message == "file is not a database")
  }

  @Test func aDamagedPageIsCorrupt() throws {
    try numbers(2_000).close()
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    for page in 2..<10 {
      try file.seek(toOffset: UInt64(page) * 4_096)
      try file.write(contentsOf: Data(repeating: 0x5a, count: 4_096))
    }
    try file.close()
    let connection = try Connection(path: path)
    let error = #expect(throws: SQLiteError.self) {
      try connection.rows("SELECT v, w FROM t") { $0.text(1) }
    }
    #expect(error?.code == .corrupt)
    #expect(try connection.text("PRAGMA quick_check(1)") != "ok")
  }

  @Test func stepsAndRowsHaveLimits() throws {
    let connection = try Connection(path: ":memory:")
    let long =
      "WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n) SELECT max(v) FROM n"
    connection.limitSteps(10_000)
    let steps = #expect(throws: SQLiteError.self) { try connection.integer(long) }
    #expect(steps?.code == .interrupted)
    connection.limitSteps(nil)
    #expect(
      try connection.integer(long.replacing("FROM n)", with: "FROM n LIMIT 50000)")) == 50_000)
    connection.limitRows(toBytes: 1_000)
    let bytes = #expect(throws: SQLiteError.self) { try connection.text("SELECT zeroblob(1001)") }
    #expect(bytes?.code == .tooBig)
    #expect(try connection.integer("SELECT length(zeroblob(1000))") == 1_000)
  }

  @Test func aFullFileIsAnError() throws {
    let connection = try numbers(1)
    try connection.execute("PRAGMA max_page_count = 4")
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("INSERT INTO t VALUES (2, zeroblob(100000))")
    }
    #expect(error?.code == .full)
  }

  @Test func aClosedConnectionRefusesCalls() throws {
    let connection = try numbers(1)
    let statement = try connection.prepare("SELECT 1")
    let busy = #expect(throws: SQLiteError.self) { try connection.close() }
    #expect(busy?.code == .busy)
    #expect(try statement.step())
    let other = try Connection(path: ":memory:")
    try other.close()
    let error = #expect(throws: SQLiteError.self) { try other.execute("SELECT 1") }
    #expect(error?.code == .misuse && error?.message == "the connection is closed")
    #expect(throws: SQLiteError.self) { try other.prepare("SELECT 1") }
    #expect(!other.isInTransaction && other.lastInsertedRow == 0)
    other.limitRows(toBytes: 1)
    other.limitSteps(1)
    try other.close()
  }

  @Test func aTemporaryDatabaseIsInNoNamedFile() throws {
    let connection = try Connection.temporary(cacheKiB: 64)
    #expect(connection.isInTransaction)
    try connection.execute("CREATE TABLE t (v); INSERT INTO t VALUES (zeroblob(1000000))")
    #expect(try connection.integer("SELECT length(v) FROM t") == 1_000_000)
    #expect(try connection.text("SELECT file FROM pragma_database_list") == "")
  }
}

@Suite struct TransactionTests {
  private struct Stop: Error {}

  private func connection() throws -> Connection {
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t (v INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)")
    return connection
  }

  private func rows(_ connection: Connection) throws -> [Int64] {
    try connection.rows("SELECT v FROM t ORDER BY v") { $0.int(0) }
  }

  @Test func aTransactionIsCommitted() throws {
    let connection = try connection()
    let result = try connection.transaction {
      #expect(connection.isInTransaction)
      try connection.execute("INSERT INTO t VALUES (2)")
      return "result"
    }
    #expect(result == "result" && !connection.isInTransaction)
    #expect(try rows(connection) == [1, 2])
  }

  @Test func anErrorRollsBack() throws {
    let connection = try connection()
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (2)")
        throw Stop()
      }
    }
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (2); INSERT INTO t VALUES (1)")
      }
    }
    #expect(error?.code == .constraint)
    #expect(!connection.isInTransaction)
    #expect(try rows(connection) == [1])
  }

  @Test func aCommitThatFailsRollsBack() throws {
    let connection = try connection()
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE u (v REFERENCES t DEFERRABLE INITIALLY DEFERRED);
      """)
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction { try connection.execute("INSERT INTO u VALUES (9)") }
    }
    #expect(error?.extendedCode == 787)  // SQLITE_CONSTRAINT_FOREIGNKEY
    #expect(!connection.isInTransaction)
    #expect(try connection.integer("SELECT count(*) FROM u") == 0)
  }

  /// SQLite rolls back by itself; the error of the statement is thrown, not that of a rollback.
  @Test func whatSQLiteHasRolledBackIsThrown() throws {
    let connection = try connection()
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
      }
    }
    #expect(error?.code == .constraint && !connection.isInTransaction)
  }

  @Test func transactionsAreNotNested() throws {
    let connection = try connection()
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (2)")
        try connection.transaction {}
      }
    }
    #expect(error?.message == "cannot start a transaction within a transaction")
    #expect(try rows(connection) == [1])
  }

  @Test func closingRollsBack() throws {
    let folder = try TemporaryFolder("sqlite")
    let path = folder.path("t.sqlite")
    let first = try Connection(path: path)
    try first.execute("CREATE TABLE t (v); BEGIN; INSERT INTO t VALUES (1)")
    try first.close()
    #expect(try Connection(path: path).integer("SELECT count(*) FROM t") == 0)
  }
}
