import SQLiteDatabase

/// The connection, statements and transactions of the staging file.
final class StagingDatabase {
  let errors: StoreErrors
  /// Whether the index existed when the file was opened.
  let hadIndex: Bool
  /// Greatest cell number when the file was opened; 0 if it had no cells.
  let lastCell: Int64
  /// The statements for the positions of a shard's cells; nil if the store contains all records.
  private(set) var shard: ShardPositions?

  private let database: Connection
  private let cellsPerTransaction: Int
  /// The statements for cells; nil after closing, because SQLite closes only without open
  /// statements.
  private var statements: CellStatements?
  private var listStatements: ListStatements?
  private var uncommitted = 0

  /// Opens the staging file.
  ///
  /// - Parameter isNew: Whether to create the tables.
  init(_ file: StagingFile, plan: GenerationPlan, isNew: Bool) throws {
    let settings = plan.settings
    let errors = StoreErrors(path: file.path, store: file.store, writing: true)
    let (database, last, hasIndex) = try errors.translating {
      let database = try file.open(settings: settings)
      if isNew { try StoreSchema.create(database, shard: plan.shard) }
      let last = try database.integer("SELECT max(cell_id) FROM cells") ?? 0
      return (database, last, try StoreSchema.hasCellIndex(database))
    }
    guard last < Int64.max / 2 else {
      throw StoreError.corrupt(path: file.store, detail: "a cell of number \(last)")
    }
    statements = try CellStatements(on: database, errors: errors, settings: settings)
    listStatements = try ListStatements(on: database, errors: errors)
    shard = try plan.shard.map { _ in try ShardPositions(on: database, errors: errors) }
    self.database = database
    self.errors = errors
    cellsPerTransaction = settings.cellsPerTransaction
    lastCell = last
    hadIndex = hasIndex
  }

  /// Writes the journal entry from which a build can resume, and begins the first transaction.
  func begin(_ journal: BuildJournal) throws {
    try inDatabase { db in
      try journal.write(db)
      try db.execute("BEGIN IMMEDIATE")
    }
  }

  /// Returns the statements for cells.
  ///
  /// - Throws: `StoreError.invalid` after closing.
  func cells() throws -> CellStatements {
    guard let statements else { throw StoreError.invalid("the build has ended") }
    return statements
  }

  /// Returns the statements for lists.
  ///
  /// - Throws: `StoreError.invalid` after closing.
  func lists() throws -> ListStatements {
    guard let listStatements else { throw StoreError.invalid("the build has ended") }
    return listStatements
  }

  /// Runs `body`, and converts errors of SQLite to `StoreError`.
  ///
  /// - Throws: `StoreError.invalid` after closing.
  func inDatabase<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    _ = try cells()
    return try errors.translating { try body(database) }
  }

  /// Counts a written cell, and commits the transaction if it is full.
  func didWriteCell() throws {
    uncommitted += 1
    guard uncommitted >= cellsPerTransaction else { return }
    try commit()
  }

  /// Commits the transaction and begins the next one.
  func commit() throws {
    uncommitted = 0
    try inDatabase { try $0.execute("COMMIT; BEGIN IMMEDIATE") }
  }

  func close() throws {
    statements = nil
    listStatements = nil
    shard = nil
    try errors.translating { try database.close() }
  }
}
