import GRDB
import LayoutPrimitives

/// The last changes of a staging file, which complete and verify a generation.
struct GenerationSeal {
  let plan: GenerationPlan
  /// Number of the generation.
  let number: Int
  /// The catalog of the published store; nil for a first build.
  let base: StoreCatalog?
  let errors: SQLiteErrors

  /// Removes unused rows, creates the index, verifies the content and writes the generation.
  ///
  /// - Parameter db: The staging file, in a transaction, which is committed.
  func put(on db: Database) throws -> Generation {
    try removeUnused(db)
    try db.execute(sql: "COMMIT")
    let indexIsNew = try !StoreSchema.hasCellIndex(db)
    try createIndex(db)
    let made = try writeGeneration(db, indexIsNew: indexIsNew)
    // The audit has read every row, so that only the structure of pages remains to be checked.
    try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
    let check = try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
    guard check == ["ok"] else { throw failed(check.first ?? "quick_check says nothing") }
    return made
  }

  private func removeUnused(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM template_views
          WHERE template_id NOT IN (SELECT template_id FROM feed_templates);
        DELETE FROM templates WHERE template_id NOT IN (SELECT template_id FROM feed_templates);
        DELETE FROM environments
          WHERE environment_id NOT IN (SELECT environment_id FROM feed_environments);
        """)
  }

  private func createIndex(_ db: Database) throws {
    do {
      try StoreSchema.createCellIndex(db)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      let found = try Row.fetchOne(
        db,
        sql: """
          SELECT name, record_id, key FROM cells
            JOIN feeds USING(feed_id) JOIN environments USING(environment_id)
            GROUP BY feed_id, environment_id, record_id HAVING count(*) > 1
            ORDER BY min(cell_id) LIMIT 1
          """)
      guard let found else { throw error }
      throw StoreError.duplicateCell(
        feed: try found.decode(forColumn: "name"), id: try found.decode(forColumn: "record_id"),
        environment: try found.decode(forColumn: "key"))
    }
  }

  /// Verifies the cells and writes the row of the generation.
  private func writeGeneration(_ db: Database, indexIsNew: Bool) throws -> Generation {
    guard let handle = db.sqliteConnection else { throw failed("the connection is closed") }
    try db.execute(sql: "BEGIN IMMEDIATE")
    try db.execute(sql: "DELETE FROM generation")
    try db.execute(
      sql: "INSERT INTO generation VALUES(?, ?, ?, '', '', 0, 0, zeroblob(16))",
      arguments: [number, plan.createdUTC, plan.engineVersion])
    let catalog = try readCatalog(handle)
    let audit = try CellAudit(
      catalog, connection: handle, errors: errors, feeds: plan.feeds, indexIsNew: indexIsNew)
    for shape in audit.unusedShapes {
      try db.execute(sql: "DELETE FROM shapes WHERE shape_id = ?", arguments: [shape])
    }
    var digests = Dictionary(catalog.feeds.map { ($0.name, $0.digest) }) { first, _ in first }
    for feed in audit.feeds {
      digests[feed.entry.name] = feed.digest.text
      try db.execute(
        sql: "UPDATE feeds SET digest = ? WHERE feed_id = ?",
        arguments: [feed.digest.text, feed.entry.id])
    }
    let rows = try Int.fetchOne(db, sql: "SELECT count(*) FROM cells") ?? 0
    let cells = catalog.feeds.flatMap(\.environments).reduce(0) { $0 + $1.cells }
    let failures = catalog.feeds.flatMap(\.environments).reduce(0) { $0 + $1.failed }
    guard rows == cells + failures else {
      throw failed("\(rows) rows of cells instead of \(cells + failures)")
    }
    try db.execute(
      sql: "UPDATE generation SET digest = ?, list_digest = ?, cells = ?, failed = ?",
      arguments: [
        ContentDigest.combined(feeds: digests.map { ($0.key, $0.value) }),
        ListDigest.text(of: catalog.feeds), cells, failures,
      ])
    let sealed = try readCatalog(handle)
    try db.execute(sql: "UPDATE generation SET checksum = x'\(sealed.checksum)'")
    // Until here a killed build can be taken up.
    try BuildJournal.remove(db)
    try db.execute(sql: "COMMIT")
    return sealed.generation
  }

  /// The catalog of the staging file, where feeds that are not replaced must be unchanged.
  private func readCatalog(_ handle: OpaquePointer) throws -> StoreCatalog {
    let tables = try CatalogTables(handle: handle, errors: errors)
    let catalog = try StoreCatalog(tables, path: errors.path)
    for feed in base?.feeds ?? [] where !plan.feeds.contains(feed.name) {
      guard catalog.feed(named: feed.name) == feed,
        feed.templates.allSatisfy({ catalog.templates[$0] == base?.templates[$0] })
      else { throw failed("feed '\(feed.name)' is not what was published") }
    }
    return catalog
  }

  private func failed(_ detail: String) -> StoreError {
    .verificationFailed(path: errors.path, detail: detail)
  }
}
