/// The cells of one feed in one environment in all its shards, by the bytes of their records' ids.
///
/// Of each shard a page of cells is in memory.
package struct ShardedPages {
  /// An id that is compared by its bytes, as SQLite does.
  private struct Key: Comparable {
    let id: String

    static func == (left: Self, right: Self) -> Bool {
      left.id.utf8.elementsEqual(right.id.utf8)
    }

    static func < (left: Self, right: Self) -> Bool {
      left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
    }
  }

  /// Cells of all pages together, about.
  private static let cellsInMemory = 1_024
  private static let minimumPage = 16

  private let feed: ShardSet.Feed
  private let environment: Int
  private let shards: [ShardReader]
  private let limit: Int
  /// The rest of each shard's page.
  private var pages: [ArraySlice<StoredCell>] = []
  private var queue = ShardQueue<Key>()

  /// Begins at the first cell.
  ///
  /// - Parameter environment: The environment, as an index in the feed's.
  /// - Throws: `StoreError.corrupt` for a damaged row.
  package init(_ feed: ShardSet.Feed, environment: Int, of shards: [ShardReader]) throws {
    self.feed = feed
    self.environment = environment
    self.shards = shards
    limit = max(Self.minimumPage, Self.cellsInMemory / max(1, shards.count))
    for shard in shards.indices {
      pages.append(try page(shard, after: nil))
      if let cell = pages[shard].first { queue.insert(Key(id: cell.recordID), shard) }
    }
  }

  /// The next cell, failed ones included, with the index of its shard; nil after the last.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged row.
  package mutating func next() throws -> (cell: StoredCell, shard: Int)? {
    guard let shard = queue.first?.shard, let cell = pages[shard].popFirst() else { return nil }
    if pages[shard].isEmpty { pages[shard] = try page(shard, after: cell.recordID) }
    if let next = pages[shard].first {
      queue.replaceFirst(Key(id: next.recordID))
    } else {
      queue.removeFirst()
    }
    return (cell, shard)
  }

  private func page(_ shard: Int, after id: String?) throws -> ArraySlice<StoredCell> {
    let entry = feed.entries[shard]
    return try shards[shard].cells(
      of: entry, in: entry.environments[environment], after: id, limit: limit)[...]
  }
}
