import LayoutPrimitives
import SQLiteDatabase

/// The columns of a row of `list_places`, and its validation.
enum PlaceRow {
  /// The columns of a query, in the order of the table.
  static let columns = "list_id, page, chunks, checksum"

  static let list: Int32 = 0
  static let page: Int32 = 1
  static let chunks: Int32 = 2
  static let checksum: Int32 = 3

  /// Cell numbers in a page; a row of so many fits in a page of SQLite, which has 4,096 bytes.
  static let cellsPerPage: Int64 = 960

  /// Whether the checksum and the size of the current row are valid.
  ///
  /// - Parameter bytes: A scratch buffer.
  static func isWhole(_ row: PreparedStatement, _ bytes: RowBytes) -> Bool {
    let size = row.blob(chunks).count
    return row.matchesChecksum(at: checksum, bytes) && size % 4 == 0
      && size <= Int(cellsPerPage) * 4
  }

  /// The chunk of a cell in a page; 0 for none.
  ///
  /// - Parameter place: `cell_id % 960`.
  static func chunk(_ row: PreparedStatement, at place: Int) -> Int64 {
    let bytes = row.blob(chunks)
    guard place * 4 + 4 <= bytes.count else { return 0 }
    return Int64(
      Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: place * 4, as: Int32.self)))
  }
}
