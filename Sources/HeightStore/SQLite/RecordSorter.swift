import GRDB

/// The value of a record that a list is sorted by.
public enum SortKey: Hashable, Sendable {
  /// A finite number.
  case number(Double)
  /// Seconds since 1970.
  case date(Int64)
  /// A text, compared by Unicode code points.
  case text(String)
}

/// The order of a named list.
public enum SortOrder: Hashable, Sendable {
  /// By a key, numbers before dates before texts; records without one come last, and equal ones in
  /// feed order.
  case key(isDescending: Bool)
  /// As the ids were added.
  case ids
}

/// Sorts the cells of a feed for its named lists, in bounded memory.
///
/// Keys and cells are in a temporary SQLite file, which is removed with the sorter, also after a
/// crash. It is a class because it owns that file, and must be used by one thread at a time.
public final class RecordSorter {
  /// Ids that were added in vain.
  public struct IDFaults: Hashable, Sendable {
    /// Ids of no record of the feed.
    public let unknown: Int
    /// Ids that were added before.
    public let repeated: Int
    /// One of them.
    public let example: String?
  }

  private let queue: DatabaseQueue
  private let errors = SQLiteErrors(path: "the temporary file of the lists", writing: true)
  private var records: Int64 = 0
  private var lines: Int64 = 0
  private var repeated: [Int: (count: Int, first: String)] = [:]

  /// Creates an empty sorter.
  ///
  /// - Throws: `StoreError.cannotCreate`, `.writeFailed`.
  public init() throws {
    let errors = errors
    queue = try errors.translating {
      var configuration = Configuration()
      // One transaction, as nothing is needed after a crash.
      configuration.allowsUnsafeTransactions = true
      let queue = try DatabaseQueue(path: "", configuration: configuration)
      try queue.inDatabase { database in
        try database.execute(
          sql: """
            PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF;
            PRAGMA cache_size = -8192;
            BEGIN;
            CREATE TABLE records (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
            CREATE TABLE cells (position INTEGER, environment INTEGER, cell INTEGER,
              height INTEGER, PRIMARY KEY (position, environment)) STRICT, WITHOUT ROWID;
            CREATE TABLE keys (list INTEGER, position INTEGER, kind INTEGER, number REAL,
              text TEXT, PRIMARY KEY (list, position)) STRICT, WITHOUT ROWID;
            CREATE TABLE ids (list INTEGER, id TEXT, line INTEGER,
              PRIMARY KEY (list, id)) STRICT, WITHOUT ROWID;
            """)
      }
      return queue
    }
  }

  /// Adds the next record of the feed.
  ///
  /// - Parameters:
  ///   - id: The record's id, which is new.
  ///   - cells: Its cells by environment; failed ones are left out of every list.
  ///   - keys: Its keys by the number of the list.
  public func add(id: String, cells: [CellReference], keys: [(list: Int, key: SortKey)]) throws {
    let position = records
    records += 1
    try inDatabase { database in
      try database.cachedStatement(sql: "INSERT INTO records VALUES (?, ?)").execute(
        arguments: [position, id])
      let cell = try database.cachedStatement(sql: "INSERT INTO cells VALUES (?, ?, ?, ?)")
      for (environment, reference) in cells.enumerated() {
        guard let height = reference.height else { continue }
        try cell.execute(arguments: [position, environment, reference.cellID, height])
      }
      let row = try database.cachedStatement(sql: "INSERT INTO keys VALUES (?, ?, ?, ?, ?)")
      for (list, key) in keys {
        switch key {
        case .number(let number):
          try row.execute(arguments: [list, position, 1, number, nil])
        case .date(let seconds):
          try row.execute(arguments: [list, position, 2, Double(seconds), nil])
        case .text(let text): try row.execute(arguments: [list, position, 3, nil, text])
        }
      }
    }
  }

  /// Adds the next id of a list.
  public func add(id: String, list: Int) throws {
    lines += 1
    let line = lines
    let isNew = try inDatabase { database in
      try database.cachedStatement(sql: "INSERT OR IGNORE INTO ids VALUES (?, ?, ?)").execute(
        arguments: [list, id, line])
      return database.changesCount > 0
    }
    guard !isNew else { return }
    repeated[list] = ((repeated[list]?.count ?? 0) + 1, repeated[list]?.first ?? id)
  }

  /// The ids of a list that name no record, or were added before.
  public func faults(list: Int) throws -> IDFaults {
    try inDatabase { database in
      let unknown = "FROM ids WHERE list = ? AND id NOT IN (SELECT id FROM records)"
      let count = try Int.fetchOne(database, sql: "SELECT count(*) \(unknown)", arguments: [list])
      let first = try String.fetchOne(
        database, sql: "SELECT id \(unknown) ORDER BY line LIMIT 1", arguments: [list])
      return IDFaults(
        unknown: count ?? 0, repeated: repeated[list]?.count ?? 0,
        example: first ?? repeated[list]?.first)
    }
  }

  /// Calls `body` with the cells of a list in order, each with the number of its environment.
  public func forEach(
    list: Int, order: SortOrder, _ body: (_ environment: Int, CellReference) throws -> Void
  ) throws {
    let cells = "SELECT records.id, environment, cell, height FROM"
    let query: String
    switch order {
    case .ids:
      query = """
        \(cells) (SELECT id, line FROM ids WHERE list = ?) AS named
          JOIN records USING (id) JOIN cells USING (position) ORDER BY line, environment
        """
    case .key(let isDescending):
      let way = isDescending ? "DESC" : "ASC"
      query = """
        \(cells) records LEFT JOIN (SELECT * FROM keys WHERE list = ?) AS sorted USING (position)
          JOIN cells USING (position)
          ORDER BY kind IS NULL, kind \(way), number \(way), text \(way), position, environment
        """
    }
    try inDatabase { database in
      let rows = try Row.fetchCursor(database, sql: query, arguments: [list])
      while let row = try rows.next() {
        let reference = CellReference(
          recordID: try row.decode(String.self, atIndex: 0),
          cellID: try row.decode(Int64.self, atIndex: 2),
          height: try row.decode(Int.self, atIndex: 3))
        try body(try row.decode(Int.self, atIndex: 1), reference)
      }
    }
  }

  private func inDatabase<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try errors.translating { try queue.inDatabase(body) }
  }
}
