import Heights
import HeightStore
import HTTPTypes
import LayoutPrimitives
import StructuredDocuments

/// The routes for the data of a generation and its feeds, without their cells.
enum CatalogRoutes {
  static let all: [Route] = [
    Route(.get, "/v1/generation", answer: generation),
    Route(.get, "/v1/feeds", answer: feeds),
    Route(.get, "/v1/feeds/{feed}", answer: feed),
  ]

  @Sendable private static func generation(_ request: ServiceRequest) -> Answer {
    let generation = request.generation.lookup.generation
    return .document("cellheights.generation/1", for: request) { json in
      json.member("generation", generation.number)
      json.member("pin", request.generation.pin)
      json.member("digest", generation.digest)
      json.member("listDigest", generation.listDigest)
      json.member("engineVersion", generation.engineVersion)
      json.member("created", generation.createdUTC)
      json.member("cells", generation.cells)
      json.member("failed", generation.failed)
    }
  }

  @Sendable private static func feeds(_ request: ServiceRequest) async throws -> Answer {
    let feeds = request.generation.lookup.feeds
    return try await request.answer(cells: cost(of: feeds)) {
      .document("cellheights.feeds/1", for: request) { json in
        write(request.generation, to: &json)
        json.array("feeds", feeds) { json, feed in write(feed, to: &json) }
      }
    }
  }

  /// The number of cells whose documents take as long as the entries of feeds.
  private static func cost(of feeds: [FeedEntry]) -> Int {
    feeds.reduce(0) { $0 + $1.environments.count + $1.lists.count } / entriesPerCell
  }

  /// Number of environments and lists that take as long as the document of a cell.
  private static let entriesPerCell = 8

  @Sendable private static func feed(_ request: ServiceRequest) async throws -> Answer {
    let name = request.parameter("feed")
    let feeds = request.generation.lookup.feeds
    guard let feed = feeds.first(where: { $0.name == name }) else {
      throw Problem(ofRequest: .unknownFeed(asked: name, known: feeds.map(\.name))) ?? .failed
    }
    return try await request.answer(cells: cost(of: [feed])) {
      .document("cellheights.feed/1", for: request) { json in
        write(request.generation, to: &json)
        write(feed, to: &json)
      }
    }
  }

  /// Writes the members that identify the generation of an answer: its number and its pin.
  static func write(_ generation: ServedGeneration, to json: inout JSONWriter) {
    json.member("generation", generation.number)
    json.member("pin", generation.pin)
  }

  private static func write(_ feed: FeedEntry, to json: inout JSONWriter) {
    json.member("name", feed.name)
    json.member("records", feed.records)
    json.member("frames", feed.keepsFrames)
    json.member("lines", feed.keepsLines)
    json.array("environments", feed.environments) { json, environment in
      json.member("key", environment.environment.key)
      if let state = environment.environment.state { json.member("state", state) }
      json.member("stepsPerPoint", environment.environment.stepsPerPoint)
      json.member("range", environment.environment.isRange)
      json.member("cells", environment.cells)
      json.member("failed", environment.failed)
    }
    json.array("lists", feed.lists.map(\.description)) { json, list in
      json.member("name", list.name)
      json.member("spacing", list.spacing)
      json.object("insets") { json in
        json.member("top", list.insets.top)
        json.member("leading", list.insets.leading)
        json.member("bottom", list.insets.bottom)
        json.member("trailing", list.insets.trailing)
      }
    }
  }
}
