import LayoutPrimitives
import SQLiteDatabase

/// The columns of the table `list_chunks`, by their indices in a query, and the validation of a
/// row.
enum ChunkRow {
  /// The columns of a query, in the order of the table.
  static let columns =
    "chunk_id, list_id, environment_id, cells, height_sum, cell_ids, heights, placements, checksum"

  static let id: Int32 = 0
  static let list: Int32 = 1
  static let environment: Int32 = 2
  static let cells: Int32 = 3
  static let heightSum: Int32 = 4
  static let cellIDs: Int32 = 5
  static let heights: Int32 = 6
  static let placements: Int32 = 7
  static let checksum: Int32 = 8

  /// Whether the checksum, the count and the sum of the current row are valid.
  ///
  /// - Parameter bytes: A buffer that is reused.
  static func isWhole(_ row: PreparedStatement, _ bytes: RowBytes) -> Bool {
    guard row.matchesChecksum(at: checksum, bytes) else { return false }
    let count = row.int(cells)
    guard count > 0, count <= Int64(StoreSchema.maximumRowBytes),
      row.blob(cellIDs).count == Int(count) * 4 || row.blob(cellIDs).count == Int(count) * 8,
      row.blob(heights).count == Int(count) * 4
    else { return false }
    return forEachCell(row) { _, _ in } == row.int(heightSum)
  }

  /// Calls `body` with the number of each cell and its height in grid steps.
  ///
  /// - Returns: The sum of the heights, in grid steps.
  static func forEachCell(_ row: PreparedStatement, _ body: (Int64, Int32) -> Void) -> Int64 {
    let ids = row.blob(cellIDs)
    let sizes = row.blob(heights)
    let isWide = ids.count > sizes.count
    var sum: Int64 = 0
    for index in 0..<(sizes.count / 4) {
      let id =
        isWide
        ? Int64(littleEndian: ids.loadUnaligned(fromByteOffset: index * 8, as: Int64.self))
        : Int64(Int32(littleEndian: ids.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)))
      let size = sizes.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)
      body(id, Int32(littleEndian: size))
      sum += Int64(Int32(littleEndian: size))
    }
    return sum
  }

  /// Calls `body` with the stored form of cell numbers: little-endian Int32, or Int64 if a number
  /// is too large for Int32.
  static func withStored(
    _ numbers: [Int64], _ body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    if numbers.allSatisfy({ Int32(exactly: $0) != nil }) {
      try numbers.map { Int32(truncatingIfNeeded: $0).littleEndian }.withUnsafeBytes(body)
    } else {
      try numbers.map(\.littleEndian).withUnsafeBytes(body)
    }
  }

  /// The hash of the content of the current row; the chunk number is not part of it.
  ///
  /// - Parameter bytes: A buffer that is reused.
  static func content(_ row: PreparedStatement, _ bytes: RowBytes) -> ContentHash {
    bytes.reset()
    bytes.append(row.int(environment))
    bytes.append(blob: row.blob(cellIDs))
    bytes.append(blob: row.blob(heights))
    return bytes.hash
  }
}

/// The order of the chunks of a list in one environment, as stored in `list_environments.chunks`.
///
/// An entry consists of the chunk number as Int64, the number of cells as Int32, and the sum of
/// their heights in grid steps as Int64. All are little endian.
struct ChunkOrder: Hashable, Sendable {
  /// One chunk in the order.
  struct Entry: Hashable, Sendable {
    let chunk: Int64
    let cells: Int
    let heightSum: Int
  }

  static let entryBytes = 20

  private(set) var entries: [Entry] = []

  init() {}

  /// Decodes the stored form; nil if no build writes such bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count.isMultiple(of: Self.entryBytes) else { return nil }
    entries.reserveCapacity(bytes.count / Self.entryBytes)
    var all = 0
    let isWhole = bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: Self.entryBytes) {
        let chunk = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Int64.self))
        let cells = Int32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: Int32.self))
        let sum = Int64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: start + 12, as: Int64.self))
        guard chunk > 0, cells > 0, cells <= StoreSchema.maximumRowBytes, sum >= 0,
          sum <= Int64(cells) * Int64(Int32.max)
        else { return false }
        entries.append(Entry(chunk: chunk, cells: Int(cells), heightSum: Int(sum)))
        // This limit ensures that no sum over a list overflows.
        all += Int(cells)
        guard all <= Int(Int32.max) else { return false }
      }
      return true
    }
    guard isWhole else { return nil }
  }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// The stored form.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * Self.entryBytes)
    for entry in entries {
      withUnsafeBytes(of: entry.chunk.littleEndian) { bytes.append(contentsOf: $0) }
      // A chunk cannot have more cells than Int32 allows. Its row was already written, with 8 bytes
      // per cell number in one value, and a value of SQLite has at most 2³¹ bytes.
      withUnsafeBytes(of: Int32(truncatingIfNeeded: entry.cells).littleEndian) {
        bytes.append(contentsOf: $0)
      }
      withUnsafeBytes(of: Int64(entry.heightSum).littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}

/// The columns of the table `list_places`, by their indices in a query, and the validation of a
/// row.
enum ListPageRow {
  /// The columns of a query, in the order of the table.
  static let columns = "list_id, page, chunks, checksum"

  static let list: Int32 = 0
  static let page: Int32 = 1
  static let chunks: Int32 = 2
  static let checksum: Int32 = 3

  /// Number of cells per page; a row for this many cells fits into a page of 4,096 bytes.
  static let cellsPerPage: Int64 = 960

  /// Whether the checksum and the size of the current row are valid.
  ///
  /// - Parameter bytes: A buffer that is reused.
  static func isWhole(_ row: PreparedStatement, _ bytes: RowBytes) -> Bool {
    let size = row.blob(chunks).count
    return row.matchesChecksum(at: checksum, bytes) && size % 4 == 0
      && size <= Int(cellsPerPage) * 4
  }

  /// The chunk number of a cell; 0 if the list does not contain the cell.
  ///
  /// - Parameter index: The index of the cell in the page: `cell_id % 960`.
  static func chunk(_ row: PreparedStatement, at index: Int) -> Int64 {
    let bytes = row.blob(chunks)
    guard index * 4 + 4 <= bytes.count else { return 0 }
    return Int64(
      Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)))
  }
}
