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

  private static let table = "unfinished_build"

  /// Writes the note.
  func write(_ db: Database) throws {
    try db.execute(sql: "DROP TABLE IF EXISTS \(Self.table)")
    try db.execute(sql: "CREATE TABLE \(Self.table)(base INTEGER, boot TEXT, feed TEXT)")
    for feed in feeds {
      try db.execute(
        sql: "INSERT INTO \(Self.table) VALUES(?, ?, ?)", arguments: [base, boot, feed])
    }
  }

  /// Removes the note.
  static func remove(_ db: Database) throws {
    try db.execute(sql: "DROP TABLE IF EXISTS \(table)")
  }

  /// Whether a side file is there that this build may go on with: from the same generation, of the
  /// same boot (nothing in it was synced), and with no feed touched that this one will not replace.
  ///
  /// - Throws: `StoreError` when it is no regular file.
  func resumes(_ side: SideFile) throws -> Bool {
    guard let boot, try FileOperations.identity(side.path) != nil else { return false }
    do {
      let queue = try DatabaseQueue(path: side.path)
      let (version, notes, sound) = try queue.inDatabase { db in
        (
          try Int.fetchOne(db, sql: "PRAGMA user_version"),
          try Row.fetchAll(db, sql: "SELECT base, boot, feed FROM \(Self.table)"),
          try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok"
        )
      }
      try queue.close()
      guard sound, version == StoreSchema.version, !notes.isEmpty else { return false }
      return try notes.allSatisfy { note in
        try note.decode(Int.self, forColumn: "base") == base
          && note.decode(String.self, forColumn: "boot") == boot
          && feeds.contains(note.decode(String.self, forColumn: "feed"))
      }
    } catch is DatabaseError {
      return false  // Whatever it is, it is no file to go on with, and will be swept.
    } catch is RowDecodingError {
      return false
    }
  }
}
