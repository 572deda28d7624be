#if canImport(HeightStore)
public import HeightStore
public import LayoutPrimitives
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
  ///   - access: How the files of this and of later generations are read.
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
  ///   - environment: A key in full form, or one with parts omitted that matches only one
  ///     environment; with or without `#STATE`; nil for the only one.
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

  /// The id of a record that is spelled almost like an id that was not found; nil for none.
  ///
  /// In a large feed only ids with the same beginning are compared.
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

  /// The scopes of a feed and an environment, in the order of lookups.
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

/// The result of a lookup.
public enum LookupResult: Hashable, Sendable {
  /// The cell.
  case hit(LookupHit)
  /// The reason for a miss.
  case miss(MissReason)
}

/// A cell that was found.
public struct LookupHit: Hashable, Sendable {
  /// The feed and the environment.
  public let scope: LookupScope
  /// The cell's number, id and version.
  public let cell: StoredCell
  /// Its height and frames, in steps.
  ///
  /// At a width within a range it has the height and no frames.
  public let layout: CellLayout
  /// The template that names its frames.
  public let template: StoredTemplate
}

/// One environment of one feed, or one width of a range, for repeated lookups.
public struct LookupScope: Hashable, Sendable {
  /// The feed.
  public let feed: FeedEntry
  /// The environment.
  public let environment: FeedEnvironment
  /// The width within a range, in device pixels; nil for a single width or the whole range.
  public let widthPixel: Int32?

  init(feed: FeedEntry, environment: FeedEnvironment, widthPixel: Int32? = nil) {
    self.feed = feed
    self.environment = environment
    self.widthPixel = widthPixel
  }

  /// The key of the environment, with the width within a range.
  public var key: String {
    guard let widthPixel, let scale = Double(environment.environment.parts.scale) else {
      return environment.environment.key
    }
    return environment.environment.parts.key(width: (Double(widthPixel) / scale).plainDecimal)
  }

  /// The grid of the stored integers.
  public var grid: PixelGrid {
    PixelGrid(stepsPerPoint: environment.environment.stepsPerPoint)
  }
}

extension HeightLookup {
  /// Searches all feeds.
  func lookupInAllFeeds(
    id: String, environment: String?, state: String?, version: String?
  ) throws -> LookupResult {
    let holders = try feeds.filter { try holds($0, id) }
    if holders.count > 1 { return .miss(.severalFeeds(id: id, feeds: holders.map(\.name))) }
    guard let only = holders.first else {
      try checkMiss(of: id, in: feeds)
      return .miss(.unknownRecord(id: id, feeds: feeds.map(\.name)))
    }
    return try lookup(id: id, in: only, environment: environment, state: state, version: version)
  }

  /// Searches one feed.
  func lookup(
    id: String, in feed: FeedEntry, environment: String?, state: String?, version: String?
  ) throws -> LookupResult {
    let scopes: [LookupScope]
    switch self.scopes(feed, environment: environment, state: state) {
    case .success(let found): scopes = found
    case .failure(let miss): return .miss(miss.reason)
    }
    // Templates of one feed may have different states.
    var result = LookupResult.miss(.unknownRecord(id: id, feeds: [feed.name]))
    for scope in scopes {
      result = try lookup(id: id, in: scope, version: version)
      if case .miss(.notInEnvironment) = result { continue }
      return result
    }
    return result
  }

