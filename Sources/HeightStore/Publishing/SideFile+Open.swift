import GRDB

extension SideFile {
  /// Opens the side file for writing, making it where it is missing.
  ///
  /// - Throws: GRDB's errors.
  func open(settings: StoreSettings) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true  // the build's are open across calls
    configuration.foreignKeysEnabled = false  // rows are checked at the end, at once
    configuration.prepareDatabase { db in
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
struct BuildNote: Hashable, Sendable {
  /// Number of the generation that it started from, 0 for none.
  let base: Int
  /// The boot of the machine; nil where it is not known.
  let boot: String?
  /// The feeds that it replaces.
  let feeds: [String]
  /// Greatest cell number of the generation that it started from; later ones are unpublished.
  let lastCell: Int64

  private static let table = "unfinished_build"

  /// Writes the note.
  func write(_ db: Database) throws {
    try db.execute(sql: "DROP TABLE IF EXISTS \(Self.table)")
    try db.execute(
      sql: "CREATE TABLE \(Self.table)(base INTEGER, boot TEXT, feed TEXT, last_cell INTEGER)")
    for feed in feeds {
      try db.execute(
        sql: "INSERT INTO \(Self.table) VALUES(?, ?, ?, ?)",
        arguments: [base, boot, feed, lastCell])
    }
  }

  /// Removes the note.
  static func remove(_ db: Database) throws {
    try db.execute(sql: "DROP TABLE IF EXISTS \(table)")
  }

  /// Takes up the side file of a killed build: from the same generation, of the same boot (nothing
  /// in it was synced), and with no feed touched that this build will not replace.
  ///
  /// - Returns: The greatest cell number of the generation that it started from; nil when there is
  ///   no such file.
  /// - Throws: `StoreError` when it is no regular file.
  static func takeUp(
    _ side: SideFile, base: Int, boot: String?, feeds: [String]
  ) throws -> Int64? {
    guard let boot, try FileOperations.identity(side.path) != nil else { return nil }
    do {
      let queue = try DatabaseQueue(path: side.path)
      let note = try queue.inDatabase { db -> Int64? in
        let notes = try Row.fetchAll(db, sql: "SELECT base, boot, feed, last_cell FROM \(table)")
        guard let first = notes.first,
          try Int.fetchOne(db, sql: "PRAGMA user_version") == StoreSchema.version,
          try notes.allSatisfy({ note in
            try note.decode(Int.self, forColumn: "base") == base
              && note.decode(String.self, forColumn: "boot") == boot
              && feeds.contains(note.decode(String.self, forColumn: "feed"))
          }),
          try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok"
        else { return nil }
        // A first build has none yet; what it left is of use only where it can be found.
        try db.execute(sql: StoreSchema.createCellIndex)
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
}
