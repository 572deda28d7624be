import LayoutPrimitives

/// Reads a shard for a merge.
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
}
