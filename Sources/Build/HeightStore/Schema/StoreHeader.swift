import SQLiteDatabase

/// Validates the header and the schema of a store.
enum StoreHeader {
  /// Checks the header and the schema of a file; call it before any other query.
  ///
  /// - Returns: Whether the store is a shard.
  /// - Throws: `StoreError.notAStore`, `.newerVersion`, `.olderVersion` or `.corrupt`.
  static func check(_ connection: ReadConnection) throws -> Bool {
    let path = connection.errors.path
    try checkType(connection)
    let version = try pragma("user_version", connection)
    guard version <= StoreSchema.version else {
      throw StoreError.newerVersion(path: path, found: version, known: StoreSchema.version)
    }
    // A truncated file fails these checks.
    guard version > 0, try pragma("page_count", connection) > 0 else {
      throw StoreError.corrupt(path: path, detail: "schema version \(version)")
    }
    guard version == StoreSchema.version else {
      throw StoreError.olderVersion(path: path, found: version, known: StoreSchema.version)
    }
    let objects = try connection.rows(StoreSchema.query) { FoundObject($0) }
    let expected = StoreSchema.objects(besides: objects.lazy.map(\.name))
    if let fault = StoreSchema.fault(in: objects, expected: expected) {
      throw StoreError.corrupt(path: path, detail: fault)
    }
    return expected.count > StoreSchema.objects.count
  }

  /// Checks that a file is a store of any schema version.
  ///
  /// - Throws: `StoreError.notAStore`, `.unreadable`.
  static func checkIsOurs(path: String) throws {
    try checkType(ReadConnection(path: path))
  }

  /// Whether a file begins like a store; the file may be incomplete.
  static func hasMark(path: String) throws(StoreError) -> Bool {
    // Bytes 68 to 71 of a database contain its `application_id`, most significant byte first.
    let bytes = try FileOperations.bytes(of: path, at: 68, count: 4)
    return bytes.count == 4
      && bytes.reduce(0) { $0 << 8 | Int32($1) } == StoreSchema.applicationID
  }

  private static func checkType(_ connection: ReadConnection) throws {
    guard try pragma("application_id", connection) == StoreSchema.applicationID else {
      throw StoreError.notAStore(
        path: connection.errors.path, reason: "its application_id is another")
    }
  }

  private static func pragma(_ name: String, _ connection: ReadConnection) throws -> Int {
    try connection.rows("PRAGMA \(name)") { Int($0.int(0)) }.first ?? 0
  }

  /// The generation number of a store of any schema version; nil if the file is damaged or is not a
  /// store.
  static func generation(path: String) -> Int? {
    do {
      try checkIsOurs(path: path)
      let number = try earlier(path: path).generation
      return number > 0 ? number : nil
    } catch {
      return nil
    }
  }

  /// Reads the generation number and the names of the feeds of a store of any schema version.
  ///
  /// - Returns: 0 and an empty array for values that cannot be read.
  static func earlier(path: String) throws -> (generation: Int, feeds: [String]) {
    let connection = try ReadConnection(path: path)
    func column<Value>(
      of table: String, _ query: String, _ read: (PreparedStatement) -> Value
    ) throws -> [Value] {
      do {
        let kind = try connection.rows(
          "SELECT type FROM sqlite_schema WHERE name = '\(table)'"
        ) { $0.text(0) }
        return kind == ["table"] ? try connection.rows(query, read) : []
      } catch is StoreError {
        return []
      }
    }
    let number = try column(of: "generation", "SELECT number FROM generation LIMIT 1") { $0.int(0) }
    return (
      number.first.flatMap { (1..<Int64(Int32.max)).contains($0) ? Int($0) : nil } ?? 0,
      try column(of: "feeds", "SELECT name FROM feeds ORDER BY name LIMIT 1000") { $0.text(0) }
    )
  }
}

/// A row of `sqlite_schema`, which describes a table, an index or a view.
struct FoundObject: Hashable, Sendable {
  let type: String
  let name: String
  let table: String
  /// The SQL statement; nil for an automatic index.
  let sql: String?

  /// Reads the current row of `StoreSchema.query`.
  init(_ row: PreparedStatement) {
    (type, name, table) = (row.text(0), row.text(1), row.text(2))
    sql = row.optionalText(3)
  }
}

extension StoreSchema {
  /// A query for all tables, indexes and views of a file.
  static let query = "SELECT type, name, tbl_name, sql FROM sqlite_schema"

  /// Describes the first difference between the objects of a file and the expected ones; nil if
  /// there is none.
  static func fault(in objects: [FoundObject], expected: [SchemaObject]) -> String? {
    var missing = Dictionary(expected.map { ($0.name, $0) }) { first, _ in first }
    for object in objects {
      // SQLite creates automatic indexes without a statement.
      if object.type == "index", object.sql == nil, object.name.hasPrefix("sqlite_autoindex_") {
        continue
      }
      guard let definition = missing.removeValue(forKey: object.name) else {
        return "it holds '\(object.name)', which no store does"
      }
      guard object.type == definition.type.word, object.table == definition.table,
        object.sql == definition.statement
      else { return "its \(definition.type.word) \(definition.name) was defined in another way" }
    }
    return expected.first { missing[$0.name] != nil }.map {
      "its \($0.type.word) \($0.name) is missing"
    }
  }
}
