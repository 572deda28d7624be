import LayoutPrimitives

/// The published store from which a build begins.
struct BuildBase {
  /// The catalog; nil if there is no store, or if the store has an earlier schema version.
  let catalog: StoreCatalog?
  /// Number of the published generation; 0 if there is no store.
  ///
  /// It is also known for a store of an earlier schema version, so that numbers never repeat.
  let number: Int
  /// The schema version of the published store if it is older than this program's; otherwise nil.
  ///
  /// All cells of an older store are computed again.
  let earlierVersion: Int?
  /// The names of the feeds of a store with an earlier schema version; otherwise empty.
  let earlierFeeds: [String]
  /// The shard whose records the store contains; nil if it contains all records.
  let shard: ShardNumber?

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
    } catch StoreError.olderVersion(_, let version, _) {
      (catalog, earlierVersion, shard) = (nil, version, nil)
      (number, earlierFeeds) = try StoreHeader.earlier(path: store)
    }
  }

  /// The checksum of the catalog, as text; empty without a catalog.
  var checksum: String { catalog?.checksum.description ?? "" }
}

/// The parts of the published store that a build could not use.
public struct BaseLosses: Hashable, Sendable {
  /// The numbers of the damaged cells, which were computed again.
  public private(set) var damagedCells: Set<Int64> = []
  /// The schema version of the published store if it was older than this program's; otherwise nil.
  ///
  /// All cells of an older store were computed again.
  public private(set) var earlierVersion: Int?
  /// The feeds of a store with an earlier schema version that the build did not include; they are
  /// lost.
  public private(set) var feeds: [String] = []
  /// Paths of files of earlier generations that could not be removed.
  public private(set) var unremoved: [String] = []

  /// Creates a value without losses.
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
