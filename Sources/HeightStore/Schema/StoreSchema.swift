import GRDB

/// The tables of a store, and the steps from one version of them to the next.
///
/// `application_id` tells our files from others, `user_version` is the version of the schema. A
/// published store has exactly the tables that `docs/store.md` explains.
enum StoreSchema {
  /// "CHts", the `application_id` in the file's header.
  static let applicationID = 0x4348_7473

  /// The version that this program writes and reads.
  static let version = migrations.count

  /// Name of the unique index over the key of a cell, made after the load.
  static let cellIndex = "cells_by_key"

  /// One step a version: step `n` takes a file from version `n` to `n + 1`.
  private static let migrations: [String] = [version1]

  /// Brings a side file to the current version.
  ///
  /// - Throws: GRDB's errors.
  static func migrate(_ db: Database) throws {
    let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    guard found < version else { return }
    try db.execute(sql: "BEGIN IMMEDIATE")
    for step in migrations[max(0, found)...] {
      try db.execute(sql: step)
    }
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    try db.execute(sql: "PRAGMA user_version = \(version)")
    try db.execute(sql: "COMMIT")
  }

  /// Whether the unique index was made.
  static func hasCellIndex(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS(SELECT * FROM sqlite_schema WHERE name = ?)",
      arguments: [cellIndex]) == true
  }

  /// Makes the unique index over feed, environment and record.
  ///
  /// Feed and environment come first: one client asks one of each, so that the pages it touches
  /// are few, and a patch of one feed stays in one part of the index.
  static let createCellIndex =
    "CREATE UNIQUE INDEX IF NOT EXISTS \(cellIndex) ON cells(feed_id, environment_id, record_id)"
}
