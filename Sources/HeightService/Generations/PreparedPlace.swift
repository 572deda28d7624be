import CellDocuments
import HeightLookup
import HeightStore

/// A feed and an environment as requests name them.
struct PlaceKey: Hashable, Sendable {
  let feed: String
  /// In full form, with or without a state; nil where a request names none.
  let environment: String?
}

/// What a feed and an environment mean in a generation, prepared once for all requests.
struct PreparedPlace: Sendable {
  /// At least one; more where the environment has states.
  let scopes: [LookupScope]
  /// The place of the first scope; nil for a range of widths.
  let place: SnapshotPlace?
  /// The feed's own order, and the documents of its cells; nil for a range of widths.
  let order: (list: SnapshotList, lines: CellLines)?

  /// Every place that a request can name exactly.
  static func all(of snapshot: GenerationSnapshot) throws -> [PlaceKey: PreparedPlace] {
    var all: [PlaceKey: PreparedPlace] = [:]
    var orders: [EnvironmentID: (list: SnapshotList, lines: CellLines)] = [:]
    for feed in snapshot.catalog.feeds {
      orders.removeAll()
      let environments = feed.environments.map(\.environment)
      let keys = Set(environments.map(\.key) + environments.map(\.parts.base))
      for key in [nil] + keys.map(Optional.some) {
        guard
          case .success(let scopes) = snapshot.file.scopes(feed: feed.name, environment: key),
          let first = scopes.first
        else { continue }
        let place = snapshot.place(of: first)
        if let place, orders[first.environment.id] == nil {
          let list = try place.list()
          orders[first.environment.id] = (list, try CellLines(place, list: list))
        }
        all[PlaceKey(feed: feed.name, environment: key)] = PreparedPlace(
          scopes: scopes, place: place, order: orders[first.environment.id])
      }
    }
    return all
  }
}
