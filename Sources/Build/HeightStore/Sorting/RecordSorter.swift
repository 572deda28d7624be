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

// reason: a plain value
/// What a list needs of a record.
public struct ListValues: Hashable, Sendable {
  /// The value by which the list is sorted; nil if it is sorted otherwise, or if there is none.
  public var key: SortKey?
  /// The value by which the list is divided into sections; nil for a list without sections.
  public var section: String?
  /// An object with the members that the templates of the list's own cells bind; nil if they bind
  /// none.
  public var bound: String?
  /// Whether a cell is inserted after the record.
  public var isFollowed = false

  /// Creates values.
  public init(
    key: SortKey? = nil, section: String? = nil, bound: String? = nil, isFollowed: Bool = false
  ) {
    self.key = key
    self.section = section
    self.bound = bound
    self.isFollowed = isFollowed
  }

  /// Whether the list needs nothing of the record.
  public var isEmpty: Bool { self == ListValues() }
}

/// The criterion by which a named list is sorted.
public enum SortOrder: Hashable, Sendable {
  /// In the order of the feed.
  case feed
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
  private let value: PreparedStatement
  private let late: PreparedStatement
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
          text TEXT, section TEXT, bound TEXT, followed INTEGER,
          PRIMARY KEY (list, position)) STRICT, WITHOUT ROWID;
        CREATE TABLE ids (list INTEGER, id TEXT, line INTEGER,
          PRIMARY KEY (list, id)) STRICT, WITHOUT ROWID;
        """)
      return database
    }
    record = try database.prepare("INSERT INTO records VALUES (?, ?)", errors: errors)
    cell = try database.prepare("INSERT INTO cells VALUES (?, ?, ?, ?)", errors: errors)
    value = try database.prepare(
      "INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, ?, ?)", errors: errors)
    late = try database.prepare(
      "INSERT OR IGNORE INTO keys SELECT ?2, position, ?3, ?4, ?5, ?6, ?7, ?8 FROM records "
        + "WHERE id = ?1", errors: errors)
    named = try database.prepare("INSERT OR IGNORE INTO ids VALUES (?, ?, ?)", errors: errors)
    (self.database, self.errors) = (database, errors)
  }

  /// Adds the next record of the feed.
  ///
  /// - Parameters:
  ///   - id: The id of the record, which must be new.
  ///   - cells: The cells of the record, in the order of the environments; failed cells are in no
  ///     list.
  ///   - values: What lists need of the record, each with the number of its list.
  public func add(
    id: String, cells: [CellReference], values: [(list: Int, values: ListValues)]
  ) throws {
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
    for (list, values) in values {
      try value.bind(Int64(list), at: 1)
      try value.bind(position, at: 2)
      for (index, column) in values.columns.enumerated() {
        try value.bind(column, at: Int32(index) + 3)
      }
      try value.run()
    }
  }

  /// Adds what lists need of a record that was added before; the first values of a record are kept.
  ///
  /// A record that was not added is passed over.
  package func add(values: [(list: Int, values: ListValues)], id: String) throws {
    for (list, values) in values {
      try late.bind(.text(id), at: 1)
      try late.bind(Int64(list), at: 2)
      for (index, column) in values.columns.enumerated() {
        try late.bind(column, at: Int32(index) + 3)
      }
      try late.run()
    }
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
    try query("SELECT 1 FROM keys WHERE list = ? AND kind IS NOT NULL LIMIT 1", list).step()
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
    let rows = try query(
      "SELECT records.id, environment, cell, height FROM \(Self.records(order)) "
        + "JOIN cells USING (position) ORDER BY \(Self.columns(order)), environment", list)
    while try rows.step() {
      try body(
        Int(rows.int(1)),
        CellReference(recordID: rows.text(0), cellID: rows.int(2), height: Int(rows.int(3))))
    }
  }

  /// Calls `body` with each record of a list that has a cell, in order, and with what the list needs
  /// of it.
  public func forEachRecord(
    list: Int, order: SortOrder, _ body: (_ id: String, ListValues) throws -> Void
  ) throws {
    let rows = try query(
      "SELECT records.id, sorted.section, sorted.bound, sorted.followed "
        + "FROM \(Self.records(order)) WHERE EXISTS (SELECT 1 FROM cells "
        + "WHERE cells.position = records.position) ORDER BY \(Self.columns(order))", list)
    while try rows.step() {
      try body(
        rows.text(0),
        ListValues(
          section: rows.optionalText(1), bound: rows.optionalText(2),
          isFollowed: rows.int(3) != 0))
    }
  }

  /// Number of records of a list that have a cell.
  public func count(list: Int, order: SortOrder) throws -> Int {
    let rows = try query(
      "SELECT count(*) FROM \(Self.records(order)) WHERE EXISTS (SELECT 1 FROM cells "
        + "WHERE cells.position = records.position)", list)
    return try rows.step() ? Int(rows.int(0)) : 0
  }

  /// The records of a list and what the list needs of them, as a part of a query.
  private static func records(_ order: SortOrder) -> String {
    let values =
      "LEFT JOIN (SELECT * FROM keys WHERE list = ?1) AS sorted USING (position)"
    return order == .ids
      ? "(SELECT id, line FROM ids WHERE list = ?1) AS named JOIN records USING (id) \(values)"
      : "records \(values)"
  }

  /// The columns by which the records of a list are sorted.
  private static func columns(_ order: SortOrder) -> String {
    switch order {
    case .feed: return "position"
    case .ids: return "line"
    case .key(let isDescending):
      let way = isDescending ? "DESC" : "ASC"
      return "kind IS NULL, kind \(way), number \(way), text \(way), position"
    }
  }

  /// Prepares a query and binds the number of a list to it.
  private func query(_ sql: String, _ list: Int) throws -> PreparedStatement {
    let statement = try database.prepare(sql, errors: errors)
    try statement.bind(Int64(list), at: 1)
    return statement
  }
}

extension ListValues {
  /// The values of six columns: kind, number and text of the key, section, bound, followed.
  var columns: [SQLiteValue] {
    let sorted: [SQLiteValue] =
      switch key {
      case .number(let number)?: [.integer(1), .real(number), .null]
      case .date(let seconds)?: [.integer(2), .real(Double(seconds)), .null]
      case .text(let text)?: [.integer(3), .null, .text(text)]
      case nil: [.null, .null, .null]
      }
    return sorted + [
      section.map { .text($0) } ?? .null, bound.map { .text($0) } ?? .null,
      .integer(isFollowed ? 1 : 0),
    ]
  }

  /// Reads the six columns of the current row.
  init(_ row: PreparedStatement, from column: Int32) {
    self.init(
      section: row.optionalText(column + 3), bound: row.optionalText(column + 4),
      isFollowed: row.int(column + 5) != 0)
    switch row.int(column) {
    case 1: key = .number(row.double(column + 1))
    case 2: key = .date(Int64(row.double(column + 1)))
    case 3: key = .text(row.text(column + 2))
    default: break
    }
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
