import LayoutPrimitives
import SQLiteDatabase

/// The rows of one feed, except its cells.
struct FeedTables {
  let db: Connection
  let feed: Int64

  private static let deleteFindings = """
    DELETE FROM finding_environments
      WHERE finding_id IN (SELECT finding_id FROM findings WHERE feed_id = :feed);
    DELETE FROM findings WHERE feed_id = :feed;
    """

  /// Removes the rows of a feed except its cells and lists, or creates the feed.
  ///
  /// - Returns: The tables of the feed, and whether the feed existed.
  static func emptied(_ db: Connection, feed name: String) throws -> (FeedTables, isKnown: Bool) {
    let existing = try db.integer("SELECT feed_id FROM feeds WHERE name = ?", name)
    guard let id = existing else {
      try db.execute(
        """
        INSERT INTO feeds(name, records, generation, digest, keeps_frames, keeps_lines, inputs)
          VALUES(?, 0, 0, '', 1, 0, '')
        """,
        name)
      return (FeedTables(db: db, feed: db.lastInsertedRow), false)
    }
    try db.execute(
      """
      \(deleteFindings)
      DELETE FROM feed_paths WHERE feed_id = :feed;
      DELETE FROM sources WHERE feed_id = :feed;
      DELETE FROM feed_environments WHERE feed_id = :feed;
      DELETE FROM feed_templates WHERE feed_id = :feed;
      DELETE FROM feed_arguments WHERE feed_id = :feed;
      """, id)
    return (FeedTables(db: db, feed: id), true)
  }

  func write(_ description: FeedDescription) throws -> FeedKeys {
    try db.execute(
      "UPDATE feeds SET keeps_frames = ?, keeps_lines = ?, inputs = ? WHERE feed_id = ?",
      description.keepsFrames, description.keepsLines, description.inputs, feed)
    try write(description.sources)
    let environments = try description.environments.map { try write($0) }
    let templates = try description.templates.map { try write($0) }
    for (position, template) in templates.enumerated() {
      try db.execute(
        "INSERT INTO feed_templates VALUES(?, ?, ?)",
        feed, template.rawValue, position)
    }
    for (position, argument) in description.arguments.enumerated() {
      try db.execute(
        "INSERT INTO feed_arguments VALUES(?, ?, ?, ?)",
        feed, position, argument.name.rawValue, argument.value)
    }
    return FeedKeys(environments: environments, templates: templates)
  }

  func replace(sources: [SourceFile]) throws {
    try db.execute("DELETE FROM sources WHERE feed_id = ?", feed)
    try write(sources)
  }

  func replace(findings: [FindingRow]) throws {
    try db.execute(Self.deleteFindings, feed)
    for finding in findings { try write(finding) }
  }

  func replace(paths: [SeenPath]) throws {
    try db.execute("DELETE FROM feed_paths WHERE feed_id = ?", feed)
    for path in paths {
      try db.execute(
        "INSERT INTO feed_paths VALUES(?, ?, ?)", feed, path.path, path.records)
    }
  }

