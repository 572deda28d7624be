import GRDB

/// Reads every cell of some feeds back once: digests them and compares them with the tables that
/// describe them.
struct CellAudit {
  /// One feed that was read.
  struct Feed {
    let id: Int64
    let name: String
    var digest = ContentDigest()
    var counts: [EnvironmentID: CellCounts] = [:]
  }

  /// The feeds, in the order of their numbers.
  private(set) var feeds: [Feed]

  private let errors: SQLiteErrors

  /// Reads the cells and checks them.
  ///
  /// - Throws: `StoreError.verificationFailed` at the first contradiction.
  init(
    _ db: Database, connection: OpaquePointer, errors: SQLiteErrors, feeds names: [String]
  ) throws {
    self.errors = errors
    feeds = try Row.fetchAll(db, sql: "SELECT feed_id, name FROM feeds ORDER BY feed_id")
      .map { Feed(id: try $0.decode(forColumn: "feed_id"), name: try $0.decode(forColumn: "name")) }
      .filter { names.contains($0.name) }
    let templates = try Self.templates(db)
    let environments = try Self.environments(db)
    // In the order of the rows, which is how they lie in the file.
    let rows = try PreparedStatement(
      "SELECT feed_id, environment_id, template_id, record_id, version, trust, height, "
        + "exact_height, frames, error_code, cell_id FROM cells NOT INDEXED ORDER BY cell_id",
      on: connection, errors: errors)
    let places = Dictionary(zip(feeds.map(\.id), feeds.indices)) { first, _ in first }
    while try rows.step() {
      guard let feed = places[rows.int(0)] else { continue }
      let environment = EnvironmentID(rawValue: rows.int(1))
      let isFailed = !rows.isNull(9)
      guard let template = templates[rows.int(2)], let environmentHash = environments[environment],
        isFailed == rows.isNull(6), rows.blob(8).count == (isFailed ? 0 : template.bytes)
      else { throw failed("cell \(rows.int(10)) contradicts its template or environment") }
      feeds[feed].counts[environment, default: CellCounts()].add(failed: isFailed)
      feeds[feed].digest.add(Self.hash(rows, environmentHash, template.hash))
    }
    for feed in feeds {
      try check(db, feed)
    }
  }

  private static func hash(
    _ row: PreparedStatement, _ environment: CellHash, _ template: CellHash
  ) -> CellHash {
    var hash = environment
    hash.combine(template.value.0)
    hash.combine(bytes: UnsafeRawBufferPointer(row.textBytes(3)))
    hash.combine(bytes: UnsafeRawBufferPointer(row.textBytes(4)))
    hash.combine(row.int(5))
    hash.combine(row.int(6))
    hash.combine(row.double(7).bitPattern)
    hash.combine(bytes: row.blob(8))
    hash.combine(bytes: UnsafeRawBufferPointer(row.textBytes(9)))
    return hash
  }

  /// What a template says about its frames: their bytes and whose they are.
  private static func templates(
    _ db: Database
  ) throws -> [Int64: (bytes: Int, hash: CellHash)] {
    var templates: [Int64: (bytes: Int, hash: CellHash)] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT template_id, name FROM templates") {
      var hash = CellHash()
      hash.combine(text: try row.decode(forColumn: "name"))
      templates[try row.decode(forColumn: "template_id")] = (0, hash)
    }
    let views = try Row.fetchAll(
      db, sql: "SELECT template_id, view, is_label FROM template_views ORDER BY 1, position")
    for row in views {
      let id = try row.decode(Int64.self, forColumn: "template_id")
      let isLabel = try row.decode(Bool.self, forColumn: "is_label")
      templates[id]?.bytes += isLabel ? 18 : 16
      templates[id]?.hash.combine(text: try row.decode(forColumn: "view"))
      templates[id]?.hash.combine(isLabel ? 1 : 0 as UInt64)
    }
    return templates
  }

  private static func environments(_ db: Database) throws -> [EnvironmentID: CellHash] {
    let rows = try Row.fetchAll(db, sql: "SELECT environment_id, key FROM environments").map {
      row in
      var hash = CellHash()
      hash.combine(text: try row.decode(forColumn: "key"))
      return (EnvironmentID(rawValue: try row.decode(forColumn: "environment_id")), hash)
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// Compares what was read with the counts of the feed's environments and with its own list.
  private func check(_ db: Database, _ feed: Feed) throws {
    let expected = try Row.fetchAll(
      db,
      sql: """
        SELECT environment_id, cells, failed,
          (SELECT total(list_chunks.cells) FROM list_chunks JOIN lists USING(list_id)
            WHERE lists.feed_id = feed_environments.feed_id AND lists.name = :list
            AND list_chunks.environment_id = feed_environments.environment_id) AS listed
        FROM feed_environments WHERE feed_id = :feed
        """, arguments: ["feed": feed.id, "list": ListDescription.feedOrder])
    var known = 0
    for row in expected {
      let id = EnvironmentID(rawValue: try row.decode(forColumn: "environment_id"))
      let found = feed.counts[id] ?? CellCounts()
      let cells = try row.decode(Int.self, forColumn: "cells")
      let listed = try row.decode(Int.self, forColumn: "listed")
      let failures = try row.decode(Int.self, forColumn: "failed")
      guard found.cells == cells, found.failed == failures else {
        throw failed("feed '\(feed.name)' has \(found.cells) cells instead of \(cells)")
      }
      guard listed == cells else {
        throw failed("the list of feed '\(feed.name)' has \(listed) of its \(cells) cells")
      }
      known += found.cells + found.failed
    }
    let all = feed.counts.values.reduce(0) { $0 + $1.cells + $1.failed }
    guard known == all else {
      throw failed("feed '\(feed.name)' has \(all - known) cells of unknown environments")
    }
  }

  private func failed(_ detail: String) -> StoreError {
    .verificationFailed(path: errors.path, detail: detail)
  }
}
