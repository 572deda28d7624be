import LayoutPrimitives
import SQLiteDatabase

/// The prepared statements that read and write the chunks and the positions of lists.
final class ListStatements {
  private let insertion: PreparedStatement
  private let greatest: PreparedStatement
  private let numbers: PreparedStatement
  private let query: PreparedStatement
  private let deletion: PreparedStatement
  private let totals: PreparedStatement
  private let pageInsertion: PreparedStatement
  private let pageQuery: PreparedStatement
  private let pageNumbers: PreparedStatement
  private let pageDeletion: PreparedStatement
  private let errors: StoreErrors
  private let bytes = RowBytes()
  /// The chunk numbers by list, read once before the first list is written, because the table has
  /// no index by list.
  private var chunksOfLists: [Int64: [Int64]]?

  init(on connection: Connection, errors: StoreErrors) throws {
    func prepare(_ sql: String) throws -> PreparedStatement {
      try connection.prepare(sql, errors: errors)
    }
    self.errors = errors
    insertion = try prepare(
      "INSERT INTO list_chunks(\(ChunkRow.columns)) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)")
    greatest = try prepare("SELECT max(chunk_id) FROM list_chunks")
    numbers = try prepare("SELECT list_id, chunk_id FROM list_chunks")
    query = try prepare("SELECT \(ChunkRow.columns) FROM list_chunks WHERE chunk_id = ?")
    deletion = try prepare("DELETE FROM list_chunks WHERE chunk_id = ?")
    totals = try prepare("INSERT INTO list_environments VALUES(?, ?, ?, ?, ?, ?, ?)")
    pageInsertion = try prepare(
      "INSERT INTO list_places(\(ListPageRow.columns)) VALUES(?, ?, ?, ?) "
        + "ON CONFLICT(list_id, page) DO UPDATE SET chunks = ?3, checksum = ?4")
    pageQuery = try prepare(
      "SELECT \(ListPageRow.columns) FROM list_places WHERE list_id = ? AND page = ?")
    pageNumbers = try prepare("SELECT page FROM list_places WHERE list_id = ? ORDER BY page")
    pageDeletion = try prepare("DELETE FROM list_places WHERE list_id = ? AND page = ?")
  }

  /// Reads the stored chunks of a list.
  ///
  /// - Returns: The numbers of all chunks, and the numbers of the intact chunks by the hash of
  ///   their content.
  func chunks(of list: ListID) throws -> (all: Set<Int64>, byContent: [ContentHash: Int64]) {
    var all: Set<Int64> = []
    var byContent: [ContentHash: Int64] = [:]
    for number in try storedChunks()[list.rawValue] ?? [] {
      try query.bind(number, at: 1)
      defer { query.reset() }
      // The numbers of a removed list and of its chunks may meanwhile belong to another list.
      guard try query.step(), query.int(ChunkRow.list) == list.rawValue else { continue }
      all.insert(number)
      guard ChunkRow.isWhole(query, bytes), number > 0, number <= Int64(Int32.max) else {
        continue
      }
      byContent[ChunkRow.content(query, bytes)] = number
    }
    return (all, byContent)
  }

  private func storedChunks() throws -> [Int64: [Int64]] {
    if let chunksOfLists { return chunksOfLists }
    var result: [Int64: [Int64]] = [:]
    defer { numbers.reset() }
    while try numbers.step() { result[numbers.int(0), default: []].append(numbers.int(1)) }
    chunksOfLists = result
    return result
  }

  /// The hash of a chunk's content, for comparison with stored chunks.
  func content(_ pending: PendingChunks, environment: EnvironmentID) -> ContentHash {
    bytes.reset()
    bytes.append(environment.rawValue)
    ChunkRow.withStored(pending.cellIDs) { bytes.append(blob: $0) }
    pending.heights.withUnsafeBytes { bytes.append(blob: $0) }
    return bytes.hash
  }

  /// Inserts the incomplete chunk of a list as a row.
  ///
  /// - Returns: The number of the new chunk.
  func write(
    _ pending: PendingChunks, list: ListID, environment: EnvironmentID
  ) throws -> Int64 {
    let number = try next()
    let row = RowWriter(insertion, bytes)
    try row.put(number)
    try row.put(list.rawValue)
    try row.put(environment.rawValue)
    try row.put(Int64(pending.cellIDs.count))
    try row.put(pending.incompleteSum)
    try ChunkRow.withStored(pending.cellIDs) { cells in
      try row.put(blob: cells)
      try pending.heights.withUnsafeBytes { heights in
        try row.put(blob: heights)
        try row.putNull()
        try row.run()
      }
    }
    return number
  }

  /// The next chunk number: one more than the greatest, so that numbers depend only on the stored
  /// rows.
  private func next() throws -> Int64 {
    defer { greatest.reset() }
    let number = try greatest.step() ? greatest.int(0) + 1 : 1
    guard number > 0, number <= Int64(Int32.max) else {
      throw StoreError.corrupt(path: errors.store, detail: "a chunk of number \(number - 1)")
    }
    return number
  }

  func delete(chunk: Int64) throws {
    try deletion.bind(chunk, at: 1)
    try deletion.run()
  }

  /// Writes the totals of a list in an environment.
  ///
  /// - Parameter sections: The encoded `SectionCounts`; nil for a list of records alone.
  func write(
    totals list: PendingChunks, list number: Int64, environment: Int64, sections: [UInt8]?
  ) throws {
    try totals.bind(sections.map { .blob($0) } ?? .null, at: 7)
    try totals.bind(number, at: 1)
    try totals.bind(environment, at: 2)
    try totals.bind(Int64(list.cells), at: 3)
    try totals.bind(list.heightSum, at: 4)
    var digest = list.digest.text
    try digest.withUTF8 { digest in
      try totals.bind(text: digest, at: 5)
      try list.order.bytes.withUnsafeBytes { order in
        try totals.bind(blob: order, at: 6)
        try totals.run()
      }
    }
  }

  /// The chunk numbers in a page, little endian; empty if the page is missing or damaged.
  func chunkNumbers(list: Int64, page: Int64) throws -> [Int32] {
    try pageQuery.bind(list, at: 1)
    try pageQuery.bind(page, at: 2)
    defer { pageQuery.reset() }
    guard try pageQuery.step(), ListPageRow.isWhole(pageQuery, bytes) else { return [] }
    let stored = pageQuery.blob(ListPageRow.chunks)
    return (0..<stored.count / 4).map {
      stored.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)
    }
  }

  /// Writes a page; does nothing if the stored page is equal.
  func write(chunkNumbers chunks: ArraySlice<Int32>, list: Int64, page: Int64) throws {
    if try chunkNumbers(list: list, page: page)[...] == chunks { return }
    let row = RowWriter(pageInsertion, bytes)
    try row.put(list)
    try row.put(page)
    try chunks.withUnsafeBytes { chunks in
      try row.put(blob: chunks)
      try row.run()
    }
  }

  func removePages(list: Int64, except kept: Set<Int64>) throws {
    var others: [Int64] = []
    try pageNumbers.bind(list, at: 1)
    while try pageNumbers.step() {
      if !kept.contains(pageNumbers.int(0)) { others.append(pageNumbers.int(0)) }
    }
    pageNumbers.reset()
    for page in others {
      try pageDeletion.bind(list, at: 1)
      try pageDeletion.bind(page, at: 2)
      try pageDeletion.run()
    }
  }
}