  /// The environments of a feed that match a text and a state.
  func scopes(
    _ feed: FeedEntry, environment: String?, state: String?
  ) -> Result<[LookupScope], Miss> {
    let known = feed.environments.map(\.environment)
    // The only environment, regardless of states.
    let only = known.first?.parts.base
    guard let key = environment ?? (known.allSatisfy { $0.parts.base == only } ? only : nil) else {
      return .failure(Miss(.severalEnvironments(feed: feed.name, keys: known.map(\.key))))
    }
    let asked = state.map { "\(key.prefix { $0 != "#" })#\($0)" } ?? key
    let exact =
      feed.environments.filter { $0.environment.key == asked }
      + feed.environments.filter {
        $0.environment.state != nil && $0.environment.parts.base == asked
      }
    guard exact.isEmpty else {
      return .success(exact.map { LookupScope(feed: feed, environment: $0) })
    }
    func unknown(_ difference: EnvironmentDifference) -> Result<[LookupScope], Miss> {
      .failure(Miss(.unknownEnvironment(feed: feed.name, asked: asked, difference: difference)))
    }
    let pattern: EnvironmentPattern
    do throws(EnvironmentError) {
      pattern = try EnvironmentPattern(asked)
    } catch {
      return unknown(.malformed(reason: error.description))
    }
    let parts = known.map(\.parts)
    let matches = pattern.matches(in: parts)
    guard !matches.isEmpty else {
      return unknown(EnvironmentDifference(asked: pattern, known: known))
    }
    let several = EnvironmentPattern.ambiguity(matches, in: parts)
    guard several.isEmpty else {
      return .failure(Miss(.severalEnvironments(feed: feed.name, keys: several)))
    }
    return .success(
      matches.map {
        LookupScope(
          feed: feed, environment: feed.environments[$0.index], widthPixel: $0.widthPixel)
      })
  }

  /// The result for a cell.
  func answer(
    _ cell: StoredCell, _ scope: LookupScope, version: String?
  ) throws -> LookupResult {
    if let version, version != cell.version {
      return .miss(
        .otherVersion(
          id: cell.recordID, feed: scope.feed.name, stored: cell.version, asked: version))
    }
    switch cell.outcome {
    case .failure(let failure):
      return .miss(
        .failed(
          id: cell.recordID, feed: scope.feed.name, code: failure.code,
          message: failure.message))
    case .layout(let layout):
      guard let template = catalog.templates[cell.template] else {
        throw StoreError.corrupt(path: store, detail: "cell \(cell.cellID) has no template")
      }
      guard let pixel = scope.widthPixel else {
        return .hit(LookupHit(scope: scope, cell: cell, layout: layout, template: template))
      }
      guard let height = layout.heights?.height(atWidth: pixel) else {
        throw StoreError.corrupt(
          path: store, detail: "cell \(cell.cellID) has no height at a width of its range")
      }
      var single = layout
      (single.height, single.heights) = (Int(height), nil)
      return .hit(LookupHit(scope: scope, cell: cell, layout: single, template: template))
    }
  }

  /// The miss for a record without a cell in an environment.
  func absence(of id: String, feed: FeedEntry, asked: String) throws -> MissReason {
    try checkMiss(of: id, in: [feed])
    let keys = try feed.environments.filter { environment in
      try has(feed, environment, id)
    }.map(\.environment.key)
    if keys.isEmpty { return .unknownRecord(id: id, feeds: [feed.name]) }
    return .notInEnvironment(id: id, feed: feed.name, asked: asked, keys: keys)
  }

  private func checkMiss(of id: String, in feeds: [FeedEntry]) throws {
    try reading { try $0.checkMiss(of: id, in: feeds) }
  }

  private func holds(_ feed: FeedEntry, _ id: String) throws -> Bool {
    try feed.environments.contains { try has(feed, $0, id) }
  }
}

extension HeightLookup {
  /// The next cells in a scope, by the bytes of their records' ids.
  ///
  /// - Parameters:
  ///   - scope: The feed and the environment.
  ///   - id: The last id of the previous page; nil for the first page.
  ///   - limit: Maximum number of cells, which are all in memory.
  /// - Returns: Cells, failed ones included; none after the last.
  /// - Throws: `StoreError.corrupt` for a damaged row.
  public func cells(
    in scope: LookupScope, after id: String?, limit: Int
  ) throws -> [StoredCell] {
    try reading { reader in
      try reader.cells(of: scope.feed, in: scope.environment, after: id, limit: limit)
    }
  }
}
#endif
