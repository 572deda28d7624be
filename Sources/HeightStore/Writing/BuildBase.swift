import LayoutPrimitives

/// What a build starts from: the published store, if there is one that this program reads.
struct BuildBase {
  /// All that the store says besides its cells; nil for none, or one of an earlier version.
  let catalog: StoreCatalog?
  /// Number of its generation, 0 for none; that of a store of an earlier version where it can be
  /// read, so that numbers never repeat.
  let number: Int
  /// The version of a store that is computed anew.
  let earlierVersion: Int?
  /// The feeds of such a store.
  let earlierFeeds: [String]

  /// Reads what is at a path.
  ///
  /// - Throws: `StoreError` when it is no store, a damaged one, or one of a later version.
  init(store: String) throws {
    guard try FileOperations.identity(store) != nil else {
      (catalog, number, earlierVersion, earlierFeeds) = (nil, 0, nil, [])
      return
    }
    do {
      let catalog = try StoreReader(path: store).catalog
      self.catalog = catalog
      (number, earlierVersion, earlierFeeds) = (catalog.generation.number, nil, [])
    } catch StoreError.olderVersion(_, let found, _) {
      (catalog, earlierVersion) = (nil, found)
      (number, earlierFeeds) = try StoreHeader.earlier(path: store)
    }
  }

  /// Which store it is: its catalogue's checksum, as text; empty for none.
  var checksum: String { catalog?.checksum.description ?? "" }
}

/// What of the published store a build could not use.
public struct BaseLosses: Hashable, Sendable {
  /// Rows of cells that were damaged, by number; they were computed anew.
  public private(set) var damagedCells: Set<Int64> = []
  /// The schema version of a store that was computed anew as a whole.
  public private(set) var earlierVersion: Int?
  /// The feeds of such a store that this build does not name, and that are gone with it.
  public private(set) var feeds: [String] = []

  /// Creates losses of nothing.
  public init() {}

  init(earlierVersion: Int?, feeds: [String]) {
    self.earlierVersion = earlierVersion
    self.feeds = feeds
  }

  mutating func add(damagedCell number: Int64) {
    damagedCells.insert(number)
  }
}