  /// Creates a list, or replaces the description of an existing list, which keeps its number.
  func make(_ list: ListDescription) throws -> ListID {
    let insets = list.insets
    let separator = list.shape?.separator
    let existing = try db.integer(
      "SELECT list_id FROM lists WHERE feed_id = ? AND name = ?", feed, list.name)
    if let existing {
      try db.execute(
        """
        UPDATE lists SET spacing = ?, inset_top = ?, inset_leading = ?, inset_bottom = ?,
          inset_trailing = ?, kinds = ?, separator = ?, separator_inset = ?,
          separator_after_last = ? WHERE list_id = ?
        """,
        list.spacing, insets.top, insets.leading, insets.bottom, insets.trailing,
        list.shape?.words, separator?.height, separator?.inset, separator?.isAfterLast, existing)
      return ListID(rawValue: existing)
    }
    try db.execute(
      """
      INSERT INTO lists(feed_id, name, spacing, inset_top, inset_leading, inset_bottom,
        inset_trailing, kinds, separator, separator_inset, separator_after_last)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      feed, list.name, list.spacing, insets.top, insets.leading, insets.bottom, insets.trailing,
      list.shape?.words, separator?.height, separator?.inset, separator?.isAfterLast)
    return ListID(rawValue: db.lastInsertedRow)
  }

  /// Removes the lists of the feed that were not made in this build.
  func removeLists(except made: Set<Int64>) throws {
    let existing = try db.rows("SELECT list_id FROM lists WHERE feed_id = ?", feed) { $0.int(0) }
    for list in existing where !made.contains(list) {
      for table in ["list_chunks", "list_places", "list_environments", "lists"] {
        try db.execute("DELETE FROM \(table) WHERE list_id = ?", list)
      }
    }
  }

  func end(
    records: Int, generation: Int, failedPositions: FailedPositions,
    counts: [(EnvironmentID, CellCounts)]
  ) throws {
    try db.execute(
      "UPDATE feeds SET records = ?, generation = ?, failed_places = ? WHERE feed_id = ?",
      records, generation, failedPositions.bytes, feed)
    for (position, (environment, counts)) in counts.enumerated() {
      try db.execute(
        "INSERT INTO feed_environments VALUES(?, ?, ?, ?, ?, ?)",
        feed, environment.rawValue, position, counts.cells, counts.failed, counts.listCells)
    }
  }

  private func write(_ sources: [SourceFile]) throws {
    for (position, source) in sources.enumerated() {
      try db.execute(
        "INSERT INTO sources VALUES(?, ?, ?, ?, ?, ?)",
        feed, position, source.path, source.hash, source.bytes, source.isChanges)
    }
  }

  private func write(_ environment: StoredEnvironment) throws -> EnvironmentID {
    let existing = try db.integer(
      "SELECT environment_id FROM environments WHERE key = ? AND steps_per_point = ?",
      environment.key, environment.stepsPerPoint)
    if let existing { return EnvironmentID(rawValue: existing) }
    let parts = environment.parts
    try db.execute(
      """
      INSERT INTO environments(key, width, last_width, scale, size_category, direction, locale,
        text_rules, state, steps_per_point)
        VALUES(?, CAST(? AS REAL), ?, CAST(? AS REAL), ?, ?, ?, ?, ?, ?)
      """,
      environment.key, parts.width, parts.widths?.upperBound, parts.scale, parts.sizeCategory,
      parts.direction,
      parts.locale, parts.textRules, parts.state, environment.stepsPerPoint)
    return EnvironmentID(rawValue: db.lastInsertedRow)
  }

  private func write(_ template: StoredTemplate) throws -> TemplateID {
    let existing = try db.integer("SELECT template_id FROM templates WHERE hash = ?", template.hash)
    if let existing { return TemplateID(rawValue: existing) }
    try db.execute(
      "INSERT INTO templates(name, hash) VALUES(?, ?)",
      template.name, template.hash)
    let id = db.lastInsertedRow
    for (position, view) in template.views.enumerated() {
      try db.execute(
        "INSERT INTO template_views VALUES(?, ?, ?, ?, ?)",
        id, position, view.id, view.kind, view.isLabel)
    }
    return TemplateID(rawValue: id)
  }

  private func write(_ row: FindingRow) throws {
    let finding = row.finding
    try db.execute(
      """
      INSERT INTO findings(feed_id, template_id, position, code, severity, kind, view, place,
        message, records, cells, sample_record, sample_environment)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      feed, row.template?.rawValue, finding.position, finding.code, finding.severity.rawValue,
      finding.word, finding.view, finding.location?.description, finding.message, finding.records,
      finding.cells, finding.sample?.record, finding.sample?.environment)
    let id = db.lastInsertedRow
    for environment in row.environments {
      try db.execute(
        "INSERT INTO finding_environments VALUES(?, ?, ?)",
        id, environment.id.rawValue, environment.cells)
    }
  }
}

/// A finding, with the row numbers of its template and its environments.
struct FindingRow {
  /// `nil` for a finding about the feed.
  let template: TemplateID?
  let finding: Finding
  let environments: [(id: EnvironmentID, cells: Int)]

  init(_ finding: Finding, template: TemplateID?, environments: [(EnvironmentID, Int)] = []) {
    self.finding = finding
    self.template = template
    self.environments = environments
  }

  /// Creates the row of a finding about an open feed.
  ///
  /// - Throws: `StoreError.invalid` if a count is negative, or if the feed lacks the template or an
  ///   environment.
  init(_ finding: Finding, of feed: OpenFeed) throws(StoreError) {
    guard finding.position >= 0, finding.records >= 0, finding.cells >= 0 else {
      throw StoreError.invalid(
        "a finding of severity '\(finding.severity.rawValue)' in \(finding.cells) cells of "
          + "\(finding.records) records")
    }
    let ids = finding.environments.compactMap { environment in
      feed.keys.environments.first { feed.environments[$0]?.key == environment.key }
        .map { ($0, environment.cells) }
    }
    guard ids.count == finding.environments.count,
      finding.template.map(feed.keys.templates.indices.contains) ?? true
    else {
      throw StoreError.invalid(
        "a finding of feed '\(feed.name)' with a template or an environment that the feed was "
          + "not begun with")
    }
    self.init(
      finding, template: finding.template.map { feed.keys.templates[$0] }, environments: ids)
  }
}

/// A path that has values in some records of a feed.
public struct SeenPath: Hashable, Sendable {
  /// The path, unique in the feed.
  public var path: String
  /// Number of records with a value, `>= 0`.
  public var records: Int

  /// Creates a path.
  public init(path: String, records: Int) {
    self.path = path
    self.records = records
  }
}
