import LayoutPrimitives
import SQLiteDatabase

/// The lists of the feed that is written.
///
/// A chunk whose content is stored already keeps its row.
struct OpenLists {
  /// One list.
  private struct List {
    /// The stored chunks that were not met yet.
    var left: Set<Int64>
    let byContent: [ContentHash: Int64]
    var environments: [Int64: PendingChunks] = [:]
    var places: PlacePages
  }

  private let boundary: ChunkBoundary
  private let placePages: Int
  private var lists: [Int64: List] = [:]
  /// A scratch buffer.
  private let bytes = RowBytes()

  init(_ settings: StoreSettings) {
    boundary = ChunkBoundary(cellsPerChunk: settings.cellsPerChunk)
    placePages = settings.placePages
  }

  /// Begins a list.
  ///
  /// - Throws: `StoreError.invalid` for one that was begun.
  mutating func begin(_ list: ListID, name: String, _ statements: ListStatements) throws {
    guard lists[list.rawValue] == nil else {
      throw StoreError.invalid("list '\(name)' was made twice")
    }
    let (all, byContent) = try statements.chunks(of: list)
    lists[list.rawValue] = List(
      left: all, byContent: byContent,
      places: PlacePages(list: list.rawValue, maximumPages: placePages))
  }

  /// Appends a cell to a list, and ends a full chunk.
  ///
  /// - Throws: `StoreError.invalid` for a height that no cell has.
  mutating func append(
    _ cell: (id: Int64, height: Int, recordID: String), to list: ListID,
    environment: EnvironmentID, _ statements: ListStatements
  ) throws {
    guard let height = Int32(exactly: cell.height), height >= 0 else {
      throw StoreError.invalid(
        "a height of \(cell.height) of '\(cell.recordID)' cannot be in a list")
    }
    guard let open = lists.index(forKey: list.rawValue) else {
      throw StoreError.invalid("list \(list.rawValue) was not made in this build")
    }
    lists.values[open].environments[environment.rawValue, default: PendingChunks()].append(
      cellID: cell.id, height: height, recordID: cell.recordID, bytes)
    let count = lists.values[open].environments[environment.rawValue]?.cellIDs.count ?? 0
    guard boundary.isAfter(cell.recordID, cells: count) else { return }
    try endChunk(open, list, environment, statements)
  }

  private mutating func endChunk(
    _ open: [Int64: List].Index, _ list: ListID, _ environment: EnvironmentID,
    _ statements: ListStatements
  ) throws {
    guard let pending = lists.values[open].environments[environment.rawValue] else { return }
    let content = statements.content(pending, environment: environment)
    let number: Int64
    if let known = lists.values[open].byContent[content],
      lists.values[open].left.remove(known) != nil
    {
      number = known
    } else {
      number = try statements.write(pending, list: list, environment: environment)
    }
    guard let place = Int32(exactly: number) else {
      throw StoreError.invalid(
        "list \(list.rawValue) needs chunk \(number), and numbers end at \(Int32.max)")
    }
    for cell in pending.cellIDs {
      try lists.values[open].places.set(place, cell: cell, statements)
    }
    lists.values[open].environments[environment.rawValue]?.end(chunk: number)
  }

  /// Writes the last chunks, the orders and the places, in the order of the lists' numbers, and
  /// removes what is left of earlier ones.
  ///
  /// - Returns: The numbers of the lists.
  mutating func end(
    _ statements: ListStatements, _ staging: StagingDatabase
  ) throws -> Set<Int64> {
    for list in lists.keys.sorted() {
      guard let open = lists.index(forKey: list) else { continue }
      let environments = lists.values[open].environments.keys.sorted()
      for environment in environments
      where lists.values[open].environments[environment]?.cellIDs.isEmpty == false {
        try endChunk(
          open, ListID(rawValue: list), EnvironmentID(rawValue: environment), statements)
      }
      for chunk in lists.values[open].left.sorted() { try statements.delete(chunk: chunk) }
      try lists.values[open].places.end(statements)
      try staging.inDatabase {
        try $0.execute("DELETE FROM list_environments WHERE list_id = ?", list)
      }
      for environment in environments {
        guard let totals = lists.values[open].environments[environment] else { continue }
        try statements.write(totals: totals, list: list, environment: environment)
      }
    }
    defer { lists.removeAll() }
    return Set(lists.keys)
  }
}
