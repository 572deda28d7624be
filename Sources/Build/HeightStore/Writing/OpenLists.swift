import LayoutPrimitives
import SQLiteDatabase

/// The lists of the feed that is being written.
///
/// If a chunk's content is already stored, the chunk keeps its row.
struct OpenLists {
  /// One list, with its stored and its new chunks.
  private struct List {
    /// Whether the list has a shape, so that its sections are stored.
    let hasShape: Bool
    /// The numbers of the stored chunks that the new list has not used so far.
    var left: Set<Int64>
    let byContent: [ContentHash: Int64]
    var environments: [Int64: PendingChunks] = [:]
    var chunkPages: ChunkPages
  }

  private let boundary: ChunkBoundary
  private let maximumPages: Int
  private var lists: [Int64: List] = [:]
  private let bytes = RowBytes()

  init(_ settings: StoreSettings) {
    boundary = ChunkBoundary(cellsPerChunk: settings.cellsPerChunk)
    maximumPages = settings.chunkPages
  }

  /// Begins a list.
  ///
  /// - Throws: `StoreError.invalid` if the list was already begun.
  mutating func begin(
    _ list: ListID, _ description: ListDescription, _ statements: ListStatements
  ) throws {
    guard lists[list.rawValue] == nil else {
      throw StoreError.invalid("list '\(description.name)' was made twice")
    }
    let (all, byContent) = try statements.chunks(of: list)
    lists[list.rawValue] = List(
      hasShape: description.shape != nil, left: all, byContent: byContent,
      chunkPages: ChunkPages(list: list.rawValue, maximumPages: maximumPages))
  }

  /// Begins a section of a list with a shape in an environment.
  mutating func beginSection(in list: ListID, environment: EnvironmentID) {
    lists[list.rawValue]?.environments[environment.rawValue, default: PendingChunks()]
      .beginSection()
  }

  /// Appends a cell to a list, and ends the current chunk if the cell completes it.
  ///
  /// - Parameter isOutside: Whether the cell is in no section: the header or footer of the list.
  /// - Throws: `StoreError.invalid` if the height is negative or too large, or if the list was not
  ///   begun.
  mutating func append(
    _ cell: (id: Int64, height: Int, recordID: String), to list: ListID,
    environment: EnvironmentID, isOutside: Bool = false, _ statements: ListStatements
  ) throws {
    guard let height = Int32(exactly: cell.height), height >= 0 else {
      throw StoreError.invalid(
        "a height of \(cell.height) of '\(cell.recordID)' cannot be in a list")
    }
    guard let open = lists.index(forKey: list.rawValue) else {
      throw StoreError.invalid("list \(list.rawValue) was not made in this build")
    }
    lists.values[open].environments[environment.rawValue, default: PendingChunks()].append(
      cellID: cell.id, height: height, recordID: cell.recordID, isOutside: isOutside, bytes)
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
    if let existing = lists.values[open].byContent[content],
      lists.values[open].left.remove(existing) != nil
    {
      number = existing
    } else {
      number = try statements.write(pending, list: list, environment: environment)
    }
    guard let index = Int32(exactly: number) else {
      throw StoreError.invalid(
        "list \(list.rawValue) needs chunk \(number), and numbers end at \(Int32.max)")
    }
    for cell in pending.cellIDs {
      try lists.values[open].chunkPages.set(index, cell: cell, statements)
    }
    lists.values[open].environments[environment.rawValue]?.end(chunk: number)
  }

  /// Writes the last chunks, the chunk orders and the positions, and removes rows that are no
  /// longer used.
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
      try lists.values[open].chunkPages.end(statements)
      try staging.inDatabase {
        try $0.execute("DELETE FROM list_environments WHERE list_id = ?", list)
      }
      for environment in environments {
        guard let totals = lists.values[open].environments[environment], totals.cells > 0 else {
          continue
        }
        try statements.write(
          totals: totals, list: list, environment: environment,
          sections: lists.values[open].hasShape ? SectionCounts.encoded(totals.sections) : nil)
      }
    }
    defer { lists.removeAll() }
    return Set(lists.keys)
  }
}

/// A list in one environment while it is written.
///
/// It consists of the order of the complete chunks, and the content of the incomplete chunk.
struct PendingChunks: Hashable, Sendable {
  /// The order of the complete chunks.
  private(set) var order = ChunkOrder()
  /// The cell numbers in the incomplete chunk.
  private(set) var cellIDs: [Int64] = []
  /// The heights of the cells in the incomplete chunk, in grid steps, little endian.
  private(set) var heights: [Int32] = []
  /// Number of all cells appended so far.
  private(set) var cells = 0
  /// Sum of all heights appended so far, in grid steps.
  private(set) var heightSum: Int64 = 0
  /// Digest of all record ids and their positions.
  private(set) var digest = ContentDigest()
  /// Number of cells of each section begun so far.
  private(set) var sections: [Int32] = []
  private var chunkSum: Int64 = 0

