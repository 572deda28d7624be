#if canImport(HeightStore)
public import HeightStore
public import LayoutPrimitives
import Synchronization

/// Looks up cells in one generation of a store.
///
/// A lookup keeps its generation when a build replaces the store; `refreshed()` returns a lookup in
/// the current one. It is a class because it owns a file. Several threads may use it; their calls
/// run one after the other.
public final class HeightLookup: Sendable {
  /// Path of the store.
  public let store: String
  /// The content of the store, except its cells.
  public let catalog: StoreCatalog

  private let access: StoreAccess
  private let readsLines: Bool
  private let reader: Mutex<StoreReader>
  /// The open file; nil if it is mapped.
  private let file: WatchedFile?
  private let feedNumbers: [String: Int]

  /// Opens the store at a path.
  ///
  /// - Parameters:
  ///   - store: The path of the store.
  ///   - access: How the file is read, also by the lookups that `refreshed()` returns.
  ///   - readsLines: Whether cells have the lines of their labels, if the store has them.
  /// - Throws: `StoreError`, such as `.missing`.
  public init(
    store: String, access: StoreAccess = .mapped, readsLines: Bool = false
  ) throws {
    self.store = store
    self.access = access
    self.readsLines = readsLines
    let opened = try StoreReader(path: store, access: access)
    opened.readsLines = readsLines
    catalog = opened.catalog
    feedNumbers = Dictionary(
      zip(catalog.feeds.map(\.name), catalog.feeds.indices)
    ) { first, _ in first }
    file = opened.file
    reader = Mutex(opened)
  }

  /// Checks that the file of the generation was not changed in place, without waiting for reads.
  ///
  /// Only a file that is read with system calls is checked.
  ///
  /// - Throws: `StoreError.unreadable` if it was changed.
  public func checkUnchanged() throws { try file?.check() }

  /// The generation in which cells are looked up.
  public var generation: Generation { catalog.generation }

  /// The feeds, sorted by name.
  public var feeds: [FeedEntry] { catalog.feeds }

  /// Returns a lookup in the current store, or this lookup if the store was not replaced.
  ///
  /// - Throws: `StoreError`; this lookup remains valid.
  public func refreshed() throws -> HeightLookup {
    guard try reader.withLock({ try $0.isReplaced() }) else { return self }
    return try HeightLookup(store: store, access: access, readsLines: readsLines)
  }

  /// The environments of a feed, in the order of its build; empty for an unknown feed.
  public func environments(feed: String) -> [StoredEnvironment] {
    self.feed(feed)?.environments.map(\.environment) ?? []
  }

  /// Finds the cell of a record.
  ///
  /// - Parameters:
  ///   - id: Id of the record.
  ///   - feed: Name of the feed; nil to search all feeds, of which only one may have the record.
  ///   - environment: A key in full form or with omitted parts, with or without `#STATE`; it must
  ///     match only one environment. Nil means the only environment of the feed.
  ///   - state: The state; nil for the state in the key, or else for the first state in which the
  ///     record has a cell.
  ///   - version: The required version of the record; nil for any version.
  /// - Throws: `StoreError` if the store is damaged.
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

  /// Finds the cell of a record in a scope; repeated lookups are faster than without a scope.
  ///
  /// - Parameters:
  ///   - id: Id of the record.
  ///   - scope: The feed and the environment.
  ///   - version: The required version of the record; nil for any version.
  ///   - lines: Whether the cell has the lines of its labels; nil for the choice of the lookup.
  /// - Throws: `StoreError` if the store is damaged.
  public func lookup(
    id: String, in scope: LookupScope, version: String? = nil, lines: Bool? = nil
  ) throws -> LookupResult {
    guard let match = try cell(of: id, in: scope, lines: lines) else {
      return .miss(try absence(of: id, feed: scope.feed, asked: scope.key))
    }
    return try answer(match, scope, version: version)
  }

  /// Finds the id of a record that is spelled similarly to an id that was not found.
  ///
  /// In a large feed, only the ids next to the missing id in byte order are compared.
  ///
  /// - Parameters:
  ///   - id: The id that was not found.
  ///   - names: Names of the feeds to search.
  /// - Returns: nil if no id is similar.
  /// - Throws: `StoreError` if the store is damaged.
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

