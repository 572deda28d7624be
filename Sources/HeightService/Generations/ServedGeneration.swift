import CellDocuments
package import HeightLookup
import HeightStore
import LayoutPrimitives

/// One generation of the store as requests see it: the only file that knows how cells are read.
///
/// Cells are answered from memory. What few requests need (why an id is missed, widths inside a
/// range) is read from the generation's file, which stays open when a build replaces it.
package final class ServedGeneration: Sendable {
  /// Answers from the generation's file.
  package let lookup: HeightLookup
  /// By feed and environment as requests name them; none where the generation is not in memory.
  private let places: [PlaceKey: PreparedPlace]
  /// Whether cells are in memory.
  package let isInMemory: Bool
  /// Names the generation in paths and tags: `NUMBER-DIGEST8-LISTDIGEST8`.
  package let pin: String
  /// The published files of the generation, once somebody asked for them.
  let files: MadeFiles

  /// Prepares answers from the file alone.
  package init(_ lookup: HeightLookup) {
    self.lookup = lookup
    places = [:]
    isInMemory = false
    pin = Self.pin(of: lookup.generation)
    files = MadeFiles(of: lookup)
  }

  /// Prepares answers from memory.
  ///
  /// - Parameters:
  ///   - snapshot: The generation in memory.
  ///   - files: Its published files; nil for none so far.
  /// - Throws: `ListError`, `StoreError` for a damaged store.
  init(_ snapshot: GenerationSnapshot, files: MadeFiles?) throws {
    lookup = snapshot.file
    places = try PreparedPlace.all(of: snapshot)
    isInMemory = true
    pin = Self.pin(of: snapshot.generation)
    self.files = files ?? MadeFiles(of: snapshot.file)
  }

  /// The generation of lookups, in memory if it has at most so many cells.
  ///
  /// - Throws: As the initializer does.
  static func prepared(
    _ lookup: HeightLookup, _ limit: Int, files: MadeFiles? = nil
  ) throws -> ServedGeneration {
    let cells = lookup.feeds.flatMap(\.environments).reduce(0) { $0 + $1.cells + $1.failed }
    return cells > limit
      ? ServedGeneration(lookup)
      : try ServedGeneration(GenerationSnapshot(of: lookup), files: files)
  }

  /// The generation's number.
  var number: Int { lookup.generation.number }

  static func pin(of generation: Generation) -> String {
    "\(generation.number)-\(generation.digest.prefix(8))-\(generation.listDigest.prefix(8))"
  }

  /// How long answers out of this generation may be kept.
  func caching(isPinned: Bool) -> Answer.Caching {
    isPinned ? .immutable(tag: pin) : .revalidated(tag: pin)
  }

  /// The feed's environments that a request means.
  ///
  /// - Parameters:
  ///   - feed: A name.
  ///   - environment: A key in full form; nil for the only one.
  /// - Returns: At least one scope, more where the environment has states.
  /// - Throws: `Problem`.
  func scopes(feed: String, environment: String?) throws(Problem) -> [LookupScope] {
    if let known = places[PlaceKey(feed: feed, environment: environment)] {
      return known.scopes
    }
    switch lookup.scopes(feed: feed, environment: environment) {
    case .success(let scopes): return scopes
    case .failure(let miss): throw Problem(ofRequest: miss.reason) ?? .failed
    }
  }

  /// The first scope that a request means; as for `lookup`, states come in the feed's order.
  func scope(feed: String, environment: String?) throws(Problem) -> LookupScope {
    guard let scope = try scopes(feed: feed, environment: environment).first else {
      throw Problem.failed
    }
    return scope
  }

  /// Looks an id up in scopes, in order, as templates of one feed may have different states.
  ///
  /// - Throws: `StoreError` for a damaged store.
  func cell(
    _ id: String, in scopes: [LookupScope], version: String? = nil
  ) throws -> Result<LookupHit, CellMiss> {
    var missed = MissReason.unknownRecord(id: id, feeds: scopes.prefix(1).map(\.feed.name))
    for scope in scopes {
      switch try lookup.lookup(id: id, in: scope, version: version) {
      case .hit(let hit): return .success(hit)
      case .miss(.notInEnvironment(let id, let feed, let asked, let keys)):
        missed = .notInEnvironment(id: id, feed: feed, asked: asked, keys: keys)
      case .miss(let reason): return .failure(CellMiss(id: id, reason))
      }
    }
    return .failure(CellMiss(id: id, missed))
  }

  /// The document of a cell, with its place in the feed's own order.
  ///
  /// - Parameters:
  ///   - feed: A name.
  ///   - environment: A key in full form; nil for the only one.
  ///   - version: The required version of the record; nil for any.
  /// - Throws: `Problem` for a feed or an environment that there is not; `StoreError` for a damaged
  ///   store.
  func document(
    _ id: String, feed: String, environment: String?, version: String?
  ) throws -> Result<[UInt8], CellMiss> {
    if version == nil, let known = places[PlaceKey(feed: feed, environment: environment)],
      let place = known.place, let order = known.order, let cell = place.cell(id)
    {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(Self.usualBytes)
      if try order.lines.append(cell, id: id, in: order.list, to: &bytes) {
        return .success(bytes)
      }
    }
    let scopes = try scopes(feed: feed, environment: environment)
    switch try cell(id, in: scopes, version: version) {
    case .failure(let miss): return .failure(miss)
    case .success(let hit):
      let document = CellDocument(hit, place: try position(of: hit), generation: number)
      return .success(Array(document.line.utf8))
    }
  }

  /// Room for most documents of a cell, in bytes.
  private static let usualBytes = 1_536

  /// The document of the cell at a position of a list.
  ///
  /// - Throws: `StoreError` for a damaged store.
  func document(at position: Int, of list: ListSnapshot) throws -> [UInt8] {
    let key = PlaceKey(feed: list.scope.feed.name, environment: list.scope.key)
    if let known = places[key], let place = known.place, let order = known.order,
      place.scope == list.scope
    {
      let inMemory = try place.list(list.description.name)
      let cell = try place.cell(at: position, of: inMemory)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(Self.usualBytes)
      if try order.lines.append(cell, id: place.id(of: cell), in: inMemory, to: &bytes) {
        return bytes
      }
    }
    let document = CellDocument(
      try list.hit(at: position),
      place: CellDocument.Place(
        list: list.description.name, position: position,
        offset: try list.offset(of: position)),
      generation: number)
    return Array(document.line.utf8)
  }

  private func position(of hit: LookupHit) throws -> CellDocument.Place? {
    guard !hit.scope.environment.environment.isRange else { return nil }
    let list = try lookup.list(in: hit.scope)
    guard let position = try list.position(of: hit.cell) else { return nil }
    return CellDocument.Place(
      list: list.description.name, position: position, offset: try list.offset(of: position))
  }

  /// Opens a list.
  ///
  /// - Throws: `Problem`; `StoreError` for a damaged store.
  func list(_ name: String?, in scope: LookupScope) throws -> ListSnapshot {
    do {
      return try lookup.list(name ?? ListDescription.feedOrder, in: scope)
    } catch let error as ListError {
      throw Problem(error)
    }
  }
}

extension CellMiss: Error {}
