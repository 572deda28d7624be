import GRDB
import LayoutPrimitives

extension GenerationWriter {
  /// Makes a list of the open feed.
  ///
  /// - Returns: The list, to which cells are appended environment by environment, or all at once.
  /// - Throws: `StoreError.invalid` for distances that are no numbers; `.writeFailed`.
  public func makeList(_ list: ListDescription) throws -> ListID {
    let (open, _) = try writing()
    let insets = list.insets
    guard
      [list.spacing, insets.top, insets.leading, insets.bottom, insets.trailing].allSatisfy({
        $0.isFinite && abs($0) < 1_000_000
      }), list.spacing >= 0
    else {
      throw StoreError.invalid("list '\(list.name)' has a spacing or an inset out of range")
    }
    return try errors.translating {
      try queue.inDatabase { db in
        try db.execute(
          sql: """
            INSERT INTO lists(feed_id, name, spacing, inset_top, inset_leading, inset_bottom,
              inset_trailing) VALUES(?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            open.id, list.name, list.spacing, insets.top, insets.leading, insets.bottom,
            insets.trailing,
          ])
        return ListID(rawValue: db.lastInsertedRowID)
      }
    }
  }

  /// Puts a cell at the end of a list; one that failed has no height and is left out.
  ///
  /// Holds one chunk a list and environment in memory.
  public func append(
    _ cell: CellReference, to list: ListID, environment: EnvironmentID
  ) throws {
    guard let height = cell.height else { return }
    let (_, statements) = try writing()
    let key = ListKey(list: list.rawValue, environment: environment.rawValue)
    pending[key, default: PendingChunks()].append(
      cellID: cell.cellID, height: Int32(clamping: height), recordID: cell.recordID, listBytes)
    guard let full = pending[key], full.cellIDs.count >= plan.settings.cellsPerChunk else { return }
    try statements.write(full, list: list, environment: environment)
    pending[key]?.next()
  }

  /// Writes the whole order of a list in one environment.
  public func writeList(
    _ list: ListID, environment: EnvironmentID, order: some Sequence<CellReference>
  ) throws {
    for cell in order {
      try append(cell, to: list, environment: environment)
    }
  }

  /// Writes what is left of all lists, and what they are in each environment, in the order of
  /// their numbers.
  func flushLists() throws {
    let (_, statements) = try writing()
    for key in pending.keys.sorted() {
      guard let last = pending[key], !last.cellIDs.isEmpty else { continue }
      try statements.write(
        last, list: ListID(rawValue: key.list),
        environment: EnvironmentID(rawValue: key.environment))
      pending[key]?.next()
    }
    try errors.translating {
      try queue.inDatabase { db in
        for key in pending.keys.sorted() {
          guard let list = pending[key] else { continue }
          try db.execute(
            sql: "INSERT INTO list_environments VALUES(?, ?, ?, ?, ?)",
            arguments: [key.list, key.environment, list.first, list.heightSum, list.order.text])
        }
      }
    }
    pending.removeAll()
  }
}
