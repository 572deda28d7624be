import SQLiteDatabase

/// A value of a record by which a list is sorted.
public enum SortKey: Hashable, Sendable {
  /// A finite number.
  case number(Double)
  /// A time, in seconds since 1970.
  case date(Int64)
  /// A text, compared by Unicode code points.
  case text(String)
}

/// The criterion by which a named list is sorted.
public enum SortOrder: Hashable, Sendable {
  /// By key: numbers before dates before texts, or the reverse if descending.
  ///
  /// In both cases, records without a key are last, and records with equal keys are in feed order.
  case key(isDescending: Bool)
  /// In the order in which the ids were added.
  case ids
}

/// Sorts the cells of a feed for its named lists, in bounded memory.
///
/// Keys and cells are in a temporary SQLite file, which is removed with the sorter, even after a
/// crash. The type is a class because it owns that file. Only one thread may use it at a time.
public final class RecordSorter {
  /// Counts of the ids of a list that were added without effect.
  public struct IDFaults: Hashable, Sendable {
    /// Number of ids that no record of the feed has.
    public let unknown: Int
    /// Number of times that an id was added again.
    public let repeated: Int
    /// The first unknown id, or else the first repeated id; nil if there are none.
    public let example: String?
  }

  private let database: Connection
  private let record: PreparedStatement
  private let cell: PreparedStatement
  private let key: PreparedStatement
  private let named: PreparedStatement
  private let errors: StoreErrors
  private var records: Int64 = 0
  private var lines: Int64 = 0
  private var repeated: [Int: (count: Int, first: String)] = [:]

  /// Creates an empty sorter.
  ///
  /// - Throws: `StoreError.cannotCreate`, `.writeFailed`.
  public init() throws {
    let errors = StoreErrors(path: "the temporary file of the lists", writing: true)
    let database = try errors.translating {
      let database = try Connection.temporary(cacheKiB: 8_192)
      try database.execute(
        """
        CREATE TABLE records (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE cells (position INTEGER, environment INTEGER, cell INTEGER,
          height INTEGER, PRIMARY KEY (position, environment)) STRICT, WITHOUT ROWID;
        CREATE TABLE keys (list INTEGER, position INTEGER, kind INTEGER, number REAL,
          text TEXT, PRIMARY KEY (list, position)) STRICT, WITHOUT ROWID;
        CREATE TABLE ids (list INTEGER, id TEXT, line INTEGER,
          PRIMARY KEY (list, id)) STRICT, WITHOUT ROWID;
        """)
      return database
    }
    record = try database.prepare("INSERT INTO records VALUES (?, ?)", errors: errors)
    cell = try database.prepare("INSERT INTO cells VALUES (?, ?, ?, ?)", errors: errors)
    key = try database.prepare("INSERT INTO keys VALUES (?, ?, ?, ?, ?)", errors: errors)
    named = try database.prepare("INSERT OR IGNORE INTO ids VALUES (?, ?, ?)", errors: errors)
    (self.database, self.errors) = (database, errors)
  }

  /// Adds the next record of the feed.
  ///
  /// - Parameters:
  ///   - id: The id of the record, which must be new.
  ///   - cells: The cells of the record, in the order of the environments; failed cells are in no
  ///     list.
  ///   - keys: The sort keys of the record, each with the number of its list.
  public func add(id: String, cells: [CellReference], keys: [(list: Int, key: SortKey)]) throws {
    let position = records
    records += 1
    try record.bind(position, at: 1)
    try record.run(with: id, at: 2)
    for (environment, reference) in cells.enumerated() {
      guard let height = reference.height else { continue }
      try cell.bind(position, at: 1)
      try cell.bind(Int64(environment), at: 2)
      try cell.bind(reference.cellID, at: 3)
      try cell.bind(Int64(height), at: 4)
      try cell.run()
    }
    for (list, value) in keys {
      try key.bind(Int64(list), at: 1)
      try key.bind(position, at: 2)
      switch value {
      case .number(let number): try add(number, kind: 1)
      case .date(let seconds): try add(Double(seconds), kind: 2)
      case .text(let text):
        try key.bind(Int64(3), at: 3)
        try key.bindNull(at: 4)
        try key.run(with: text, at: 5)
      }
    }
  }

  /// Adds a numeric key; its record and its list are already bound to the statement.
  private func add(_ number: Double, kind: Int64) throws {
    try key.bind(kind, at: 3)
    try key.bind(number, at: 4)
    try key.bindNull(at: 5)
    try key.run()
  }

  /// Adds the next id of a list that is ordered by ids.
  public func add(id: String, list: Int) throws {
    lines += 1
    try named.bind(Int64(list), at: 1)
    try named.bind(lines, at: 3)
    try named.run(with: id, at: 2)
    guard named.changes == 0 else { return }
    repeated[list] = ((repeated[list]?.count ?? 0) + 1, repeated[list]?.first ?? id)
  }

  /// Whether any record has a key for a list.
  public func hasKeys(list: Int) throws -> Bool {
    try query("SELECT 1 FROM keys WHERE list = ? LIMIT 1", list).step()
  }

  /// Counts the ids of a list that no record has, or that were added more than once.
  public func faults(list: Int) throws -> IDFaults {
    let unknown = "FROM ids WHERE list = ? AND id NOT IN (SELECT id FROM records)"
    let count = try query("SELECT count(*) \(unknown)", list)
    let first = try query("SELECT id \(unknown) ORDER BY line LIMIT 1", list)
    return IDFaults(
      unknown: try count.step() ? Int(count.int(0)) : 0, repeated: repeated[list]?.count ?? 0,
      example: try first.step() ? first.text(0) : repeated[list]?.first)
  }

  /// Calls `body` with each cell of a list in order, and with the index of the cell's environment.
  public func forEach(
    list: Int, order: SortOrder, _ body: (_ environment: Int, CellReference) throws -> Void
  ) throws {
    let cells = "SELECT records.id, environment, cell, height FROM"
    let sql: String
    switch order {
    case .ids:
      sql = """
        \(cells) (SELECT id, line FROM ids WHERE list = ?) AS named
          JOIN records USING (id) JOIN cells USING (position) ORDER BY line, environment
        """
    case .key(let isDescending):
      let way = isDescending ? "DESC" : "ASC"
      sql = """
        \(cells) records LEFT JOIN (SELECT * FROM keys WHERE list = ?) AS sorted USING (position)
          JOIN cells USING (position)
          ORDER BY kind IS NULL, kind \(way), number \(way), text \(way), position, environment
        """
    }
    let rows = try query(sql, list)
    while try rows.step() {
      try body(
        Int(rows.int(1)),
        CellReference(recordID: rows.text(0), cellID: rows.int(2), height: Int(rows.int(3))))
    }
  }

  /// Prepares a query and binds the number of a list to it.
  private func query(_ sql: String, _ list: Int) throws -> PreparedStatement {
    let statement = try database.prepare(sql, errors: errors)
    try statement.bind(Int64(list), at: 1)
    return statement
  }
}

extension PreparedStatement {
  /// Binds a text and runs a statement that returns no rows; the text may contain U+0000.
  fileprivate func run(with text: String, at index: Int32) throws {
    var text = text
    try text.withUTF8 { bytes in
      try bind(text: bytes, at: index)
      try run()
    }
  }
}