  /// The scopes of a feed and an environment, in the order in which `lookup` searches them.
  ///
  /// - Parameters:
  ///   - feed: Name of the feed.
  ///   - environment: The same as in `lookup`.
  ///   - state: The same as in `lookup`.
  /// - Returns: One scope per state, or the reason why there is none.
  public func scopes(
    feed: String, environment: String? = nil, state: String? = nil
  ) -> Result<[LookupScope], Miss> {
    guard let entry = self.feed(feed) else {
      return .failure(Miss(.unknownFeed(asked: feed, known: feeds.map(\.name))))
    }
    return scopes(entry, environment: environment, state: state)
  }

  /// Whether a record has a cell, which may be a failed one.
  func has(_ feed: FeedEntry, _ environment: FeedEnvironment, _ id: String) throws -> Bool {
    try reading { reader in
      try reader.cell(feed: feed, environment: environment.id, recordID: id) != nil
    }
  }

  /// Calls `ask` with the reader, one call at a time, and then checks that the file is unchanged.
  ///
  /// - Parameter lines: Whether cells have the lines of their labels; nil for the choice of the
  ///   lookup.
  func reading<Answer>(
    lines: Bool? = nil, _ ask: (StoreReader) throws -> sending Answer
  ) throws -> sending Answer {
    try reader.withLock { reader in
      reader.readsLines = lines ?? readsLines
      let answer = try ask(reader)
      try reader.checkUnchanged()
      return answer
    }
  }

  private func feed(_ name: String) -> FeedEntry? {
    feedNumbers[name].map { catalog.feeds[$0] }
  }
}

/// An error with the reason why a cell or an environment was not found.
public struct Miss: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  public let reason: MissReason

  /// Creates an error from a reason.
  public init(_ reason: MissReason) {
    self.reason = reason
  }

  /// The reason, as one sentence.
  public var description: String { reason.description }
}

/// The result of a lookup.
public enum LookupResult: Hashable, Sendable {
  /// The cell was found.
  case hit(LookupHit)
  /// The cell was not found, for the given reason.
  case miss(MissReason)
}

/// A cell that a lookup found.
public struct LookupHit: Hashable, Sendable {
  /// The feed and the environment of the cell.
  public let scope: LookupScope
  /// The stored cell, with its number, record id and version.
  public let cell: StoredCell
  /// The layout of the cell; the height and the frames are in grid steps.
  ///
  /// At a width within a range, it has a height but no frames. For a whole range, it has the
  /// heights at all widths.
  public let layout: CellLayout
  /// The template of the cell, which names the views of the frames.
  public let template: StoredTemplate
}

/// A feed and one of its environments, or one width of a range, for repeated lookups.
public struct LookupScope: Hashable, Sendable {
  /// The feed.
  public let feed: FeedEntry
  /// The environment.
  public let environment: FeedEnvironment
  /// The width within a range, in device pixels; nil for a single width, or for the whole range.
  public let widthPixel: Int32?

  init(feed: FeedEntry, environment: FeedEnvironment, widthPixel: Int32? = nil) {
    self.feed = feed
    self.environment = environment
    self.widthPixel = widthPixel
  }

  /// The key of the environment; for a width within a range, the key of this width.
  public var key: String {
    guard let widthPixel, let scale = Double(environment.environment.parts.scale) else {
      return environment.environment.key
    }
    return environment.environment.parts.key(width: (Double(widthPixel) / scale).plainDecimal)
  }

  /// The grid of the stored lengths.
  public var grid: PixelGrid {
    PixelGrid(stepsPerPoint: environment.environment.stepsPerPoint)
  }
}

extension HeightLookup {
  func lookupInAllFeeds(
    id: String, environment: String?, state: String?, version: String?
  ) throws -> LookupResult {
    var holders: [String] = []
    var only = LookupResult.miss(.unknownRecord(id: id, feeds: feeds.map(\.name)))
    for feed in feeds {
      let scopes = scopes(feed, environment: environment, state: state)
      var result: LookupResult?
      if case .success(let scopes) = scopes {
        result = try firstAnswer(for: id, in: scopes, version: version)
      }
      if result == nil {
        let keys = try keys(of: id, in: feed)
        if keys.isEmpty { continue }
        switch scopes {
        case .failure(let miss): result = .miss(miss.reason)
        case .success(let scopes):
          result = .miss(
            .notInEnvironment(
              id: id, feed: feed.name, asked: scopes.last?.key ?? "", keys: keys))
        }
      }
      if let result { only = result }
      holders.append(feed.name)
    }
    if holders.count > 1 { return .miss(.severalFeeds(id: id, feeds: holders)) }
    if holders.isEmpty { try checkMiss(of: id, in: feeds) }
    return only
  }

