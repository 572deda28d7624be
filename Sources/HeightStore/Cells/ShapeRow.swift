import LayoutPrimitives
import SQLiteDatabase

/// The columns of a row of `shapes`, and its validation.
enum ShapeRow {
  /// The columns of a query, in the order of the table.
  static let columns = "shape_id, template_id, frames, checksum"

  static let id: Int32 = 0
  static let template: Int32 = 1
  static let frames: Int32 = 2
  static let checksum: Int32 = 3

  /// Whether the checksum of the current row is valid.
  ///
  /// - Parameter bytes: A scratch buffer.
  static func isWhole(_ row: PreparedStatement, _ bytes: RowBytes) -> Bool {
    row.matchesChecksum(at: checksum, bytes)
  }
}
