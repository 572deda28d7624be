import GRDB

/// The ends of a feed's lists while they are written: one chunk a list and environment.
struct PendingLists {
  private let cellsPerChunk: Int
  private var lists: [ListKey: PendingChunks] = [:]
  /// A buffer for the hashes of entries.
  private let bytes = RowBytes()

  init(cellsPerChunk: Int) {
    self.cellsPerChunk = cellsPerChunk
  }

  /// Puts a cell at the end of a list, and writes the chunk when that is full.
  mutating func append(
    cellID: Int64, height: Int32, recordID: String, to list: ListID, environment: EnvironmentID,
    _ statements: CellStatements
  ) throws {
    let key = ListKey(list: list.rawValue, environment: environment.rawValue)
    lists[key, default: PendingChunks()].append(
      cellID: cellID, height: height, recordID: recordID, bytes)
    guard let full = lists[key], full.cellIDs.count >= cellsPerChunk else { return }
    try statements.write(full, list: list, environment: environment)
    lists[key]?.next()
  }

  /// Writes what is left of all lists, and what they are in each environment, in the order of
  /// their numbers.
  mutating func end(_ statements: CellStatements, _ staging: StagingDatabase) throws {
    for key in lists.keys.sorted() {
      guard let last = lists[key], !last.cellIDs.isEmpty else { continue }
      try statements.write(
        last, list: ListID(rawValue: key.list),
        environment: EnvironmentID(rawValue: key.environment))
      lists[key]?.next()
    }
    try staging.inDatabase { db in
      for (key, list) in lists.sorted(by: { $0.key < $1.key }) {
        try db.execute(
          sql: "INSERT INTO list_environments VALUES(?, ?, ?, ?, ?)",
          arguments: [key.list, key.environment, list.first, list.heightSum, list.order.text])
      }
    }
    lists.removeAll()
  }
}

/// Which list, in which environment.
private struct ListKey: Hashable, Comparable {
  let list: Int64
  let environment: Int64

  static func < (left: Self, right: Self) -> Bool {
    (left.list, left.environment) < (right.list, right.environment)
  }
}
