import LayoutPrimitives
import SQLiteDatabase

/// The last steps of writing a generation: they complete and verify the staging file.
struct GenerationSeal {
  let plan: GenerationPlan
  let number: Int
  /// The catalog of the published store; nil if there is none.
  let base: StoreCatalog?
  let errors: StoreErrors

  /// Removes unused rows, creates the index, verifies the content and writes the generation.
  ///
  /// - Parameter db: The connection to the staging file, with an open transaction, which is
  ///   committed.
  /// - Throws: `StoreError.duplicateCell` if two rows have the same key; `.verificationFailed`.
  func put(on db: Connection) throws -> Generation {
    try removeUnused(db)
    try beginGeneration(db)
    try db.execute("COMMIT")
    let indexIsNew = try !StoreSchema.hasCellIndex(db)
    try createIndex(db)
    // No transaction is open, so that several connections can read the file.
    let catalog = try readCatalog(db)
    let audit = try CellAudit(
      catalog, connection: db, errors: errors, feeds: plan.feeds, indexIsNew: indexIsNew,
      threads: plan.settings.verificationThreads)
    let made = try writeGeneration(db, catalog, audit)
    // The audit has read every row, so that `quick_check` needs to check only the structure of
    // pages.
    try db.execute("PRAGMA ignore_check_constraints = ON")
    let check = try db.text("PRAGMA quick_check(1)")
    guard check == "ok" else { throw failed(check ?? "quick_check says nothing") }
    return made
  }

  private func removeUnused(_ db: Connection) throws {
    try db.execute(
      """
      DELETE FROM template_views
        WHERE template_id NOT IN (SELECT template_id FROM feed_templates);
      DELETE FROM templates WHERE template_id NOT IN (SELECT template_id FROM feed_templates);
      DELETE FROM environments
        WHERE environment_id NOT IN (SELECT environment_id FROM feed_environments);
      """)
  }

  private func createIndex(_ db: Connection) throws {
    do {
      try StoreSchema.createCellIndex(db)
    } catch let error as SQLiteError where error.code == .constraint {
      let duplicates = try db.rows(
        """
        SELECT name, record_id, key FROM cells
          JOIN feeds USING(feed_id) JOIN environments USING(environment_id)
          GROUP BY feed_id, environment_id, record_id HAVING count(*) > 1
          ORDER BY min(cell_id) LIMIT 1
        """
      ) { row in
        StoreError.duplicateCell(feed: row.text(0), id: row.text(1), environment: row.text(2))
      }
      throw duplicates.first ?? error
    }
  }

  /// Writes the row of the table `generation` without digests and counts.
  private func beginGeneration(_ db: Connection) throws {
    try db.execute("DELETE FROM generation")
    try db.execute(
      "INSERT INTO generation VALUES(?, ?, ?, '', '', 0, 0, zeroblob(16))",
      number, plan.createdUTC, plan.engineVersion)
  }

  /// Completes the row of the table `generation`, and removes what the audit found to be unused.
  private func writeGeneration(
    _ db: Connection, _ catalog: StoreCatalog, _ audit: CellAudit
  ) throws -> Generation {
    try db.transaction {
      for shape in audit.unusedShapes {
        try db.execute("DELETE FROM shapes WHERE shape_id = ?", shape)
      }
      var digests = Dictionary(catalog.feeds.map { ($0.name, $0.digest) }) { first, _ in first }
      for feed in audit.feeds {
        digests[feed.entry.name] = feed.digest.text
        try db.execute(
          "UPDATE feeds SET digest = ? WHERE feed_id = ?", feed.digest.text, feed.entry.id)
      }
      let rows = Int(try db.integer("SELECT count(*) FROM cells") ?? 0)
      let cells = catalog.feeds.flatMap(\.environments).reduce(0) { $0 + $1.cells }
      let failures = catalog.feeds.flatMap(\.environments).reduce(0) { $0 + $1.failed }
      guard rows == cells + failures else {
        throw failed("\(rows) rows of cells instead of \(cells + failures)")
      }
      try db.execute(
        "UPDATE generation SET digest = ?, list_digest = ?, cells = ?, failed = ?",
        ContentDigest.combined(feeds: digests.map { ($0.key, $0.value) }),
        ListDigest.text(of: catalog.feeds), cells, failures)
      let sealed = try readCatalog(db)
      try db.execute("UPDATE generation SET checksum = x'\(sealed.checksum)'")
      // From here on, the staging file can no longer be resumed by another build.
      try BuildJournal.remove(db)
      return sealed.generation
    }
  }

  /// Reads the catalog of the staging file, and checks that feeds outside the plan are unchanged.
  private func readCatalog(_ db: Connection) throws -> StoreCatalog {
    let tables = try CatalogTables(db, errors: errors)
    let catalog = try StoreCatalog(tables, path: errors.path)
    for feed in base?.feeds ?? [] where !plan.feeds.contains(feed.name) {
      guard catalog.feed(named: feed.name) == feed,
        feed.templates.allSatisfy({ catalog.templates[$0] == base?.templates[$0] })
      else { throw failed("feed '\(feed.name)' is not what was published") }
    }
    return catalog
  }

  private func failed(_ detail: String) -> StoreError { errors.verificationFailed(detail) }
}
