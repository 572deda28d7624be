import SQLiteDatabase

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The staging file, in which a build writes the next generation.
///
/// It has a rollback journal, and is committed often but not synced. After a process was killed,
/// the next connection rolls back to the last commit. After a system crash the file may be damaged,
/// so that a file from an earlier boot is removed. The journal mode is not WAL, because a file that
/// is published by renaming must be complete without a second file.
struct StagingFile: Hashable, Sendable {
  let store: String

  /// Path of the staging file.
  var path: String { store + ".building" }

  /// Paths of the staging file and its journals.
  var files: [String] { [path] + ["-journal", "-wal", "-shm"].map { path + $0 } }

  /// Removes the staging file, and then its journals: a file without its journal would be damaged.
  func sweep() throws {
    for file in files { try FileOperations.remove(file) }
  }

  /// Creates an empty file with the permissions of the store.
  func makeEmpty() throws {
    try FileOperations.makeEmpty(path)
    try FileOperations.copyPermissions(of: store, to: path)
  }
}

extension StagingFile {
  /// Opens the staging file for writing, and creates it if it is missing.
  ///
  /// - Throws: `SQLiteError`.
  func open(settings: StoreSettings) throws -> Connection {
    let db = try Connection(path: path)
    try db.execute("PRAGMA foreign_keys = OFF")  // all rows are checked at the end
    try db.execute("PRAGMA trusted_schema = OFF")
    db.limitRows(toBytes: StoreSchema.maximumRowBytes)
    // Larger pages load faster and waste less space for long frames; the setting affects only a new
    // file.
    try db.execute("PRAGMA page_size = 16384")
    try db.execute("PRAGMA locking_mode = EXCLUSIVE")
    try db.execute("PRAGMA journal_mode = DELETE")
    try db.execute("PRAGMA synchronous = OFF")
    try db.execute("PRAGMA cache_size = -\(settings.cacheKiB)")
    // By default, SQLite on Debian overwrites deleted content, which takes time.
    try db.execute("PRAGMA secure_delete = OFF")
    if settings.maximumBytes > 0 {
      let page = Int(try db.integer("PRAGMA page_size") ?? 16_384)
      try db.execute("PRAGMA max_page_count = \(max(1, settings.maximumBytes / page))")
    }
    return db
  }
}

/// A table in the staging file that identifies the build, so that another build can resume it.
///
/// The table is dropped before publication.
struct BuildJournal: Hashable, Sendable {
  /// Number of the generation from which the build began; 0 if there was none.
  let base: Int
  /// Checksum of the catalog of that generation; empty if there was none.
  let baseChecksum: String
  /// The identity of the machine's boot; nil if it is unknown.
  let boot: String?
  /// The names of the feeds that the build replaces.
  let feeds: [String]
  let lastCell: Int64

  private static let table = SchemaObject(
    type: .table, name: "unfinished_build",
    body: """
      unfinished_build(
        base INTEGER NOT NULL, base_checksum TEXT NOT NULL, boot TEXT, feed TEXT NOT NULL,
        last_cell INTEGER NOT NULL
      ) STRICT
      """)

  func write(_ db: Connection) throws {
    try Self.remove(db)
    try db.execute(Self.table.statement)
    for feed in feeds {
      try db.execute(
        "INSERT INTO \(Self.table.name) VALUES(?, ?, ?, ?, ?)",
        base, baseChecksum, boot, feed, lastCell)
    }
  }

  static func remove(_ db: Connection) throws {
    try db.execute("DROP TABLE IF EXISTS \(table.name)")
  }

  /// Resumes the staging file of a build that was killed.
  ///
  /// The file must have the same base generation, and the same boot because it was never synced. It
  /// must contain no feeds except those that this build replaces.
  ///
  /// - Returns: The greatest cell number of the base generation; nil if the file cannot be resumed.
  /// - Throws: `StoreError` if the directory cannot be read.
  static func resume(
    _ file: StagingFile, base: BuildBase, boot: String?, feeds: [String],
    shard: ShardNumber?
  ) throws -> Int64? {
    guard let boot, try FileOperations.isOwnFile(file.path) else { return nil }
    do {
      let db = try file.open(settings: StoreSettings())
      let last = try lastCell(in: db, base: base, boot: boot, feeds: feeds, shard: shard)
      try db.close()
      return last
    } catch is SQLiteError {
      return nil  // The file cannot be resumed; the caller removes it.
    }
  }

  /// Reads the greatest cell number of the base generation; nil if the file cannot be resumed.
  private static func lastCell(
    in db: Connection, base: BuildBase, boot: String, feeds: [String], shard: ShardNumber?
  ) throws -> Int64? {
    guard try db.integer("PRAGMA user_version") == Int64(StoreSchema.version),
      try hasOurSchema(db, isShard: shard != nil), try ShardTables.number(db) == shard
    else { return nil }
    let journals = try db.rows(
      "SELECT base, base_checksum, boot, feed, last_cell FROM \(table.name)"
    ) {
      BuildJournal(
        base: Int($0.int(0)), baseChecksum: $0.text(1), boot: $0.optionalText(2),
        feeds: [$0.text(3)], lastCell: $0.int(4))
    }
    guard let first = journals.first,
      journals.allSatisfy({ journal in
        journal.base == base.number && journal.baseChecksum == base.checksum && journal.boot == boot
          && journal.feeds.allSatisfy { feeds.contains($0) }
      }),
      try db.text("PRAGMA quick_check(1)") == "ok"
    else { return nil }
    // A build without a base creates the index at its end, but a resumed build needs it to find
    // cells.
    try StoreSchema.createCellIndex(db)
    return first.lastCell
  }

  /// Whether a staging file contains exactly the tables and indexes of a store, and the journal's
  /// table.
  private static func hasOurSchema(_ db: Connection, isShard: Bool) throws -> Bool {
    let objects = try db.rows(StoreSchema.query) { FoundObject($0) }
    // A build without a base creates the index at its end.
    let expected = StoreSchema.objects.filter { object in
      object.type != .index || objects.contains { $0.name == object.name }
    }
    let tables = isShard ? StoreSchema.shardTables + [table] : [table]
    return StoreSchema.fault(in: objects, expected: expected + tables) == nil
  }
}

/// Identifies the current boot of the machine; files that were not synced may be damaged after a
/// new boot.
enum BootIdentity {
  /// The kernel's id of the boot; nil if it is not available.
  static func current() -> String? {
    let opened = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    defer { close(opened) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(opened, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
