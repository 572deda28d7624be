import GRDB

/// The tables of a store, and what its file says it is.
///
/// `application_id` tells our files from others, `user_version` is the version of the schema. A
/// published store has exactly the objects that `docs/store.md` explains, in these words: readers
/// compare them before they ask any of them. There is no way from one version to the next; a build
/// computes a store of another version anew.
enum StoreSchema {
  /// "CHts", the `application_id` in the file's header.
  static let applicationID = 0x4348_7473

  /// The version that this program writes and reads.
  static let version = 2

  /// Name of the unique index over the key of a cell, made after the load.
  static let cellIndex = "cells_by_key"

  /// Bytes of the longest row that is written or read; beyond it SQLite refuses.
  static let maximumRowBytes: Int32 = 16 << 20

  /// Makes the tables in a new side file.
  ///
  /// - Throws: GRDB's errors.
  static func create(_ db: Database) throws {
    try db.execute(sql: "BEGIN IMMEDIATE")
    for object in tables + [cellHeights] {
      try db.execute(sql: object.statement)
    }
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    try db.execute(sql: "PRAGMA user_version = \(version)")
    try db.execute(sql: "COMMIT")
  }

  /// Every object of a published store.
  static var objects: [SchemaObject] { tables + [cellHeights, cellsByKey] }

  /// Whether the unique index was made.
  static func hasCellIndex(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS(SELECT * FROM sqlite_schema WHERE name = ?)",
      arguments: [cellIndex]) == true
  }

  /// Makes the unique index over feed, environment and record, if it is not there.
  static func createCellIndex(_ db: Database) throws {
    guard try !hasCellIndex(db) else { return }
    try db.execute(sql: cellsByKey.statement)
  }

  /// Feed and environment come first: one client asks one of each, so that the pages it touches
  /// are few, and a patch of one feed stays in one part of the index.
  private static let cellsByKey = SchemaObject(
    type: .index, name: cellIndex, table: "cells",
    body: "\(cellIndex) ON cells(feed_id, environment_id, record_id)")
}

/// A table, an index or a view, in the words in which SQLite keeps it.
struct SchemaObject: Hashable, Sendable {
  /// What it is, and how its statement begins.
  enum Kind: String, Hashable, Sendable {
    case table = "CREATE TABLE "
    case index = "CREATE UNIQUE INDEX "
    case view = "CREATE VIEW "

    /// The word in `sqlite_schema.type`.
    var word: String {
      switch self {
      case .table: "table"
      case .index: "index"
      case .view: "view"
      }
    }
  }

  let type: Kind
  let name: String
  /// The table it belongs to; its own name but for an index.
  let table: String
  /// The statement from the name on.
  let body: String

  init(type: Kind, name: String, table: String? = nil, body: String) {
    self.type = type
    self.name = name
    self.table = table ?? name
    self.body = body
  }

  /// The statement that makes it, as `sqlite_schema.sql` has it.
  var statement: String { type.rawValue + body }
}
