import GRDB

/// The connection, statements and transactions of the staging file.
///
/// GRDB manages the tables. Cells use SQLite's C interface on the same connection.
final class StagingDatabase {
  let errors: SQLiteErrors
  /// Whether the index existed when the file was opened.
  let hadIndex: Bool
  /// Greatest cell number when the file was opened, 0 for none.
  let lastCell: Int64
  /// The positions of a shard's cells; nil for a store of all records.
  private(set) var shard: ShardPositions?

  private let queue: DatabaseQueue
  private let cellsPerTransaction: Int
  /// nil after closing, which requires that no statement is open.
  private var statements: CellStatements?
  private var listStatements: ListStatements?
  private var uncommitted = 0

  /// Opens the staging file.
  ///
  /// - Parameter isNew: Whether the tables must be created.
  init(_ file: StagingFile, plan: GenerationPlan, isNew: Bool) throws {
    let settings = plan.settings
    let errors = SQLiteErrors(path: file.path, store: file.store, writing: true)
    let queue = try errors.translating { try file.open(settings: settings) }
    let (statements, lists, shard, last, hasIndex) = try errors.translating {
      try queue.inDatabase { db in
        if isNew { try StoreSchema.create(db, shard: plan.shard) }
        let last = try Int64.fetchOne(db, sql: "SELECT max(cell_id) FROM cells") ?? 0
        guard last < Int64.max / 2 else {
          throw StoreError.corrupt(path: file.store, detail: "a cell of number \(last)")
        }
        guard let handle = db.sqliteConnection else {
          throw StoreError.writeFailed(path: errors.path, reason: "the connection is closed")
        }
        let statements = try CellStatements(
          on: handle, of: queue, errors: errors, settings: settings)
        let lists = try ListStatements(on: handle, of: queue, errors: errors)
        let shard = try plan.shard.map { _ in
          try ShardPositions(on: handle, of: queue, errors: errors)
        }
        return (statements, lists, shard, last, try StoreSchema.hasCellIndex(db))
      }
    }
    self.errors = errors
    self.queue = queue
    self.statements = statements
    listStatements = lists
    self.shard = shard
    cellsPerTransaction = settings.cellsPerTransaction
    lastCell = last
    hadIndex = hasIndex
  }

  /// Writes the note for resuming, and begins the first transaction.
  func begin(_ note: BuildJournal) throws {
    try inDatabase { db in
      try note.write(db)
      try db.execute(sql: "BEGIN IMMEDIATE")
    }
  }

  /// The statements for cells.
  ///
  /// - Throws: `StoreError.invalid` after closing.
  func cells() throws -> CellStatements {
    guard let statements else { throw StoreError.invalid("the build has ended") }
    return statements
  }

  /// The statements for lists.
  ///
  /// - Throws: `StoreError.invalid` after closing.
  func lists() throws -> ListStatements {
    guard let listStatements else { throw StoreError.invalid("the build has ended") }
    return listStatements
  }

  /// Runs GRDB's calls and converts their errors.
  ///
  /// - Throws: `StoreError.invalid` after closing.
  func inDatabase<Result>(_ body: (Database) throws -> Result) throws -> Result {
    _ = try cells()
    return try errors.translating { try queue.inDatabase(body) }
  }

  /// Counts a written cell, and commits a full transaction.
  func didWriteCell() throws {
    uncommitted += 1
    guard uncommitted >= cellsPerTransaction else { return }
    try commit()
  }

  /// Commits the transaction and begins the next one.
  func commit() throws {
    uncommitted = 0
    try inDatabase { try $0.execute(sql: "COMMIT; BEGIN IMMEDIATE") }
  }

  func close() throws {
    statements = nil
    listStatements = nil
    shard = nil
    try errors.translating { try queue.close() }
  }
}
