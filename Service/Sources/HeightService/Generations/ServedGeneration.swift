package import Heights
import HeightStore
import LayoutPrimitives
import ServeOptions
import StructuredDocuments

/// One generation of the store, from which requests are answered.
///
/// Cells come from memory. Rarely needed data, such as the reason for a missing id, is read from
/// the file of the generation. The file stays open when a build replaces it.
package final class ServedGeneration: Sendable {
  /// The lookup in the file of the generation.
  package let lookup: HeightLookup
  /// The feeds and environments with their cells, by the names in requests; empty if not in memory.
  private let scopesByKey: [ScopeKey: PreparedScopes]
  /// Whether cells are in memory.
  package let isInMemory: Bool
  package let number: Int
  /// The text that identifies the generation in paths and tags: `NUMBER-DIGEST8-LISTDIGEST8`.
  ///
  /// `DIGEST8` and `LISTDIGEST8` are the first 8 digits of the digests of cells and lists.
  package let pin: String
  /// The published files of the generation; the first request for a file makes them.
  let files: MadeFiles

  /// Creates a generation that is read only from its file.
  init(_ lookup: HeightLookup, files: MadeFiles) {
    self.lookup = lookup
    scopesByKey = [:]
    isInMemory = false
    number = lookup.generation.number
    pin = Self.pin(of: lookup.generation)
    self.files = files
  }

  /// Creates a generation that is read from memory.
  ///
  /// - Parameters:
  ///   - snapshot: The cells of the generation.
  ///   - files: The published files of the generation.
  /// - Throws: `ListError`, `StoreError` for a damaged store.
  init(_ snapshot: GenerationSnapshot, files: MadeFiles) throws {
    lookup = snapshot.file
    scopesByKey = try PreparedScopes.all(of: snapshot)
    isInMemory = true
    number = snapshot.generation.number
    pin = Self.pin(of: snapshot.generation)
    self.files = files
  }

  /// Creates a generation, in memory if its number of cells is within the limit.
  ///
  /// - Parameter files: The published files of the generation; nil if there are none yet.
  /// - Throws: `ListError`; `StoreError` for a damaged store.
  static func prepared(
    _ lookup: HeightLookup, _ settings: FollowSettings, files: MadeFiles? = nil
  ) throws -> ServedGeneration {
    let cells = lookup.feeds.flatMap(\.environments).reduce(0) { $0 + $1.cells + $1.failed }
    let files = files ?? MadeFiles(of: lookup, in: settings.temporaryFolder)
    return cells > settings.memoryCells
      ? ServedGeneration(lookup, files: files)
      : try ServedGeneration(GenerationSnapshot(of: lookup), files: files)
  }

  /// Whether the file of the generation can be read: it was not changed in place.
  var isReadable: Bool {
    do {
      try lookup.checkUnchanged()
      return true
    } catch { return false }
  }

  static func pin(of generation: Generation) -> String {
    "\(generation.number)-\(generation.digest.prefix(8))-\(generation.listDigest.prefix(8))"
  }

  /// How long caches may keep answers from this generation.
  ///
  /// - Parameter isPinned: Whether the path names the generation.
  package func caching(isPinned: Bool) -> Answer.Caching {
    isPinned ? .immutable(tag: pin) : .revalidated(tag: pin)
  }

  /// Finds the feed and the environment that a request names.
  ///
  /// - Parameters:
  ///   - feed: The name of the feed.
  ///   - environment: A key, in which parts may be omitted; nil if the feed has only one.
  /// - Throws: `Problem` for an unknown feed or environment.
  func preparedScopes(feed: String, environment: String?) throws(Problem) -> PreparedScopes {
    if let cached = scopesByKey[ScopeKey(feed: feed, environment: environment)] { return cached }
    switch lookup.scopes(feed: feed, environment: environment) {
    case .success(let scopes):
      let prepared = scopes.first.flatMap { first in
        scopesByKey[ScopeKey(feed: feed, environment: first.key)]
          ?? scopesByKey[
            ScopeKey(feed: feed, environment: first.environment.environment.parts.base)]
      }
      return PreparedScopes(
        scopes: scopes, cells: prepared?.scopes.first == scopes.first ? prepared?.cells : nil)
    case .failure(let miss): throw Problem(ofRequest: miss.reason) ?? .failed
    }
  }

  /// The scopes of a feed for a request: at least one, several if the environment has states.
  ///
  /// - Parameter environment: A key, in which parts may be omitted; nil if the feed has only one.
  /// - Throws: `Problem` for an unknown feed or environment.
  func scopes(feed: String, environment: String?) throws(Problem) -> [LookupScope] {
    try preparedScopes(feed: feed, environment: environment).scopes
  }

  /// The first of the scopes of a feed for a request.
  ///
  /// - Throws: `Problem` for an unknown feed or environment.
  func scope(feed: String, environment: String?) throws(Problem) -> LookupScope {
    guard let scope = try scopes(feed: feed, environment: environment).first else {
      throw Problem.failed
    }
    return scope
  }

  /// The cell of an id in the first scope that has one, or the reason why no scope has one.
  ///
  /// Several scopes are needed because templates of one feed may have different states.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - scopes: The scopes, in the order in which they are searched.
  ///   - version: The required version of the record; nil for any.
  ///   - lines: Whether the cell has the lines of its labels.
  /// - Throws: `StoreError` for a damaged store.
  func cell(
    _ id: String, in scopes: [LookupScope], version: String? = nil, lines: Bool = false
  ) throws -> Result<LookupHit, CellMiss> {
    var missed = MissReason.unknownRecord(id: id, feeds: scopes.prefix(1).map(\.feed.name))
    for scope in scopes {
      switch try lookup.lookup(id: id, in: scope, version: version, lines: lines) {
      case .hit(let hit): return .success(hit)
      case .miss(.notInEnvironment(let id, let feed, let asked, let keys)):
        missed = .notInEnvironment(id: id, feed: feed, asked: asked, keys: keys)
      case .miss(let reason): return .failure(CellMiss(id: id, reason))
      }
    }
    return .failure(CellMiss(id: id, missed))
  }

  /// Writes the document of a cell, with its position in the order of the feed.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - prepared: The feed and the environment to search.
  ///   - version: The required version of the record; nil for any.
  ///   - lines: Whether to write the lines of labels, which are only in the file.
  ///   - json: The writer that receives the document.
  /// - Returns: The reason why nothing was written; nil if the cell was written.
  /// - Throws: `StoreError` for a damaged store.
  func write(
    _ id: String, in prepared: PreparedScopes, version: String?, lines: Bool,
    to json: inout JSONWriter
  ) throws -> CellMiss? {
    if version == nil, !lines, let cells = prepared.cells, try cells.write(id, to: &json) {
      return nil
    }
    switch try cell(id, in: prepared.scopes, version: version, lines: lines) {
    case .failure(let miss): return miss
    case .success(let hit):
      try lookup.document(of: hit).write(to: &json)
      return nil
    }
  }

  /// Reserved size for the document of a cell in bytes, which is enough for most cells.
  static let usualCellBytes = 1_536

  /// Writes the document of the cell at a position of a list.
  ///
  /// - Parameters:
  ///   - position: A position in the list.
  ///   - list: The list.
  ///   - lines: Whether to write the lines of labels, which are only in the file.
  ///   - json: The writer that receives the document.
  /// - Throws: `StoreError` for a damaged store.
  func write(
    at position: Int, of list: LookupList, lines: Bool, to json: inout JSONWriter
  ) throws {
    guard !lines else { return try list.document(at: position, lines: true).write(to: &json) }
    let name = list.description.name
    let key = ScopeKey(feed: list.scope.feed.name, environment: list.scope.key)
    if let cells = scopesByKey[key]?.cells, cells.areCells(of: list.scope),
      try cells.write(at: position, ofList: name, to: &json)
    {
      return
    }
    try list.document(at: position).write(to: &json)
  }

  /// Opens a list by its name; without a name, the list in the order of the feed.
  ///
  /// - Throws: `Problem` for an unknown list; `StoreError` for a damaged store.
  func list(_ name: String?, in scope: LookupScope) throws -> LookupList {
    do {
      return try lookup.list(name ?? ListDescription.feedOrder, in: scope)
    } catch let error as ListError {
      throw Problem(error)
    }
  }
}

extension CellMiss: Error {}
