import GRDB
import GRDBSQLite

extension StagingFile {
  /// Opens the staging file for writing, and creates it if it is missing.
  func open(settings: StoreSettings) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true  // the build's are open across calls
    configuration.foreignKeysEnabled = false  // rows are checked at the end, at once
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
      if let handle = db.sqliteConnection {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, StoreSchema.maximumRowBytes)
      }
      // Larger pages load faster and waste less space for long frames. Effective in a new file.
      try db.execute(sql: "PRAGMA page_size = 16384")
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      try db.execute(sql: "PRAGMA synchronous = OFF")
      try db.execute(sql: "PRAGMA cache_size = -\(settings.cacheKiB)")
      // Debian's default is to overwrite deleted content.
      try db.execute(sql: "PRAGMA secure_delete = OFF")
      if settings.maximumBytes > 0 {
        let page = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 16_384
        try db.execute(sql: "PRAGMA max_page_count = \(max(1, settings.maximumBytes / page))")
      }
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}

/// A note in the staging file that identifies the build after a crash.
///
/// Its table is dropped before publication.
struct BuildJournal: Hashable, Sendable {
  /// Number of the base generation, 0 for none.
  let base: Int
  /// Checksum of the base generation; empty for none.
  let baseChecksum: String
  /// The boot of the machine; nil if unknown.
  let boot: String?
  /// The replaced feeds.
  let feeds: [String]
  /// Greatest cell number of the base generation.
  let lastCell: Int64

  private static let table = SchemaObject(
    type: .table, name: "unfinished_build",
    body: """
      unfinished_build(
        base INTEGER NOT NULL, base_checksum TEXT NOT NULL, boot TEXT, feed TEXT NOT NULL,
        last_cell INTEGER NOT NULL
      ) STRICT
      """)

  func write(_ db: Database) throws {
    try Self.remove(db)
    try db.execute(sql: Self.table.statement)
    for feed in feeds {
      try db.execute(
        sql: "INSERT INTO \(Self.table.name) VALUES(?, ?, ?, ?, ?)",
        arguments: [base, baseChecksum, boot, feed, lastCell])
    }
  }

  static func remove(_ db: Database) throws {
    try db.execute(sql: "DROP TABLE IF EXISTS \(table.name)")
  }

  /// Resumes the staging file of a killed build, or else its copy of the finished feeds, which is
  /// there when it was killed while it sealed the feed at work.
  static func takeUpLatest(
    _ file: StagingFile, base: BuildBase, boot: String?, feeds: [String], shard: ShardNumber?
  ) throws -> Int64? {
    if let taken = try takeUp(file, base: base, boot: boot, feeds: feeds, shard: shard) {
      return taken
    }
    guard try FileOperations.isOwnFile(file.finishedPath) else { return nil }
    try file.sweep()
    try FileOperations.replace(file.path, with: file.finishedPath)
    return try takeUp(file, base: base, boot: boot, feeds: feeds, shard: shard)
  }

  /// Resumes the staging file of a killed build.
  ///
  /// It must have the same base generation and boot, because nothing in it was synced, and only
  /// feeds that this build replaces.
  ///
  /// - Returns: The greatest cell number of the base generation; nil if no file can be resumed.
  /// - Throws: `StoreError` if the directory cannot be read.
  static func takeUp(
    _ file: StagingFile, base: BuildBase, boot: String?, feeds: [String],
    shard: ShardNumber?
  ) throws -> Int64? {
    guard let boot, try FileOperations.isOwnFile(file.path) else { return nil }
    do {
      let queue = try file.open(settings: StoreSettings())
      let note = try queue.inDatabase { db -> Int64? in
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") == StoreSchema.version,
          try hasOurSchema(db, isShard: shard != nil), try ShardTables.number(db) == shard
        else { return nil }
        let notes = try Row.fetchAll(
          db, sql: "SELECT base, base_checksum, boot, feed, last_cell FROM \(table.name)")
        guard let first = notes.first,
          try notes.allSatisfy({ note in
            try note.decode(Int.self, forColumn: "base") == base.number
              && note.decode(String.self, forColumn: "base_checksum") == base.checksum
              && note.decode(String.self, forColumn: "boot") == boot
              && feeds.contains(note.decode(String.self, forColumn: "feed"))
          }),
          try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok"
        else { return nil }
        // A first build has no index yet, which is needed to find its cells.
        try StoreSchema.createCellIndex(db)
        return try first.decode(Int64.self, forColumn: "last_cell")
      }
      try queue.close()
      return note
    } catch is DatabaseError {
      return nil  // Whatever it is, it is no file to go on with, and will be swept.
    } catch is RowDecodingError {
      return nil
    }
  }

  /// Whether a staging file has exactly the objects of a store and of the note.
  private static func hasOurSchema(_ db: Database, isShard: Bool) throws -> Bool {
    let found = try Row.fetchAll(db, sql: StoreSchema.query).map { row in
      FoundObject(
        type: try row.decode(forColumn: "type"), name: try row.decode(forColumn: "name"),
        table: try row.decode(forColumn: "tbl_name"), sql: try row.decode(forColumn: "sql"))
    }
    // A first build creates the index at its end.
    let expected = StoreSchema.objects.filter { object in
      object.type != .index || found.contains { $0.name == object.name }
    }
    let tables = isShard ? StoreSchema.shardTables + [table] : [table]
    return StoreSchema.fault(in: found, expected: expected + tables) == nil
  }
}
