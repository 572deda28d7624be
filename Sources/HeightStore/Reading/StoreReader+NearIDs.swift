import SQLiteDatabase

extension StoreReader {
  /// Maximum number of ids of a feed that are all compared, and of ids on either side of one in a
  /// larger feed.
  private static let (wholeFeed, neighbors) = (5_000, 200)

  /// Ids of a feed that may be meant by one that it does not have: all of a small feed, otherwise
  /// those that come before and after it in the order of their bytes.
  ///
  /// - Throws: `StoreError` for a damaged store.
  public func recordIDs(
    near id: String, feed: FeedEntry, environment: EnvironmentID
  ) throws -> [String] {
    let columns = "SELECT record_id FROM cells WHERE feed_id = ? AND environment_id = ? "
    var ids: [String] = []
    func read(_ condition: String, limit: Int) throws {
      let row = try connection.prepare(columns + condition + " LIMIT \(limit)")
      try row.bind(feed.id, at: 1)
      try row.bind(environment.rawValue, at: 2)
      var id = id
      try id.withUTF8 { text in
        try row.bind(text: text, at: 3)
        while try row.step() { ids.append(row.text(0)) }
      }
    }
    if feed.records <= Self.wholeFeed {
      try read("AND ?3 IS NOT NULL ORDER BY record_id", limit: Self.wholeFeed)
    } else {
      try read("AND record_id < ?3 ORDER BY record_id DESC", limit: Self.neighbors)
      try read("AND record_id >= ?3 ORDER BY record_id", limit: Self.neighbors)
    }
    return ids
  }
}
