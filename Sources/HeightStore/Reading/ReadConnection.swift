import SQLiteDatabase

/// A read-only, immutable connection to a published store.
///
/// A published file is replaced and never changed. The immutable mode saves the locks of each
/// statement, three quarters of a lookup's time.
struct ReadConnection {
  let database: Connection
  let errors: StoreErrors

  /// Opens a file, with limited statements until `limitSteps(false)`.
  ///
  /// - Parameter isMapped: Whether the file is mapped into memory; see `StoreAccess`.
  init(path: String, isMapped: Bool = true) throws {
    let errors = StoreErrors(path: path, writing: false)
    let database = try errors.translating { try Connection(path: path, access: .immutable) }
    (self.database, self.errors) = (database, errors)
    // Longer rows are rejected before memory is allocated.
    database.limitRows(toBytes: StoreSchema.maximumRowBytes)
    // Debian's SQLite has no memory mapping and a cache of 2 MB by default.
    for setting in [
      "mmap_size = \(isMapped ? 1 << 40 : 0)", "cache_size = -4096", "query_only = 1",
      "trusted_schema = 0",
    ] {
      // A schema that cannot be read is told after the header, by the first query.
      do { try database.execute("PRAGMA \(setting)") } catch is SQLiteError {}
    }
    limitSteps(true)
  }

  /// Maximum number of SQLite's instructions per statement on an unchecked file; some seconds.
  static let uncheckedSteps: Int32 = 50_000_000

  /// Limits every statement to `uncheckedSteps`, or removes the limit.
  func limitSteps(_ isLimited: Bool) {
    database.limitSteps(isLimited ? Self.uncheckedSteps : nil)
  }

  func prepare(_ sql: String) throws -> PreparedStatement {
    try database.prepare(sql, errors: errors)
  }

  func rows<Row>(_ sql: String, _ read: (PreparedStatement) throws -> Row) throws -> [Row] {
    let statement = try prepare(sql)
    var rows: [Row] = []
    while try statement.step() {
      rows.append(try read(statement))
    }
    return rows
  }

  /// Calls `body` with each row of a table whose numbers are in a range, in their order; see
  /// `Connection.forEachRow`.
  ///
  /// - Throws: The first error of `body`, which ends the run; `StoreError`.
  func forEachRow(
    _ columns: String, count: Int32, from source: String, _ numbers: ClosedRange<Int64>,
    _ body: (RowArguments) throws -> Void
  ) throws {
    try database.forEachRow(columns, count: count, from: source, numbers, errors: errors, body)
  }
}
