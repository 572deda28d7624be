import GRDB

/// The side file, open for writing: its connection, statements and transactions.
///
/// GRDB makes and asks the tables; cells go through SQLite's C interface on the same connection.
final class StagingDatabase {
  let errors: SQLiteErrors
  /// Whether cells could be found by their keys when the file was opened.
  let hadIndex: Bool
  /// Greatest number of a cell when the file was opened, 0 for none.
  let lastCell: Int64

  private let queue: DatabaseQueue
  private let cellsPerTransaction: Int
  /// nil once the file is closed: the connection closes only without them.
  private var statements: CellStatements?
  private var uncommitted = 0

  /// Opens the side file.
  ///
  /// - Parameter isNew: Whether it has no tables yet.
  init(_ side: StagingFile, settings: StoreSettings, isNew: Bool) throws {
    let errors = SQLiteErrors(path: side.path, store: side.store, writing: true)
    let queue = try errors.translating { try side.open(settings: settings) }
    let (statements, last, hasIndex) = try errors.translating {
      try queue.inDatabase { db in
        if isNew { try StoreSchema.create(db) }
        let last = try Int64.fetchOne(db, sql: "SELECT max(cell_id) FROM cells") ?? 0
        guard last < Int64.max / 2 else {
          throw StoreError.corrupt(path: side.store, detail: "a cell of number \(last)")
        }
        guard let handle = db.sqliteConnection else {
          throw StoreError.writeFailed(path: errors.path, reason: "the connection is closed")
        }
        let statements = try CellStatements(
          on: handle, of: queue, errors: errors, maximumFrameBytes: settings.maximumFrameBytes)
        return (statements, last, try StoreSchema.hasCellIndex(db))
      }
    }
    self.errors = errors
    self.queue = queue
    self.statements = statements
    cellsPerTransaction = settings.cellsPerTransaction
    lastCell = last
    hadIndex = hasIndex
  }

  /// Writes the note by which a later build knows the file, and begins the first transaction.
  func begin(_ note: BuildJournal) throws {
    try inDatabase { db in
      try note.write(db)
      try db.execute(sql: "BEGIN IMMEDIATE")
    }
  }

  /// The statements for cells.
  ///
  /// - Throws: `StoreError.invalid` once the file is closed.
  func cells() throws -> CellStatements {
    guard let statements else { throw StoreError.invalid("the build has ended") }
    return statements
  }

  /// Runs GRDB's calls, with their errors in the words of the store.
  ///
  /// - Throws: `StoreError.invalid` once the file is closed.
  func inDatabase<Result>(_ body: (Database) throws -> Result) throws -> Result {
    _ = try cells()
    return try errors.translating { try queue.inDatabase(body) }
  }

  /// Counts a cell that was written, and commits when the transaction has enough of them.
  func didWriteCell() throws {
    uncommitted += 1
    guard uncommitted >= cellsPerTransaction else { return }
    uncommitted = 0
    try inDatabase { try $0.execute(sql: "COMMIT; BEGIN IMMEDIATE") }
  }

  /// Closes the file.
  func close() throws {
    statements = nil
    try errors.translating { try queue.close() }
  }
}
