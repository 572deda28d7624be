import SQLiteDatabase

/// The schema of a store.
///
/// `application_id` identifies the file type, `user_version` is the version of the schema. A
/// published store has exactly the objects in `docs/store.md`, which readers compare verbatim.
/// There is no migration: a build computes a store of another version anew.
enum StoreSchema {
  /// The `application_id`, "CHts".
  static let applicationID = 0x4348_7473

  /// The supported version.
  static let version = 6

  /// Name of the unique index over the key of a cell, which is created last.
  static let cellIndex = "cells_by_key"

  /// Maximum size of a row, in bytes.
  static let maximumRowBytes: Int32 = 16 << 20

  /// Creates the tables in a new staging file.
  static func create(_ db: Connection, shard: ShardNumber? = nil) throws {
    try db.transaction {
      for object in tables + [cellHeights] {
        try db.execute(object.statement)
      }
      if let shard { try ShardTables.create(shard, db) }
      try db.execute("PRAGMA application_id = \(applicationID)")
      try db.execute("PRAGMA user_version = \(version)")
    }
  }

  /// Every object of a published store.
  static var objects: [SchemaObject] { tables + [cellHeights, cellsByKey] }

  /// Whether the unique index exists.
  static func hasCellIndex(_ db: Connection) throws -> Bool {
    try db.integer("SELECT EXISTS(SELECT * FROM sqlite_schema WHERE name = ?)", cellIndex) == 1
  }

  /// Creates the unique index if it is missing.
  static func createCellIndex(_ db: Connection) throws {
    guard try !hasCellIndex(db) else { return }
    try db.execute(cellsByKey.statement)
  }

  /// Feed and environment come first, so that a client and a patch touch few pages.
  private static let cellsByKey = SchemaObject(
    type: .index, name: cellIndex, table: "cells",
    body: "\(cellIndex) ON cells(feed_id, environment_id, record_id)")
}

/// A table, an index or a view, as stored by SQLite.
struct SchemaObject: Hashable, Sendable {
  /// The beginning of the statement.
  enum Kind: String, Hashable, Sendable {
    case table = "CREATE TABLE "
    case index = "CREATE UNIQUE INDEX "
    case view = "CREATE VIEW "

    /// The value of `sqlite_schema.type`.
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
  /// Name of the table that an index belongs to; for a table or a view, its own name.
  let table: String
  /// The statement after the keywords.
  let body: String

  init(type: Kind, name: String, table: String? = nil, body: String) {
    self.type = type
    self.name = name
    self.table = table ?? name
    self.body = body
  }

  /// The statement, as in `sqlite_schema.sql`.
  var statement: String { type.rawValue + body }
}