  func lookup(
    id: String, in feed: FeedEntry, environment: String?, state: String?, version: String?
  ) throws -> LookupResult {
    let scopes: [LookupScope]
    switch self.scopes(feed, environment: environment, state: state) {
    case .success(let result): scopes = result
    case .failure(let miss): return .miss(miss.reason)
    }
    if let answer = try firstAnswer(for: id, in: scopes, version: version) { return answer }
    return .miss(try absence(of: id, feed: feed, asked: scopes.last?.key ?? ""))
  }

  /// The answer for the cell of a record in the first of several scopes that has one; nil if none
  /// has.
  ///
  /// The scopes have different states, and a record's template may have only some of the states.
  private func firstAnswer(
    for id: String, in scopes: [LookupScope], version: String?
  ) throws -> LookupResult? {
    for scope in scopes {
      if let cell = try cell(of: id, in: scope, lines: nil) {
        return try answer(cell, scope, version: version)
      }
    }
    return nil
  }

  private func cell(of id: String, in scope: LookupScope, lines: Bool?) throws -> StoredCell? {
    try reading(lines: lines) { reader in
      try reader.cell(feed: scope.feed, environment: scope.environment.id, recordID: id)
    }
  }

  /// The scopes of a feed that match a text and a state.
  func scopes(
    _ feed: FeedEntry, environment: String?, state: String?
  ) -> Result<[LookupScope], Miss> {
    let environments = feed.environments.map(\.environment)
    // The only environment of the feed, if its environments differ only in their states.
    let only = environments.first?.parts.base
    guard let key = environment ?? (environments.allSatisfy { $0.parts.base == only } ? only : nil)
    else {
      return .failure(Miss(.severalEnvironments(feed: feed.name, keys: environments.map(\.key))))
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
    let parts = environments.map(\.parts)
    let matches = pattern.matches(in: parts)
    guard !matches.isEmpty else {
      return unknown(EnvironmentDifference(asked: pattern, stored: environments))
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

  /// The result of a lookup that found a stored cell: a miss if the cell failed or has a version
  /// other than `version`.
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

  /// The reason why a record has no cell in an environment.
  func absence(of id: String, feed: FeedEntry, asked: String) throws -> MissReason {
    try checkMiss(of: id, in: [feed])
    let keys = try keys(of: id, in: feed)
    if keys.isEmpty { return .unknownRecord(id: id, feeds: [feed.name]) }
    return .notInEnvironment(id: id, feed: feed.name, asked: asked, keys: keys)
  }

  private func checkMiss(of id: String, in feeds: [FeedEntry]) throws {
    try reading { try $0.checkMiss(of: id, in: feeds) }
  }

  /// The keys of the environments in which a record has a cell.
  private func keys(of id: String, in feed: FeedEntry) throws -> [String] {
    try feed.environments.filter { try has(feed, $0, id) }.map(\.environment.key)
  }
}

extension HeightLookup {
  /// The ids of the records of a feed whose only environments are ranges of widths, in feed order.
  ///
  /// - Returns: nil if the feed has a single width, whose list has the order, or if the store does
  ///   not have the order, because there are too many records.
  /// - Throws: `StoreError.corrupt` if a row is damaged.
  public func recordIDs(ofRangesIn feed: FeedEntry) throws -> [String]? {
    guard feed.environments.allSatisfy(\.environment.isRange) else { return nil }
    return try reading { reader in
      guard var order = try FeedOrder(reader, feed: feed) else { return nil }
      var ids: [String] = []
      ids.reserveCapacity(order.count)
      while let number = try order.next() {
        guard let cell = try reader.cell(number: number) else {
          throw StoreError.corrupt(path: reader.path, detail: "the order of feed '\(feed.name)'")
        }
        ids.append(cell.recordID)
      }
      return ids
    }
  }

  /// The next cells in a scope, ordered by the bytes of their record ids.
  ///
  /// - Parameters:
  ///   - scope: The feed and the environment.
  ///   - id: The last record id of the previous page; nil for the first page.
  ///   - limit: Maximum number of cells; all of them are in memory.
  /// - Returns: Cells, failed ones included; empty after the last cell.
  /// - Throws: `StoreError.corrupt` if a row is damaged.
  public func cells(
    in scope: LookupScope, after id: String?, limit: Int
  ) throws -> [StoredCell] {
    try reading { reader in
      try reader.cells(of: scope.feed, in: scope.environment, after: id, limit: limit)
    }
  }
}
#endif
