public import HeightStore
import Synchronization

/// The lookup service over one generation of a store: heights, frames and offsets, never layout.
///
/// It stays on its generation when a build replaces the store; `refreshed()` gives the next one. A
/// class for the open file it shares; it may be used from several threads, which take turns.
public final class HeightLookup: Sendable {
  /// Path of the store.
  public let store: String
  /// All that the store says besides its cells.
  public let catalog: StoreCatalog

  private let reader: Mutex<StoreReader>
  private let feedNumbers: [String: Int]

  /// Opens the store that is at a path now.
  ///
  /// - Throws: `StoreError`, `.missing` among them.
  public init(store: String) throws {
    self.store = store
    let opened = try StoreReader(path: store)
    catalog = opened.catalog
    feedNumbers = Dictionary(
      zip(catalog.feeds.map(\.name), catalog.feeds.indices)
    ) { first, _ in first }
    reader = Mutex(opened)
  }

  /// The generation that is served.
  public var generation: Generation { catalog.generation }

  /// The feeds, sorted by name.
  public var feeds: [FeedEntry] { catalog.feeds }

  /// The lookup over what is at the path now: this one as long as no build has replaced it.
  ///
  /// - Throws: `StoreError`; this lookup goes on serving its generation then.
  public func refreshed() throws -> HeightLookup {
    guard try reader.withLock({ try $0.isReplaced() }) else { return self }
    return try HeightLookup(store: store)
  }

  /// The environments of a feed in the order of its build; none for an unknown feed.
  public func environments(feed: String) -> [StoredEnvironment] {
    self.feed(feed)?.environments.map(\.environment) ?? []
  }

  /// Finds a record's cell.
  ///
  /// - Parameters:
  ///   - id: The record's id.
  ///   - feed: The feed; nil = the only one that holds the record.
  ///   - environment: Key in full form, with or without `#STATE`; nil = the feed's only one.
  ///   - state: The state; nil = the key's, else the first in the order of the build that the
  ///     record has a cell for.
  ///   - version: The version of the record that the caller has; nil = any.
  /// - Throws: `StoreError` when the store turns out damaged.
  public func lookup(
    id: String, feed: String? = nil, environment: String? = nil, state: String? = nil,
    version: String? = nil
  ) throws -> LookupResult {
    guard let feed else {
      return try lookupInAllFeeds(
        id: id, environment: environment, state: state, version: version)
    }
    guard let entry = self.feed(feed) else {
      return .miss(.unknownFeed(asked: feed, known: feeds.map(\.name)))
    }
    return try lookup(
      id: id, in: entry, environment: environment, state: state, version: version)
  }

  /// Finds a record's cell where the scope is known: the hot path.
  ///
  /// - Throws: `StoreError` when the store turns out damaged.
  public func lookup(
    id: String, in scope: LookupScope, version: String? = nil
  ) throws -> LookupResult {
    let found = try reader.withLock { reader in
      try reader.cell(feed: scope.feed, environment: scope.environment.id, recordID: id)
    }
    guard let found else {
      return .miss(try absence(of: id, feed: scope.feed, asked: scope.environment.environment.key))
    }
    return try answer(found, scope, version: version)
  }

  /// The scopes that a feed and a key stand for, the first to be tried first.
  ///
  /// - Parameters:
  ///   - feed: A feed's name.
  ///   - environment: As in `lookup`.
  ///   - state: As in `lookup`.
  /// - Returns: One scope a state; or why there is none.
  public func scopes(
    feed: String, environment: String? = nil, state: String? = nil
  ) -> Result<[LookupScope], Miss> {
    guard let entry = self.feed(feed) else {
      return .failure(Miss(.unknownFeed(asked: feed, known: feeds.map(\.name))))
    }
    return scopes(entry, environment: environment, state: state)
  }

  /// Whether a record has a cell, failed ones included.
  func has(_ feed: FeedEntry, _ environment: FeedEnvironment, _ id: String) throws -> Bool {
    try reader.withLock { reader in
      try reader.cell(feed: feed, environment: environment.id, recordID: id) != nil
    }
  }

  /// Reads the cell of an insertion number.
  func cell(number: Int64) throws -> StoredCell? {
    try reader.withLock { try $0.cell(number: number) }
  }

  /// Reads a list.
  func offsets(of list: ListEntry, environment: FeedEnvironment) throws -> ListOffsets {
    try reader.withLock { try $0.offsets(of: list, environment: environment) }
  }

  private func feed(_ name: String) -> FeedEntry? {
    feedNumbers[name].map { catalog.feeds[$0] }
  }
}

/// A miss as an error, for those who only want the hit.
public struct Miss: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why there is nothing.
  public let reason: MissReason

  /// Creates an error from a reason.
  public init(_ reason: MissReason) {
    self.reason = reason
  }

  /// The reason's sentence.
  public var description: String { reason.description }
}
