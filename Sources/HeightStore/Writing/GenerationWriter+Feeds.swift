import GRDB

extension GenerationWriter {
  /// Begins to replace a feed.
  ///
  /// - Returns: The numbers of its environments and templates, in the order handed in.
  /// - Throws: `StoreError.invalid` for a feed that the plan does not name or that was written
  ///   before, and for keys that repeat.
  public func begin(feed description: FeedDescription) throws -> FeedKeys {
    guard statements != nil, feed == nil, plan.feeds.contains(description.name),
      !finished.contains(description.name)
    else {
      throw StoreError.invalid("feed '\(description.name)' cannot be begun now")
    }
    guard Set(description.environments.map(\.key)).count == description.environments.count,
      Set(description.templates.map(\.hash)).count == description.templates.count
    else {
      throw StoreError.invalid("feed '\(description.name)' names an environment or template twice")
    }
    let cells = CellSet(below: firstNewCell)
    let open = try errors.translating {
      try queue.inDatabase { db in
        let (id, isKnown) = try Self.clear(db, feed: description.name)
        let keys = try Self.write(db, description, feed: id)
        return OpenFeed(
          id: id, keys: keys, description: description, hadCells: isKnown && hasIndex, seen: cells)
      }
    }
    feed = open
    return open.keys
  }

  /// Replaces the open feed's sources by those it was really read from, for whoever reads a pipe
  /// and knows its hash only at the end.
  public func note(sources: [SourceFile]) throws {
    let (open, _) = try writing()
    try errors.translating {
      try queue.inDatabase { db in
        try db.execute(sql: "DELETE FROM sources WHERE feed_id = ?", arguments: [open.id])
        try Self.write(db, sources, feed: open.id)
      }
    }
  }

  /// Ends the feed: what this build neither wrote nor reused will be gone.
  ///
  /// - Parameter records: Number of the feed's records.
  /// - Returns: What became of its cells.
  public func endFeed(records: Int) throws -> FeedSummary {
    try flushLists()
    let (open, statements) = try writing()
    let left = open.hadCells ? try statements.cells(of: open.id, notIn: open.seen) : []
    doomed += left.map(\.number)
    let removed = left.filter { $0.number <= lastPublishedCell }
    var gone: Set<String> = []
    for cell in removed where !gone.contains(cell.recordID) {
      let remains = try open.keys.environments.contains { environment in
        switch try statements.find(
          feed: open.id, environment: environment, recordID: cell.recordID)
        {
        case .none: return false
        case .cell(let known): return open.seen.contains(known.reference.cellID)
        case .damaged(let number): return open.seen.contains(number)
        }
      }
      if !remains { gone.insert(cell.recordID) }
    }
    try errors.translating {
      try queue.inDatabase { db in
        try db.execute(
          sql: "UPDATE feeds SET records = ?, generation = ? WHERE feed_id = ?",
          arguments: [records, number, open.id])
        for (position, environment) in open.keys.environments.enumerated() {
          let counts = open.counts[environment] ?? CellCounts()
          try db.execute(
            sql: "INSERT INTO feed_environments VALUES(?, ?, ?, ?, ?)",
            arguments: [open.id, environment.rawValue, position, counts.cells, counts.failed])
        }
      }
    }
    feed = nil
    finished.append(open.name)
    return FeedSummary(
      written: open.written, reused: open.reused, failed: open.failed, removedCells: removed.count,
      removedRecords: gone.count,
      previousRecords: base?.feed(named: open.name)?.records ?? 0)
  }

  /// Removes all of a feed but its cells.
  ///
  /// - Returns: Its number, and whether it was there before.
  private static func clear(_ db: Database, feed name: String) throws -> (Int64, Bool) {
    let found = try Int64.fetchOne(
      db, sql: "SELECT feed_id FROM feeds WHERE name = ?", arguments: [name])
    guard let id = found else {
      try db.execute(
        sql: "INSERT INTO feeds(name, records, generation, digest) VALUES(?, 0, 0, '')",
        arguments: [name])
      return (db.lastInsertedRowID, false)
    }
    try db.execute(
      sql: """
        DELETE FROM list_chunks WHERE list_id IN (SELECT list_id FROM lists WHERE feed_id = :feed);
        DELETE FROM list_environments
          WHERE list_id IN (SELECT list_id FROM lists WHERE feed_id = :feed);
        DELETE FROM finding_environments
          WHERE finding_id IN (SELECT finding_id FROM findings WHERE feed_id = :feed);
        DELETE FROM findings WHERE feed_id = :feed;
        DELETE FROM feed_paths WHERE feed_id = :feed;
        DELETE FROM lists WHERE feed_id = :feed;
        DELETE FROM sources WHERE feed_id = :feed;
        DELETE FROM feed_environments WHERE feed_id = :feed;
        DELETE FROM feed_templates WHERE feed_id = :feed;
        """, arguments: ["feed": id])
    return (id, true)
  }

  private static func write(
    _ db: Database, _ description: FeedDescription, feed: Int64
  ) throws -> FeedKeys {
    try write(db, description.sources, feed: feed)
    let environments = try description.environments.map { try write(db, $0) }
    let templates = try description.templates.map { try write(db, $0) }
    for (position, template) in templates.enumerated() {
      try db.execute(
        sql: "INSERT INTO feed_templates VALUES(?, ?, ?)",
        arguments: [feed, template.rawValue, position])
    }
    return FeedKeys(environments: environments, templates: templates)
  }

  private static func write(_ db: Database, _ sources: [SourceFile], feed: Int64) throws {
    for (position, source) in sources.enumerated() {
      try db.execute(
        sql: "INSERT INTO sources VALUES(?, ?, ?, ?, ?)",
        arguments: [feed, position, source.path, source.hash, source.bytes])
    }
  }

  private static func write(
    _ db: Database, _ environment: StoredEnvironment
  ) throws -> EnvironmentID {
    let found = try Int64.fetchOne(
      db, sql: "SELECT environment_id FROM environments WHERE key = ? AND steps_per_point = ?",
      arguments: [environment.key, environment.stepsPerPoint])
    if let found { return EnvironmentID(rawValue: found) }
    let parts = environment.parts
    try db.execute(
      sql: """
        INSERT INTO environments(key, width, scale, size_category, direction, locale, text_rules,
          state, steps_per_point) VALUES(?, CAST(? AS REAL), CAST(? AS REAL), ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        environment.key, parts.width, parts.scale, parts.sizeCategory, parts.direction,
        parts.locale, parts.textRules, parts.state, environment.stepsPerPoint,
      ])
    return EnvironmentID(rawValue: db.lastInsertedRowID)
  }

  private static func write(_ db: Database, _ template: StoredTemplate) throws -> TemplateID {
    let found = try Int64.fetchOne(
      db, sql: "SELECT template_id FROM templates WHERE hash = ?", arguments: [template.hash])
    if let found { return TemplateID(rawValue: found) }
    try db.execute(
      sql: "INSERT INTO templates(name, hash) VALUES(?, ?)",
      arguments: [template.name, template.hash])
    let id = db.lastInsertedRowID
    for (position, view) in template.views.enumerated() {
      try db.execute(
        sql: "INSERT INTO template_views VALUES(?, ?, ?, ?, ?)",
        arguments: [id, position, view.id, view.kind, view.isLabel])
    }
    return TemplateID(rawValue: id)
  }
}
