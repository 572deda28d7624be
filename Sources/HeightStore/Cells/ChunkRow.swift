import LayoutPrimitives
import SQLiteDatabase

/// The columns of a row of `list_chunks`, and its validation.
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
  /// - Parameter bytes: A scratch buffer.
  static func isWhole(_ row: PreparedStatement, _ bytes: RowBytes) -> Bool {
    guard row.matchesChecksum(at: checksum, bytes) else { return false }
    let count = row.int(cells)
    guard count > 0, count <= Int64(StoreSchema.maximumRowBytes),
      row.blob(cellIDs).count == Int(count) * 4 || row.blob(cellIDs).count == Int(count) * 8,
      row.blob(heights).count == Int(count) * 4
    else { return false }
    return forEachCell(row) { _, _ in } == row.int(heightSum)
  }

  /// Calls `body` with the number and the height in steps of each cell.
  ///
  /// - Returns: The sum of the heights.
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

  /// Calls `body` with the stored form of cell numbers: little-endian Int32, or Int64 if one is
  /// too large for that.
  static func withStored(
    _ numbers: [Int64], _ body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    if numbers.allSatisfy({ Int32(exactly: $0) != nil }) {
      try numbers.map { Int32(truncatingIfNeeded: $0).littleEndian }.withUnsafeBytes(body)
    } else {
      try numbers.map(\.littleEndian).withUnsafeBytes(body)
    }
  }

  /// A hash of the content of the current row, without its number.
  ///
  /// - Parameter bytes: A scratch buffer.
  static func content(_ row: PreparedStatement, _ bytes: RowBytes) -> ContentHash {
    bytes.reset()
    bytes.append(row.int(environment))
    bytes.append(blob: row.blob(cellIDs))
    bytes.append(blob: row.blob(heights))
    return bytes.hash
  }
}
