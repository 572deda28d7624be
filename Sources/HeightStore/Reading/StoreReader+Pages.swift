import LayoutPrimitives
import SQLiteDatabase

extension StoreReader {
  /// The next cells of a feed in one environment, by the bytes of their records' ids.
  ///
  /// - Parameters:
  ///   - id: The last id of the page before; nil for the first page.
  ///   - limit: Maximum number of cells, which are all in memory.
  /// - Returns: Cells, failed ones included; none after the last.
  /// - Throws: `StoreError.corrupt` for a damaged row.
  package func cells(
    of feed: FeedEntry, in environment: FeedEnvironment, after id: String?, limit: Int
  ) throws -> [StoredCell] {
    // The unique index has this order.
    let row = try connection.prepare(
      "SELECT \(CellRow.columns) FROM cells WHERE feed_id = ? AND environment_id = ? "
        + "AND record_id > ? ORDER BY record_id LIMIT ?")
    try row.bind(feed.id, at: 1)
    try row.bind(environment.id.rawValue, at: 2)
    // No id is empty.
    var last = id ?? ""
    return try last.withUTF8 { text in
      try row.bind(text: text, at: 3)
      try row.bind(Int64(limit), at: 4)
      var cells: [StoredCell] = []
      while try row.step() {
        cells.append(try decode(row, recordID: row.text(CellRow.recordID)))
      }
      return cells
    }
  }
}
