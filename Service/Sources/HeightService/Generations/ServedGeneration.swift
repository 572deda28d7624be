package import Heights
import HeightStore
import LayoutPrimitives
import ServeOptions
import StructuredDocuments

/// One generation of the store, for requests.
///
/// Cells are answered from memory. Rare data (the reason for a missing id, widths inside a range)
/// is read from the generation's file, which stays open when a build replaces it.
package final class ServedGeneration: Sendable {
  /// Answers from the generation's file.
  package let lookup: HeightLookup
  /// By feed and environment as requests name them; none if the generation is not in memory.
  private let places: [PlaceKey: PreparedPlace]
  /// Whether cells are in memory.
  package let isInMemory: Bool
  /// The generation's number.
  package let number: Int
  /// Names the generation in paths and tags: `NUMBER-DIGEST8-LISTDIGEST8`.
  package let pin: String
  /// The published files of the generation, made at the first request.
  let files: MadeFiles

  /// Prepares answers from the file alone.
  init(_ lookup: HeightLookup, files: MadeFiles) {
    self.lookup = lookup
    places = [:]
    isInMemory = false
    number = lookup.generation.number
    pin = Self.pin(of: lookup.generation)
    self.files = files
  }

  /// Prepares answers from memory.
  ///
  /// - Parameters:
  ///   - snapshot: The generation in memory.
  ///   - files: Its published files.
  /// - Throws: `ListError`, `StoreError` for a damaged store.
  init(_ snapshot: GenerationSnapshot, files: MadeFiles) throws {
    lookup = snapshot.file
    places = try PreparedPlace.all(of: snapshot)
    isInMemory = true
    number = snapshot.generation.number
    pin = Self.pin(of: snapshot.generation)
    self.files = files
  }

  /// The generation of lookups, in memory if it has few enough cells.
  ///
  /// - Parameter files: Its published files; nil for none so far.
  /// - Throws: As the initializer does.
  static func prepared(
    _ lookup: HeightLookup, _ settings: FollowSettings, files: MadeFiles? = nil
  ) throws -> ServedGeneration {
    let cells = lookup.feeds.flatMap(\.environments).reduce(0) { $0 + $1.cells + $1.failed }
    let files = files ?? MadeFiles(of: lookup, in: settings.temporaryFolder)
    return cells > settings.memoryCells
      ? ServedGeneration(lookup, files: files)
      : try ServedGeneration(GenerationSnapshot(of: lookup), files: files)
  }

  static func pin(of generation: Generation) -> String {
    "\(generation.number)-\(generation.digest.prefix(8))-\(generation.listDigest.prefix(8))"
  }

  /// How long answers of this generation may be kept.
  package func caching(isPinned: Bool) -> Answer.Caching {
    isPinned ? .immutable(tag: pin) : .revalidated(tag: pin)
  }

  /// Resolves a feed and an environment of a request.
  ///
  /// - Parameters:
  ///   - feed: A name.
  ///   - environment: A key, of which parts may be omitted; nil for the only one.
  /// - Throws: `Problem` for an unknown feed or environment.
  func place(feed: String, environment: String?) throws(Problem) -> PreparedPlace {
    if let known = places[PlaceKey(feed: feed, environment: environment)] { return known }
    switch lookup.scopes(feed: feed, environment: environment) {
    case .success(let scopes):
      let prepared = scopes.first.flatMap { first in
        places[PlaceKey(feed: feed, environment: first.key)]
          ?? places[PlaceKey(feed: feed, environment: first.environment.environment.parts.base)]
      }
      return PreparedPlace(
        scopes: scopes, cells: prepared?.scopes.first == scopes.first ? prepared?.cells : nil)
    case .failure(let miss): throw Problem(ofRequest: miss.reason) ?? .failed
    }
  }

  /// The feed's environments for a request; at least one, more if it has states.
  ///
  /// - Throws: As `place(feed:environment:)`.
  func scopes(feed: String, environment: String?) throws(Problem) -> [LookupScope] {
    try place(feed: feed, environment: environment).scopes
  }

  /// The first scope for a request; as for `lookup`, states are in the feed's order.
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

  /// Writes the document of a cell, with its position in the feed's own order.
  ///
  /// - Parameters:
  ///   - id: The id of its record.
  ///   - place: The feed and the environment.
  ///   - version: The required version of the record; nil for any.
  ///   - json: The output.
  /// - Returns: The reason why there is no cell and nothing was written; nil if there is one.
  /// - Throws: `StoreError` for a damaged store.
  func write(
    _ id: String, in place: PreparedPlace, version: String?, to json: inout JSONWriter
  ) throws -> CellMiss? {
    if version == nil, let cells = place.cells, try cells.write(id, to: &json) { return nil }
    switch try cell(id, in: place.scopes, version: version) {
    case .failure(let miss): return miss
    case .success(let hit):
      try lookup.document(of: hit).write(to: &json)
      return nil
    }
  }

  /// Room for most documents of a cell, in bytes.
  static let usualCellBytes = 1_536

  /// Writes the document of the cell at a position of a list.
  ///
  /// - Throws: `StoreError` for a damaged store.
  func write(at position: Int, of list: LookupList, to json: inout JSONWriter) throws {
    let name = list.description.name
    let key = PlaceKey(feed: list.scope.feed.name, environment: list.scope.key)
    if let cells = places[key]?.cells, cells.areCells(of: list.scope),
      try cells.write(at: position, ofList: name, to: &json)
    {
      return
    }
    try list.document(at: position).write(to: &json)
  }

  /// Opens a list.
  ///
  /// - Throws: `Problem`; `StoreError` for a damaged store.
  func list(_ name: String?, in scope: LookupScope) throws -> LookupList {
    do {
      return try lookup.list(name ?? ListDescription.feedOrder, in: scope)
    } catch let error as ListError {
      throw Problem(error)
    }
  }
}

extension CellMiss: Error {}