  /// Begins a section.
  mutating func beginSection() { sections.append(0) }

  /// Appends a cell to the incomplete chunk.
  ///
  /// - Parameters:
  ///   - isOutside: Whether the cell is in no section.
  ///   - bytes: A buffer that is reused.
  mutating func append(
    cellID: Int64, height: Int32, recordID: String, isOutside: Bool, _ bytes: RowBytes
  ) {
    if !isOutside {
      // A list without sections has one, which is not begun.
      if sections.isEmpty { beginSection() }
      sections[sections.count - 1] += 1
    }
    digest.add(bytes.hash(of: recordID, at: Int64(cells)))
    cells += 1
    heightSum += Int64(height)
    chunkSum += Int64(height)
    cellIDs.append(cellID)
    heights.append(height.littleEndian)
  }

  /// Sum of the heights in the incomplete chunk, in grid steps.
  var incompleteSum: Int64 { chunkSum }

  /// Completes the chunk under a chunk number.
  mutating func end(chunk: Int64) {
    order.append(
      ChunkOrder.Entry(chunk: chunk, cells: cellIDs.count, heightSum: Int(chunkSum)))
    chunkSum = 0
    cellIDs.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
  }
}

/// Decides where a chunk of a list ends, from the ids of the list's records.
///
/// Boundaries do not depend on positions. An insertion or a deletion therefore changes only the
/// chunks around it. Source: Muthitacharoen et al., A Low-Bandwidth Network File System, SOSP 2001.
package struct ChunkBoundary: Hashable, Sendable {
  /// Minimum number of cells in a chunk; the last chunk of a list may have fewer.
  package let minimum: Int
  /// Maximum number of cells in a chunk.
  package let maximum: Int
  /// A chunk may end after a record if these bits of the hash of the record id are all zero.
  private let mask: UInt64

  package init(cellsPerChunk: Int) {
    minimum = max(1, cellsPerChunk / 4)
    maximum = cellsPerChunk * 4
    // The exponent of the greatest power of two that is at most `cellsPerChunk`.
    let bits = Int.bitWidth - 1 - max(1, cellsPerChunk).leadingZeroBitCount
    mask = (1 << UInt64(bits)) - 1
  }

  /// Whether a chunk ends after a record.
  ///
  /// - Parameter cells: Number of cells in the chunk, including the cell of this record.
  package func isAfter(_ recordID: String, cells: Int) -> Bool {
    if cells >= maximum { return true }
    return cells >= minimum && mayEnd(after: recordID)
  }

  /// Whether a chunk that has at least `minimum` cells ends after a record.
  package func mayEnd(after recordID: String) -> Bool {
    ContentHash(of: recordID).low & mask == 0
  }
}

/// The chunk number of each cell of a list that is being written, in pages by cell number.
///
/// At most `maximumPages` pages are in memory; the other pages are in the staging file.
struct ChunkPages {
  private let list: Int64
  private let maximumPages: Int
  /// The pages in memory, by page number.
  private var pages: [Int64: [Int32]] = [:]
  /// The numbers of the pages that this build has stored.
  private var stored: Set<Int64> = []

  init(list: Int64, maximumPages: Int) {
    self.list = list
    self.maximumPages = maximumPages
  }

  /// Sets the chunk number of a cell.
  mutating func set(_ chunk: Int32, cell: Int64, _ statements: ListStatements) throws {
    let (page, index) = cell.quotientAndRemainder(dividingBy: ListPageRow.cellsPerPage)
    if pages[page] == nil {
      if pages.count >= maximumPages { try store(statements) }
      // A page that an earlier build stored is replaced, not continued.
      let existing =
        stored.contains(page) ? try statements.chunkNumbers(list: list, page: page) : []
      pages[page] =
        existing + [Int32](repeating: 0, count: Int(ListPageRow.cellsPerPage) - existing.count)
    }
    pages[page]?[Int(index)] = chunk.littleEndian
  }

  /// Stores all pages, and removes the other pages of an earlier build.
  mutating func end(_ statements: ListStatements) throws {
    try store(statements)
    try statements.removePages(list: list, except: stored)
  }

  private mutating func store(_ statements: ListStatements) throws {
    for (page, chunks) in pages.sorted(by: { $0.key < $1.key }) {
      try statements.write(
        chunkNumbers: chunks[..<((chunks.lastIndex { $0 != 0 } ?? -1) + 1)], list: list, page: page)
      stored.insert(page)
    }
    pages.removeAll(keepingCapacity: true)
  }
}
