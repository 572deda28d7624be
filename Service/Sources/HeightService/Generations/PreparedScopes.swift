import Heights
import HeightStore
import StructuredDocuments

/// A feed and an environment, in the form in which a request names them.
struct ScopeKey: Hashable, Sendable {
  let feed: String
  /// The key in full form, with or without a state; nil if a request names no environment.
  let environment: String?
}

/// A feed and an environment that were found in a generation.
struct PreparedScopes: Sendable {
  /// At least one scope; one per state if the environment has states and the request names none.
  let scopes: [LookupScope]
  /// The cells of the first scope; nil if they are not in memory, as for a range of widths.
  let cells: PreparedCells?

  /// All feeds and environments of a generation, by each full key, with and without a state.
  ///
  /// If a feed needs no environment in requests, it is also entered without a key.
  static func all(of snapshot: GenerationSnapshot) throws -> [ScopeKey: PreparedScopes] {
    var all: [ScopeKey: PreparedScopes] = [:]
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
        if prepared[environment] == nil, let cells = snapshot.cells(of: first) {
          prepared[environment] = try PreparedCells(cells)
        }
        all[ScopeKey(feed: feed.name, environment: key)] = PreparedScopes(
          scopes: scopes, cells: prepared[environment])
      }
    }
    return all
  }
}

/// The cells of an environment in memory, from which their JSON documents are written.
///
/// The object is immutable. It is a class so that all requests share it without copies.
final class PreparedCells: Sendable {
  private let cells: SnapshotCells
  /// The order of the feed, which determines the position in the document of a cell.
  private let order: SnapshotList
  private let frames: KeptFrames

  init(_ cells: SnapshotCells) throws {
    self.cells = cells
    order = try cells.list()
    frames = try KeptFrames(order)
  }

  /// Whether the cells belong to a scope.
  func areCells(of scope: LookupScope) -> Bool { cells.scope == scope }

  /// Writes the document of the cell of a record.
  ///
  /// - Returns: False, with nothing written, if the cell is not completely in memory.
  /// - Throws: `ListError`, `StoreError` for a damaged store.
  func write(_ id: String, to json: inout JSONWriter) throws -> Bool {
    guard let cell = cells.cell(id),
      let document = try frames.document(of: cell, id: id, in: order)
    else { return false }
    document.write(to: &json)
    return true
  }

  /// Writes the document of the cell at a position of a list.
  ///
  /// - Returns: False, with nothing written, if the cell is not completely in memory.
  /// - Throws: `ListError` for an unknown list or position.
  func write(at position: Int, ofList name: String, to json: inout JSONWriter) throws -> Bool {
    let list = try cells.list(name)
    let cell = try list.cell(at: position)
    guard let document = try frames.document(of: cell, id: cells.id(of: cell), in: list) else {
      return false
    }
    document.write(to: &json)
    return true
  }
}
