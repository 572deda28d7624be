import LayoutPrimitives

/// Reads a shard.
///
/// It is a class because it owns a database connection, and must be used by one thread at a time.
package final class ShardReader {
  /// Path of the shard.
  package let path: String
  /// Which shard it is.
  package let number: ShardNumber
  private let reader: StoreReader

  /// Opens a shard.
  ///
  /// - Throws: `StoreError.noShard` for a store of all records; as `StoreReader`.
  package init(path: String) throws {
    self.path = path
    reader = try StoreReader(path: path)
    guard let shard = reader.shard else { throw StoreError.noShard(path: path) }
    number = shard
    reader.share(with: shard.count)
  }

  /// The content besides the cells.
  package var catalog: StoreCatalog { reader.catalog }

  /// The counts of a feed.
  ///
  /// - Throws: `StoreError.corrupt`.
  package func counts(of feed: FeedEntry) throws -> ShardFeed {
    try ShardTables.read(feed, reader.connection).counts
  }

  /// The cells of a feed in the order of its records.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - keptShapeBytes: Maximum size of the frames that are kept in memory, in bytes.
  /// - Throws: `StoreError.corrupt`.
  package func cells(of feed: FeedEntry, keptShapeBytes: Int) throws -> ShardCells {
    try ShardCells(
      feed, positions: try ShardTables.read(feed, reader.connection).positions, of: reader,
      keptShapeBytes: keptShapeBytes)
  }

  /// The next cells of a feed in one environment, by the bytes of their records' ids.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged row.
  func cells(
    of feed: FeedEntry, in environment: FeedEnvironment, after id: String?, limit: Int
  ) throws -> [StoredCell] {
    try reader.cells(of: feed, in: environment, after: id, limit: limit)
  }

  /// The cell of a record in an environment; nil for none.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged row.
  package func cell(
    of feed: FeedEntry, in environment: FeedEnvironment, recordID: String
  ) throws -> StoredCell? {
    try reader.cell(feed: feed, environment: environment.id, recordID: recordID)
  }
}
