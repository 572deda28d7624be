import GRDB
import LayoutPrimitives

/// Reads every cell back once: checks its checksum, and of the feeds that were replaced digests
/// them and compares them with the tables that describe them.
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
  /// - Parameter indexIsNew: Whether the index over their keys was made just now.
  /// - Throws: `StoreError.verificationFailed` at the first contradiction.
  init(
    _ db: Database, connection: OpaquePointer, errors: SQLiteErrors, feeds names: [String],
    indexIsNew: Bool
  ) throws {
    self.errors = errors
    feeds = try Row.fetchAll(db, sql: "SELECT feed_id, name FROM feeds ORDER BY feed_id")
      .map { Feed(id: try $0.decode(forColumn: "feed_id"), name: try $0.decode(forColumn: "name")) }
      .filter { names.contains($0.name) }
    let templates = try Self.templates(db)
    let environments = try Self.environments(db)
    // In the order of the rows, which is how they lie in the file.
    let rows = try PreparedStatement(
      "SELECT \(CellRow.columns) FROM cells NOT INDEXED ORDER BY cell_id",
      on: connection, errors: errors)
    let bytes = RowBytes()
    var keys = ContentDigest()
    let places = Dictionary(zip(feeds.map(\.id), feeds.indices)) { first, _ in first }
    while try rows.step() {
      let number = rows.int(CellRow.id)
      if !indexIsNew { keys.add(Self.keyHash(rows, CellRow.feed, CellRow.recordID, number, bytes)) }
      let feed = places[rows.int(CellRow.feed)]
      guard CellRow.isWhole(rows, bytes) else {
        if feed != nil { throw failed("cell \(number) is not what was written") }
        throw try damaged(number, rows, db)
      }
      guard let feed else { continue }
      let environment = EnvironmentID(rawValue: rows.int(CellRow.environment))
      let isFailed = !rows.isNull(CellRow.errorCode)
      guard let template = templates[rows.int(CellRow.template)],
        let environmentHash = environments[environment],
        rows.blob(CellRow.frames).count == (isFailed ? 0 : template.bytes)
      else { throw failed("cell \(number) contradicts its template or environment") }
      feeds[feed].counts[environment, default: CellCounts()].add(failed: isFailed)
      feeds[feed].digest.add(Self.hash(rows, environmentHash, template.hash, bytes))
    }
    for feed in feeds {
      try check(db, feed)
    }
    try checkChunks(connection, bytes)
    // One that was just made of these rows cannot lead elsewhere.
    if !indexIsNew { try checkIndex(connection, keys, bytes) }
  }

  /// Reads the index, which must lead to every cell by its key: a lookup finds by nothing else.
  private func checkIndex(
    _ connection: OpaquePointer, _ keys: ContentDigest, _ bytes: RowBytes
  ) throws {
    let entries = try PreparedStatement(
      "SELECT feed_id, environment_id, record_id, cell_id FROM cells "
        + "INDEXED BY \(StoreSchema.cellIndex) ORDER BY 1, 2, 3", on: connection, errors: errors)
    var found = ContentDigest()
    while try entries.step() {
      found.add(Self.keyHash(entries, 0, 2, entries.int(3), bytes))
    }
    guard found == keys else {
      throw StoreError.corrupt(
        path: errors.store, detail: "its index does not lead to all of its cells")
    }
  }

  /// Hash of a cell's key and number; the environment stands behind the feed.
  private static func keyHash(
    _ row: PreparedStatement, _ feed: Int32, _ recordID: Int32, _ number: Int64, _ bytes: RowBytes
  ) -> ContentHash {
    bytes.reset()
    bytes.append(row.int(feed))
    bytes.append(row.int(feed + 1))
    bytes.append(number)
    bytes.append(text: row.textBytes(recordID))
    return bytes.hash
  }

  /// Reads every chunk of every list back.
  private func checkChunks(_ connection: OpaquePointer, _ bytes: RowBytes) throws {
    let rows = try PreparedStatement(
      "SELECT \(ChunkRow.columns) FROM list_chunks NOT INDEXED", on: connection, errors: errors)
    while try rows.step() {
      guard ChunkRow.isWhole(rows, bytes) else {
        throw StoreError.corrupt(
          path: errors.store,
          detail: "chunk \(rows.int(ChunkRow.chunk)) of list \(rows.int(ChunkRow.list))")
      }
    }
  }

  /// What to say of a damaged cell of a feed that this build does not replace: it is not published
  /// again, and a build of its feed computes it anew.
  private func damaged(
    _ number: Int64, _ row: PreparedStatement, _ db: Database
  ) throws -> StoreError {
    let feed = try String.fetchOne(
      db, sql: "SELECT name FROM feeds NOT INDEXED WHERE feed_id = ?",
      arguments: [row.int(CellRow.feed)])
    let whose = feed.map { "of feed '\($0)', which a build that names it computes anew" }
    return .corrupt(
      path: errors.store, detail: "cell \(number) \(whose ?? "of no feed")")
  }

  /// Hash of what a cell says, whatever its number and whenever it was computed.
  private static func hash(
    _ row: PreparedStatement, _ environment: ContentHash, _ template: ContentHash, _ bytes: RowBytes
  ) -> ContentHash {
    bytes.reset()
    bytes.append(environment)
    bytes.append(template)
    bytes.append(text: row.textBytes(CellRow.recordID))
    bytes.append(text: row.textBytes(CellRow.version))
    bytes.append(row.int(CellRow.caveats))
    bytes.append(row.int(CellRow.height))
    bytes.append(row.double(CellRow.exactHeight))
    bytes.append(blob: row.blob(CellRow.frames))
    bytes.append(text: row.textBytes(CellRow.errorCode))
    return bytes.hash
  }

  /// What a template says about its frames: their bytes and whose they are.
  private static func templates(
    _ db: Database
  ) throws -> [Int64: (bytes: Int, hash: ContentHash)] {
    var templates: [Int64: (bytes: Int, hash: ContentHash)] = [:]
    let values = RowBytes()
    for row in try Row.fetchAll(db, sql: "SELECT template_id, name FROM templates") {
      let id = try row.decode(Int64.self, forColumn: "template_id")
      let views = try Row.fetchAll(
        db,
        sql: "SELECT view, is_label FROM template_views WHERE template_id = ? ORDER BY position",
        arguments: [id])
      values.reset()
      values.append(name: try row.decode(forColumn: "name"))
      var bytes = 0
      for view in views {
        let isLabel = try view.decode(Bool.self, forColumn: "is_label")
        bytes += isLabel ? 18 : 16
        values.append(name: try view.decode(forColumn: "view"))
        values.append(isLabel ? 1 : 0 as Int64)
      }
      templates[id] = (bytes, values.hash)
    }
    return templates
  }

  private static func environments(_ db: Database) throws -> [EnvironmentID: ContentHash] {
    let rows = try Row.fetchAll(db, sql: "SELECT environment_id, key FROM environments").map {
      (
        EnvironmentID(rawValue: try $0.decode(forColumn: "environment_id")),
        ContentHash(of: try $0.decode(String.self, forColumn: "key"))
      )
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// Compares what was read with the counts of the feed's environments and with its own list.
  private func check(_ db: Database, _ feed: Feed) throws {
    let expected = try Row.fetchAll(
      db,
      sql: """
        SELECT environment_id, cells, failed,
          (SELECT total(list_environments.cells) FROM list_environments JOIN lists USING(list_id)
            WHERE lists.feed_id = feed_environments.feed_id AND lists.name = :list
            AND list_environments.environment_id = feed_environments.environment_id) AS listed
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
