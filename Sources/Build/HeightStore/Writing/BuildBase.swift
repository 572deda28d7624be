import LayoutPrimitives

/// The base of a build: the published store, if it can be read.
struct BuildBase {
  /// The catalog; nil for no store, or one of an earlier version.
  let catalog: StoreCatalog?
  /// Number of its generation, 0 for none; also of an earlier version, so that numbers never
  /// repeat.
  let number: Int
  /// The schema version of an earlier store whose cells are all computed again.
  let earlierVersion: Int?
  /// The feeds of that store.
  let earlierFeeds: [String]
  /// The shard of its feeds' records that it contains; nil for all.
  let shard: ShardNumber?

  /// Reads the store at a path.
  init(store: String) throws {
    guard try FileOperations.identity(store) != nil else {
      (catalog, number, earlierVersion, earlierFeeds, shard) = (nil, 0, nil, [], nil)
      return
    }
    do {
      let reader = try StoreReader(path: store)
      catalog = reader.catalog
      shard = reader.shard
      (number, earlierVersion, earlierFeeds) = (reader.catalog.generation.number, nil, [])
    } catch StoreError.olderVersion(_, let found, _) {
      (catalog, earlierVersion, shard) = (nil, found, nil)
      (number, earlierFeeds) = try StoreHeader.earlier(path: store)
    }
  }

  /// The checksum of the catalog; empty for none.
  var checksum: String { catalog?.checksum.description ?? "" }
}

/// The parts of the published store that a build could not use.
public struct BaseLosses: Hashable, Sendable {
  /// The numbers of damaged cells, which were computed again.
  public private(set) var damagedCells: Set<Int64> = []
  /// The schema version of an earlier store whose cells were all computed again.
  public private(set) var earlierVersion: Int?
  /// The feeds of that store that were lost.
  public private(set) var feeds: [String] = []
  /// Files of earlier generations that could not be removed.
  public private(set) var unremoved: [String] = []

  /// Creates empty losses.
  public init() {}

  init(earlierVersion: Int?, feeds: [String]) {
    self.earlierVersion = earlierVersion
    self.feeds = feeds
  }

  mutating func add(damagedCell number: Int64) {
    damagedCells.insert(number)
  }

  mutating func add(unremoved files: [String]) {
    unremoved += files
  }
}
