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
  /// - Throws: `StoreError.invalid` if it was begun before.
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

  /// Writes the last chunks, the orders and the positions, and removes the rows of earlier lists.
  ///
  /// Lists are written in the order of their numbers.
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

/// A list in one environment while it is written, with its last, incomplete chunk.
struct PendingChunks: Hashable, Sendable {
  /// The complete chunks.
  private(set) var order = ChunkOrder()
  /// The numbers of the cells of the incomplete chunk.
  private(set) var cellIDs: [Int64] = []
  /// Their heights in steps, little endian.
  private(set) var heights: [Int32] = []
  /// Number of all cells so far.
  private(set) var cells = 0
  /// Sum of all heights so far.
  private(set) var heightSum: Int64 = 0
  /// Digest over all record ids with their positions.
  private(set) var digest = ContentDigest()
  private var chunkSum: Int64 = 0

  /// Adds a cell.
  ///
  /// - Parameter bytes: A scratch buffer.
  mutating func append(cellID: Int64, height: Int32, recordID: String, _ bytes: RowBytes) {
    bytes.reset()
    bytes.append(Int64(cells))
    bytes.append(name: recordID)
    digest.add(bytes.hash)
    cells += 1
    heightSum += Int64(height)
    chunkSum += Int64(height)
    cellIDs.append(cellID)
    heights.append(height.littleEndian)
  }

  /// Sum of the heights of the incomplete chunk.
  var incompleteSum: Int64 { chunkSum }

  /// Completes the chunk.
  mutating func end(chunk: Int64) {
    order.append(
      ChunkOrder.Entry(chunk: chunk, cells: cellIDs.count, heightSum: Int(chunkSum)))
    chunkSum = 0
    cellIDs.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
  }
}

/// Decides where a chunk of a list ends, by the ids of its records.
///
/// Boundaries do not depend on positions, so an insertion or a deletion changes only the chunks
/// around it. Source: Muthitacharoen et al., A Low-Bandwidth Network File System, SOSP 2001.
package struct ChunkBoundary: Hashable, Sendable {
  /// Minimum number of cells of a chunk, except the last of a list.
  let minimum: Int
  /// Maximum number of cells.
  let maximum: Int
  /// The bits of a record's hash that are zero at a boundary.
  private let mask: UInt64

  package init(cellsPerChunk: Int) {
    minimum = max(1, cellsPerChunk / 4)
    maximum = cellsPerChunk * 4
    // The greatest power of two up to the number.
    let bits = Int.bitWidth - 1 - max(1, cellsPerChunk).leadingZeroBitCount
    mask = (1 << UInt64(bits)) - 1
  }

  /// Whether a chunk ends after a record.
  ///
  /// - Parameter cells: Number of its cells, this one included.
  package func isAfter(_ recordID: String, cells: Int) -> Bool {
    if cells >= maximum { return true }
    return cells >= minimum && ContentHash(of: recordID).low & mask == 0
  }
}

/// The chunks of a list's cells while it is written, in pages of which some are in memory.
struct PlacePages {
  private let list: Int64
  private let maximumPages: Int
  /// Pages in memory, by their number.
  private var pages: [Int64: [Int32]] = [:]
  /// Pages that this build has stored.
  private var stored: Set<Int64> = []

  init(list: Int64, maximumPages: Int) {
    self.list = list
    self.maximumPages = maximumPages
  }

  /// Notes the chunk of a cell.
  mutating func set(_ chunk: Int32, cell: Int64, _ statements: ListStatements) throws {
    let (page, place) = cell.quotientAndRemainder(dividingBy: PlaceRow.cellsPerPage)
    if pages[page] == nil {
      if pages.count >= maximumPages { try store(statements) }
      // Positions that an earlier build stored are not continued.
      let known = stored.contains(page) ? try statements.places(list: list, page: page) : []
      pages[page] =
        known + [Int32](repeating: 0, count: Int(PlaceRow.cellsPerPage) - known.count)
    }
    pages[page]?[Int(place)] = chunk.littleEndian
  }

  /// Stores all pages, and removes those of an earlier build.
  mutating func end(_ statements: ListStatements) throws {
    try store(statements)
    try statements.removePlaces(list: list, except: stored)
  }

  private mutating func store(_ statements: ListStatements) throws {
    for (page, chunks) in pages.sorted(by: { $0.key < $1.key }) {
      try statements.write(
        places: chunks[..<((chunks.lastIndex { $0 != 0 } ?? -1) + 1)], list: list, page: page)
      stored.insert(page)
    }
    pages.removeAll(keepingCapacity: true)
  }
}
