import Heights
import HeightStore
import StructuredDocuments

/// A feed and an environment as requests name them.
struct PlaceKey: Hashable, Sendable {
  let feed: String
  /// In full form, with or without a state; nil if a request names none.
  let environment: String?
}

/// The meaning of a feed and an environment in a generation.
struct PreparedPlace: Sendable {
  /// At least one; more if the environment has states.
  let scopes: [LookupScope]
  /// The cells of the first scope; nil for a range of widths, and if they are not in memory.
  let cells: PreparedCells?

  /// Every feed and environment that a request can name exactly.
  static func all(of snapshot: GenerationSnapshot) throws -> [PlaceKey: PreparedPlace] {
    var all: [PlaceKey: PreparedPlace] = [:]
    for feed in snapshot.catalog.feeds {
      var prepared: [EnvironmentID: PreparedCells] = [:]
      let environments = feed.environments.map(\.environment)
      let keys = Set(environments.map(\.key) + environments.map(\.parts.base))
      for key in [nil] + keys.map(Optional.some) {
        guard
          case .success(let scopes) = snapshot.file.scopes(feed: feed.name, environment: key),
          let first = scopes.first
        else { continue }
        let environment = first.environment.id
        if prepared[environment] == nil, let place = snapshot.place(of: first) {
          prepared[environment] = try PreparedCells(place)
        }
        all[PlaceKey(feed: feed.name, environment: key)] = PreparedPlace(
          scopes: scopes, cells: prepared[environment])
      }
    }
    return all
  }
}

/// The cells of an environment in memory, and their documents.
///
/// It never changes; it is a class so that all requests share one without copies.
final class PreparedCells: Sendable {
  private let place: SnapshotPlace
  /// The feed's own order, which determines the position in a cell's document.
  private let order: SnapshotList
  private let frames: KeptFrames

  init(_ place: SnapshotPlace) throws {
    self.place = place
    order = try place.list()
    frames = try KeptFrames(order)
  }

  /// Whether these are the cells of a scope.
  func areCells(of scope: LookupScope) -> Bool { place.scope == scope }

  /// Writes the document of a record's cell.
  ///
  /// - Returns: False for a cell that is not or not completely in memory; nothing is written then.
  func write(_ id: String, to json: inout JSONWriter) throws -> Bool {
    guard let cell = place.cell(id),
      let document = try frames.document(of: cell, id: id, in: order)
    else { return false }
    document.write(to: &json)
    return true
  }

  /// Writes the document of the cell at a position of a list, as `write(_:to:)` does.
  func write(at position: Int, ofList name: String, to json: inout JSONWriter) throws -> Bool {
    let list = try place.list(name)
    let cell = try list.cell(at: position)
    guard let document = try frames.document(of: cell, id: place.id(of: cell), in: list) else {
      return false
    }
    document.write(to: &json)
    return true
  }
}
