#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives

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

  /// The environments of a feed that a typed environment and a state name.
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
#endif
