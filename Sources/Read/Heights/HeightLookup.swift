#if canImport(HeightStore)
public import HeightStore
import LayoutPrimitives
import Synchronization

/// Lookups in one generation of a store.
///
/// It keeps its generation when a build replaces the store; `refreshed()` returns the next one. It
/// is a class because it owns a file, and is safe for concurrent use, which is serialized.
public final class HeightLookup: Sendable {
  /// Path of the store.
  public let store: String
  /// The content of the store besides its cells.
  public let catalog: StoreCatalog

  private let access: StoreAccess
  private let reader: Mutex<StoreReader>
  private let feedNumbers: [String: Int]

  /// Opens the store at a path.
  ///
  /// - Parameters:
  ///   - store: The path.
  ///   - access: How the file is read, also that of the next generations.
  /// - Throws: `StoreError`, such as `.missing`.
  public init(store: String, access: StoreAccess = .mapped) throws {
    self.store = store
    self.access = access
    let opened = try StoreReader(path: store, access: access)
    catalog = opened.catalog
    feedNumbers = Dictionary(
      zip(catalog.feeds.map(\.name), catalog.feeds.indices)
    ) { first, _ in first }
    reader = Mutex(opened)
  }

  /// The generation.
  public var generation: Generation { catalog.generation }

  /// The feeds, sorted by name.
  public var feeds: [FeedEntry] { catalog.feeds }

  /// A lookup for the current store, or this one if the store was not replaced.
  ///
  /// - Throws: `StoreError`; this lookup remains valid.
  public func refreshed() throws -> HeightLookup {
    guard try reader.withLock({ try $0.isReplaced() }) else { return self }
    return try HeightLookup(store: store, access: access)
  }

  /// The environments of a feed in the order of its build, empty for an unknown feed.
  public func environments(feed: String) -> [StoredEnvironment] {
    self.feed(feed)?.environments.map(\.environment) ?? []
  }

  /// Finds a record's cell.
  ///
  /// - Parameters:
  ///   - id: The record's id.
  ///   - feed: The feed; nil for the only one with the record.
  ///   - environment: A key in full form, or one with parts left out, which names the only environment
  ///     that fits; with or without `#STATE`; nil for the only one.
  ///   - state: The state; nil for that of the key, or the first with a cell of the record.
  ///   - version: The required version of the record; nil for any.
  /// - Throws: `StoreError` for a damaged store.
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

  /// Finds a record's cell in a scope; the fast path.
  ///
  /// - Throws: `StoreError` for a damaged store.
  public func lookup(
    id: String, in scope: LookupScope, version: String? = nil
  ) throws -> LookupResult {
    let found = try reading { reader in
      try reader.cell(feed: scope.feed, environment: scope.environment.id, recordID: id)
    }
    guard let found else {
      return .miss(try absence(of: id, feed: scope.feed, asked: scope.key))
    }
    return try answer(found, scope, version: version)
  }

  /// The id of a record that is spelt nearly as an id without one; nil for none.
  ///
  /// In a large feed only ids that begin alike are compared.
  ///
  /// - Parameters:
  ///   - id: The id that was not found.
  ///   - names: Names of the feeds to search.
  /// - Throws: `StoreError` for a damaged store.
  public func nearestID(to id: String, inFeeds names: [String]) throws -> String? {
    var candidates: [String] = []
    for entry in names.compactMap({ feed($0) }) {
      guard let environment = entry.environments.first else { continue }
      candidates += try reading {
        try $0.recordIDs(near: id, feed: entry, environment: environment.id)
      }
    }
    return NearestName(candidates).nearest(to: id)
  }

  /// The scopes that a feed and an environment name, in the order of lookups.
  ///
  /// - Parameters:
  ///   - feed: A feed's name.
  ///   - environment: As in `lookup`.
  ///   - state: As in `lookup`.
  /// - Returns: One scope per state, or the miss.
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
    try reading { reader in
      try reader.cell(feed: feed, environment: environment.id, recordID: id) != nil
    }
  }

  /// Asks the reader, one question at a time.
  func reading<Answer>(_ ask: (StoreReader) throws -> sending Answer) throws -> sending Answer {
    try reader.withLock { reader in
      let answer = try ask(reader)
      try reader.checkUnchanged()
      return answer
    }
  }

  private func feed(_ name: String) -> FeedEntry? {
    feedNumbers[name].map { catalog.feeds[$0] }
  }
}

/// A miss as an error.
public struct Miss: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  public let reason: MissReason

  /// Creates an error from a reason.
  public init(_ reason: MissReason) {
    self.reason = reason
  }

  /// The reason's sentence.
  public var description: String { reason.description }
}
#endif
