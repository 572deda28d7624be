import GRDB

/// The incomplete chunks of a feed's lists, one per list and environment.
struct PendingLists {
  private let cellsPerChunk: Int
  private var lists: [ListKey: PendingChunks] = [:]
  /// A scratch buffer.
  private let bytes = RowBytes()

  init(cellsPerChunk: Int) {
    self.cellsPerChunk = cellsPerChunk
  }

  /// Appends a cell to a list, and writes a full chunk.
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

  /// Writes the last chunks and the totals, in the order of the lists' numbers.
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

/// A list in an environment.
private struct ListKey: Hashable, Comparable {
  let list: Int64
  let environment: Int64

  static func < (left: Self, right: Self) -> Bool {
    (left.list, left.environment) < (right.list, right.environment)
  }
}
