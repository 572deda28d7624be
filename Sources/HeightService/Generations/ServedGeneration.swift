package import HeightLookup
import HeightStore
import LayoutPrimitives

/// One generation of the store as requests see it: the only file that knows how cells are read.
package final class ServedGeneration: Sendable {
  /// Answers from the generation's file, which stays open when a build replaces it.
  package let lookup: HeightLookup
  /// Names the generation in paths and tags: `NUMBER-DIGEST8-LISTDIGEST8`.
  package let pin: String
  /// The published files of the generation, once somebody asked for them.
  let files: MadeFiles

  package init(_ lookup: HeightLookup) {
    self.lookup = lookup
    pin = Self.pin(of: lookup.generation)
    files = MadeFiles(of: lookup)
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
