import GRDB
import GRDBSQLite

extension StagingFile {
  /// Opens the side file for writing, making it where it is missing.
  ///
  /// - Throws: GRDB's errors.
  func open(settings: StoreSettings) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true  // the build's are open across calls
    configuration.foreignKeysEnabled = false  // rows are checked at the end, at once
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
      if let handle = db.sqliteConnection {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, StoreSchema.maximumRowBytes)
      }
      // A larger page loads faster and wastes less behind long frames; it counts for a new file.
      try db.execute(sql: "PRAGMA page_size = 16384")
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      try db.execute(sql: "PRAGMA synchronous = OFF")
      try db.execute(sql: "PRAGMA cache_size = -\(settings.cacheKiB)")
      // Debian's default overwrites deleted content with zeros.
      try db.execute(sql: "PRAGMA secure_delete = OFF")
      if settings.maximumBytes > 0 {
        let page = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 16_384
        try db.execute(sql: "PRAGMA max_page_count = \(max(1, settings.maximumBytes / page))")
      }
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}

/// What a build writes into its side file first, to be known again after a crash.
///
/// The table is gone before the file is published.
struct BuildJournal: Hashable, Sendable {
  /// Number of the generation that it started from, 0 for none.
  let base: Int
  /// That generation's checksum, which tells it from others of the same number; empty for none.
  let baseChecksum: String
  /// The boot of the machine; nil where it is not known.
  let boot: String?
  /// The feeds that it replaces.
  let feeds: [String]
  /// Greatest cell number of the generation that it started from; later ones are unpublished.
  let lastCell: Int64

  private static let table = SchemaObject(
    type: .table, name: "unfinished_build",
    body: """
      unfinished_build(
        base INTEGER NOT NULL, base_checksum TEXT NOT NULL, boot TEXT, feed TEXT NOT NULL,
        last_cell INTEGER NOT NULL
      ) STRICT
      """)

  /// Writes the note.
  func write(_ db: Database) throws {
    try Self.remove(db)
    try db.execute(sql: Self.table.statement)
    for feed in feeds {
      try db.execute(
        sql: "INSERT INTO \(Self.table.name) VALUES(?, ?, ?, ?, ?)",
        arguments: [base, baseChecksum, boot, feed, lastCell])
    }
  }

  /// Removes the note.
  static func remove(_ db: Database) throws {
    try db.execute(sql: "DROP TABLE IF EXISTS \(table.name)")
  }

  /// Takes up the side file of a killed build: from this very generation of this very store, of the
  /// same boot (nothing in it was synced), and with no feed touched that this build will not
  /// replace.
  ///
  /// - Returns: The greatest cell number of the generation that it started from; nil when there is
  ///   no such file.
  /// - Throws: `StoreError` when the directory cannot be read.
  static func takeUp(
    _ side: StagingFile, base: BuildBase, boot: String?, feeds: [String]
  ) throws -> Int64? {
    guard let boot, try FileOperations.isOwnFile(side.path) else { return nil }
    do {
      let queue = try side.open(settings: StoreSettings())
      let note = try queue.inDatabase { db -> Int64? in
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") == StoreSchema.version,
          try hasOurSchema(db)
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
        // A first build has none yet; what it left is of use only where it can be found.
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

  /// Whether a side file has the objects of a store and the note, in our words.
  private static func hasOurSchema(_ db: Database) throws -> Bool {
    let found = try Row.fetchAll(db, sql: StoreSchema.query).map { row in
      FoundObject(
        type: try row.decode(forColumn: "type"), name: try row.decode(forColumn: "name"),
        table: try row.decode(forColumn: "tbl_name"), sql: try row.decode(forColumn: "sql"))
    }
    // A first build makes the index at its end.
    let expected = StoreSchema.objects.filter { object in
      object.type != .index || found.contains { $0.name == object.name }
    }
    return StoreSchema.fault(in: found, expected: expected + [table]) == nil
  }
}
