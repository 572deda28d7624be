/// Tells a store that this program can read from every other file.
enum StoreHeader {
  /// Checks what a file says it is, and that its schema is the one we know.
  ///
  /// No table may be replaced by a view, none missing, none added. No other query runs before that.
  ///
  /// - Throws: `StoreError.notAStore`, `.newerVersion`, `.olderVersion` or `.corrupt`.
  static func check(_ connection: ReadConnection) throws {
    let path = connection.errors.path
    func pragma(_ name: String) throws -> Int {
      try connection.rows("PRAGMA \(name)") { Int($0.int(0)) }.first ?? 0
    }
    guard try pragma("application_id") == StoreSchema.applicationID else {
      throw StoreError.notAStore(path: path, reason: "its application_id is another")
    }
    let version = try pragma("user_version")
    guard version <= StoreSchema.version else {
      throw StoreError.newerVersion(path: path, found: version, known: StoreSchema.version)
    }
    // A file cut short is noticed here, before its pages are looked for.
    guard version > 0, try pragma("page_count") > 0 else {
      throw StoreError.corrupt(path: path, detail: "schema version \(version)")
    }
    guard version == StoreSchema.version else {
      throw StoreError.olderVersion(path: path, found: version, known: StoreSchema.version)
    }
    let found = try connection.rows(StoreSchema.query) { FoundObject($0) }
    if let fault = StoreSchema.fault(in: found, expected: StoreSchema.objects) {
      throw StoreError.corrupt(path: path, detail: fault)
    }
  }

  /// Checks that a file is a store of whatever version, before anything is made beside it.
  ///
  /// - Throws: `StoreError.notAStore` and whatever keeps it from being read.
  static func checkIsOurs(path: String) throws {
    let connection = try ReadConnection(path: path)
    let found = try connection.rows("PRAGMA application_id") { Int($0.int(0)) }.first
    guard found == StoreSchema.applicationID else {
      throw StoreError.notAStore(path: path, reason: "its application_id is another")
    }
  }

  /// The number of the generation in a store of an earlier version; 0 where it cannot be read.
  static func earlierGeneration(path: String) throws -> Int {
    let connection = try ReadConnection(path: path)
    do {
      let kind = try connection.rows(
        "SELECT type FROM sqlite_schema WHERE name = 'generation'"
      ) { $0.text(0) }
      guard kind == ["table"] else { return 0 }
      let numbers = try connection.rows("SELECT number FROM generation LIMIT 1") { $0.int(0) }
      return numbers.first.flatMap { (1..<Int64(Int32.max)).contains($0) ? Int($0) : nil } ?? 0
    } catch is StoreError {
      return 0  // Whatever it is, it is computed anew.
    }
  }

  /// The feeds in a store of an earlier version, by name; none where they cannot be read.
  static func earlierFeeds(path: String) throws -> [String] {
    let connection = try ReadConnection(path: path)
    do {
      let kind = try connection.rows(
        "SELECT type FROM sqlite_schema WHERE name = 'feeds'"
      ) { $0.text(0) }
      guard kind == ["table"] else { return [] }
      return try connection.rows("SELECT name FROM feeds ORDER BY name LIMIT 1000") { $0.text(0) }
    } catch is StoreError {
      return []
    }
  }
}

/// A row of `sqlite_schema`.
struct FoundObject: Hashable, Sendable {
  let type: String
  let name: String
  let table: String
  /// nil for an index that SQLite made by itself.
  let sql: String?

  init(type: String, name: String, table: String, sql: String?) {
    self.type = type
    self.name = name
    self.table = table
    self.sql = sql
  }

  /// Reads a row of `StoreSchema.query`.
  init(_ row: PreparedStatement) {
    type = row.text(0)
    name = row.text(1)
    table = row.text(2)
    sql = row.optionalText(3)
  }
}

extension StoreSchema {
  /// Reads every object of a file.
  static let query = "SELECT type, name, tbl_name, sql FROM sqlite_schema"

  /// What is wrong with the objects of a file; nil when they are those expected, in our words.
  static func fault(in found: [FoundObject], expected: [SchemaObject]) -> String? {
    var missing = Dictionary(expected.map { ($0.name, $0) }) { first, _ in first }
    for object in found {
      // SQLite's own indexes of unique columns have no words to compare.
      if object.type == "index", object.sql == nil, object.name.hasPrefix("sqlite_autoindex_") {
        continue
      }
      guard let known = missing.removeValue(forKey: object.name) else {
        return "it holds '\(object.name)', which no store does"
      }
      guard object.type == known.type.word, object.table == known.table,
        object.sql == known.statement
      else { return "its \(known.type.word) \(known.name) was defined in another way" }
    }
    return expected.first { missing[$0.name] != nil }.map {
      "its \($0.type.word) \($0.name) is missing"
    }
  }
}
