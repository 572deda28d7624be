import SQLiteDatabase
import TestSupport
import Testing

@Suite struct BackupTests {
  private let folder: TemporaryFolder
  private let source: Connection

  init() throws {
    folder = try TemporaryFolder("sqlite")
    source = try Connection(path: folder.path("source.sqlite"))
    try source.execute(
      """
      CREATE TABLE t (v INTEGER PRIMARY KEY, w);
      WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n LIMIT 100)
        INSERT INTO t SELECT v, zeroblob(2000) FROM n
      """)
  }

  private func sum(_ connection: Connection) throws -> Int64? {
    try connection.integer("SELECT sum(v) FROM t")
  }

  @Test func aCopyHasTheSameRows() throws {
    let target = try Connection(path: folder.path("target.sqlite"))
    try target.execute("CREATE TABLE other (v)")
    do {
      let backup = try Backup(from: source, to: target)
      #expect(try !backup.step())
      #expect(backup.pages > 20 && backup.remainingPages == 0)
    }
    #expect(try sum(target) == 5_050)
    #expect(try target.text("PRAGMA integrity_check") == "ok")
    #expect(try target.integer("SELECT count(*) FROM sqlite_schema") == 1)
    try target.close()
  }

  @Test func whatIsWrittenMeanwhileIsCopied() throws {
    let target = try Connection(path: folder.path("target.sqlite"))
    do {
      let backup = try Backup(from: source, to: target)
      #expect(try backup.step(pages: 5))
      #expect(backup.remainingPages == backup.pages - 5)
      try source.execute("UPDATE t SET v = v + 1000 WHERE v = 100; INSERT INTO t VALUES (200, 1)")
      #expect(try backup.step(pages: 5))
      // Another connection's write, after which the copy begins anew.
      try Connection(path: folder.path("source.sqlite")).execute("DELETE FROM t WHERE v = 1")
      while try backup.step(pages: 7) {}
    }
    #expect(try sum(target) == 5_050 + 1_000 + 200 - 1)
    #expect(try sum(source) == sum(target))
    #expect(try target.text("PRAGMA integrity_check") == "ok")
  }

  @Test func aCopyThatIsDroppedLeavesTheTargetAsItWas() throws {
    let target = try Connection(path: folder.path("target.sqlite"))
    try target.execute("CREATE TABLE other (v); INSERT INTO other VALUES (3)")
    do { _ = try Backup(from: source, to: target).step(pages: 5) }
    #expect(try target.integer("SELECT v FROM other") == 3)
  }

  @Test func aLockedSourceIsBusyAndThenCopied() throws {
    let target = try Connection(path: folder.path("target.sqlite"))
    let writer = try Connection(path: folder.path("source.sqlite"))
    try writer.execute("BEGIN EXCLUSIVE")
    let backup = try Backup(from: source, to: target)
    let error = #expect(throws: SQLiteError.self) { try backup.step() }
    #expect(error?.code == .busy)
    try writer.execute("COMMIT")
    #expect(try !backup.step())
  }

  @Test func aDatabaseIsNotCopiedIntoItself() throws {
    let error = #expect(throws: SQLiteError.self) { try Backup(from: source, to: source) }
    #expect(error?.message == "source and destination must be distinct")
  }
}
