import GRDB

extension GenerationWriter {
  /// Notes what a person should know about the open feed's cells, in place of what was noted
  /// before.
  ///
  /// - Throws: `StoreError.invalid` without an open feed, and for a severity, a count, a template or
  ///   an environment that the store does not have; `.writeFailed` for one environment twice.
  public func note(findings: [StoredFinding]) throws {
    let (open, _) = try writing()
    for finding in findings {
      guard ["error", "warning", "note"].contains(finding.severity), finding.position >= 0,
        finding.records >= 0, finding.cells >= 0
      else {
        throw StoreError.invalid(
          "a finding of severity '\(finding.severity)' in \(finding.cells) cells of "
            + "\(finding.records) records")
      }
      guard finding.template.map({ open.codecs[$0] != nil }) ?? true,
        finding.environments.allSatisfy({ open.environments[$0.environment] != nil })
      else {
        throw StoreError.invalid(
          "a finding of feed '\(open.name)' with a template or an environment that the feed was "
            + "not begun with")
      }
    }
    try errors.translating {
      try queue.inDatabase { db in
        try db.execute(
          sql: """
            DELETE FROM finding_environments
              WHERE finding_id IN (SELECT finding_id FROM findings WHERE feed_id = :feed);
            DELETE FROM findings WHERE feed_id = :feed;
            """, arguments: ["feed": open.id])
        for finding in findings {
          try Self.write(db, finding, feed: open.id)
        }
      }
    }
  }

  /// Notes the paths that the open feed's records answered, in place of what was noted before.
  ///
  /// - Throws: `StoreError.invalid` without an open feed; `.writeFailed` for one path twice.
  public func note(paths: [SeenPath]) throws {
    let (open, _) = try writing()
    try errors.translating {
      try queue.inDatabase { db in
        try db.execute(sql: "DELETE FROM feed_paths WHERE feed_id = ?", arguments: [open.id])
        for path in paths {
          try db.execute(
            sql: "INSERT INTO feed_paths VALUES(?, ?, ?)",
            arguments: [open.id, path.path, path.records])
        }
      }
    }
  }

  private static func write(_ db: Database, _ finding: StoredFinding, feed: Int64) throws {
    try db.execute(
      sql: """
        INSERT INTO findings(feed_id, template_id, position, code, severity, kind, view, place,
          message, records, cells, sample_record, sample_environment)
          VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        feed, finding.template?.rawValue, finding.position, finding.code, finding.severity,
        finding.kind, finding.view, finding.place, finding.message, finding.records,
        finding.cells, finding.sampleRecord, finding.sampleEnvironment,
      ])
    let id = db.lastInsertedRowID
    for environment in finding.environments {
      try db.execute(
        sql: "INSERT INTO finding_environments VALUES(?, ?, ?)",
        arguments: [id, environment.environment.rawValue, environment.cells])
    }
  }
}
