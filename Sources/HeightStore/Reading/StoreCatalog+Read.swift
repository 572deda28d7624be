import LayoutPrimitives

extension StoreCatalog {
  /// Reads a catalog.
  ///
  /// - Throws: `StoreError.corrupt` when the rows contradict each other.
  static func read(_ connection: ReadConnection) throws -> StoreCatalog {
    let generations = try connection.rows(
      "SELECT number, created_utc, engine_version, digest, cells, failed FROM generation"
    ) { row in
      Generation(
        number: Int(row.int(0)), createdUTC: row.text(1), engineVersion: row.text(2),
        digest: row.text(3), cells: Int(row.int(4)), failed: Int(row.int(5)))
    }
    guard generations.count == 1, let generation = generations.first,
      generation.number > 0, generation.number < Int32.max
    else {
      throw StoreError.corrupt(
        path: connection.errors.path, detail: "\(generations.count) generations instead of one")
    }
    let environments = try readEnvironments(connection)
    let feeds = try connection.rows(
      "SELECT feed_id, name, records, generation, digest FROM feeds ORDER BY name"
    ) { row in
      FeedEntry(
        id: row.int(0), name: row.text(1), records: Int(row.int(2)),
        generation: Int(row.int(3)), digest: row.text(4),
        sources: try readSources(connection, feed: row.int(0)),
        environments: try readFeedEnvironments(
          connection, feed: row.int(0), environments: environments),
        templates: try connection.rows(
          "SELECT template_id FROM feed_templates WHERE feed_id = ? ORDER BY position",
          [row.int(0)]
        ) { TemplateID(rawValue: $0.int(0)) },
        lists: try readLists(connection, feed: row.int(0)))
    }
    return StoreCatalog(
      generation: generation, feeds: feeds, environments: environments,
      templates: try readTemplates(connection))
  }

  private static func readEnvironments(
    _ connection: ReadConnection
  ) throws -> [EnvironmentID: StoredEnvironment] {
    let rows = try connection.rows(
      "SELECT environment_id, key, steps_per_point, state FROM environments"
    ) { row in
      do {
        let environment = try StoredEnvironment(
          key: row.text(1), stepsPerPoint: row.double(2),
          state: row.isNull(3) ? nil : row.text(3))
        return (EnvironmentID(rawValue: row.int(0)), environment)
      } catch {
        throw StoreError.corrupt(path: connection.errors.path, detail: "\(error)")
      }
    }
    return Dictionary(rows) { first, _ in first }
  }

  private static func readTemplates(
    _ connection: ReadConnection
  ) throws -> [TemplateID: StoredTemplate] {
    let rows = try connection.rows("SELECT template_id, name, hash FROM templates") { row in
      (
        TemplateID(rawValue: row.int(0)),
        StoredTemplate(
          name: row.text(1), hash: row.text(2),
          views: try connection.rows(
            "SELECT view, kind, is_label FROM template_views WHERE template_id = ? "
              + "ORDER BY position", [row.int(0)]
          ) { StoredView(id: $0.text(0), kind: $0.text(1), isLabel: $0.int(2) != 0) })
      )
    }
    return Dictionary(rows) { first, _ in first }
  }

  private static func readSources(
    _ connection: ReadConnection, feed: Int64
  ) throws -> [SourceFile] {
    try connection.rows(
      "SELECT path, hash, bytes FROM sources WHERE feed_id = ? ORDER BY position", [feed]
    ) { SourceFile(path: $0.text(0), hash: $0.text(1), bytes: Int($0.int(2))) }
  }

  private static func readFeedEnvironments(
    _ connection: ReadConnection, feed: Int64,
    environments: [EnvironmentID: StoredEnvironment]
  ) throws -> [FeedEnvironment] {
    try connection.rows(
      "SELECT environment_id, cells, failed FROM feed_environments WHERE feed_id = ? "
        + "ORDER BY position", [feed]
    ) { row in
      let id = EnvironmentID(rawValue: row.int(0))
      guard let environment = environments[id] else {
        throw StoreError.corrupt(
          path: connection.errors.path, detail: "environment \(id.rawValue) is not listed")
      }
      return FeedEnvironment(
        id: id, environment: environment, cells: Int(row.int(1)), failed: Int(row.int(2)))
    }
  }

  private static func readLists(
    _ connection: ReadConnection, feed: Int64
  ) throws -> [ListEntry] {
    try connection.rows(
      "SELECT list_id, name, spacing, inset_top, inset_leading, inset_bottom, inset_trailing "
        + "FROM lists WHERE feed_id = ? ORDER BY name", [feed]
    ) { row in
      ListEntry(
        id: ListID(rawValue: row.int(0)),
        description: ListDescription(
          name: row.text(1), spacing: row.double(2),
          insets: Insets(
            top: row.double(3), leading: row.double(4), bottom: row.double(5),
            trailing: row.double(6))))
    }
  }
}
