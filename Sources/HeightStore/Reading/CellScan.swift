import SQLiteDatabase

/// The cells of a feed in one environment, in the order of their record ids' bytes.
///
/// It is a class because it owns a statement, and holds one cell in memory.
final class CellScan {
  private let reader: StoreReader
  private let row: PreparedStatement
  private let environment: FeedEnvironment
  /// Cells read so far; nil after the last.
  private var count: Int? = 0

  init(feed: FeedEntry, environment: FeedEnvironment, of reader: StoreReader) throws {
    self.reader = reader
    self.environment = environment
    // The unique index has this order.
    row = try reader.connection.prepare(
      "SELECT \(CellRow.columns) FROM cells WHERE feed_id = ? AND environment_id = ? "
        + "ORDER BY record_id")
    try row.bind(feed.id, at: 1)
    try row.bind(environment.id.rawValue, at: 2)
  }

  /// The next cell; nil after the last.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged cell, and after the last for missing ones.
  func next() throws -> StoredCell? {
    guard let read = count else { return nil }
    guard try row.step() else {
      count = nil
      let expected = environment.cells + environment.failed
      guard read == expected else {
        throw reader.corrupt(
          "its index leads to \(read) of \(expected) cells in \(environment.environment.key)")
      }
      return nil
    }
    count = read + 1
    return try reader.decode(row, recordID: row.text(CellRow.recordID))
  }
}
