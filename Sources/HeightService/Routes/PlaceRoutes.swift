import HTTPTypes
import Heights
import HeightStore
import LayoutPrimitives
import StructuredDocuments

/// Orders that clients make themselves, and places that survive a new generation.
enum PlaceRoutes {
  static let all: [Route] = [
    Route(.post, "/v1/feeds/{feed}/order", answer: order),
    Route(
      .get, "/v1/feeds/{feed}/anchor",
      query: ["environment", "list", "id", "inside", "generation", "following"],
      repeatable: ["following"], answer: anchor),
  ]

  /// Ids that an anchor may name behind its own.
  static let mostFollowing = 8

  /// Stacks cells in the order of the ids, with the spacing and the insets of a list.
  @Sendable private static func order(_ request: ServiceRequest) async throws -> Answer {
    let wanted = try IDRequest(request.body, members: ["list"], limit: request.limits.ids)
    let generation = request.generation
    let scopes = try generation.scopes(
      feed: request.parameter("feed"), environment: wanted.environment)
    guard let scope = scopes.first else { throw Problem.failed }
    let lists = scope.feed.lists.map(\.description)
    let name = wanted.list ?? ListDescription.feedOrder
    guard let list = lists.first(where: { $0.name == name }) else {
      throw Problem(
        ListError.unknownList(asked: name, feed: scope.feed.name, known: lists.map(\.name)))
    }
    let grid = scope.grid
    let spacing = max(0, grid.pixel(ofEdge: list.spacing))
    var top = grid.pixel(ofEdge: list.insets.top)
    var end = top
    var misses: [CellMiss] = []
    var cells: [(id: String, offset: Int, height: Int)] = []
    for (index, id) in wanted.ids.enumerated() {
      if index % Deadline.stride == Deadline.stride - 1 { try await request.deadline.pause() }
      switch try generation.cell(id, in: scopes) {
      case .success(let hit):
        guard hit.layout.heights == nil else {
          throw Problem(ListError.widthRange(environment: scope.key, range: scope.key))
        }
        cells.append((id, top, hit.layout.height))
        end = top + hit.layout.height
        top = end + spacing
      case .failure(let miss): misses.append(miss)
      }
    }
    guard !cells.isEmpty else { throw Problem(noneOf: misses) }
    return .document("cellheights.order/1", for: request) { json in
      json.member("feed", scope.feed.name)
      json.member("environment", scope.key)
      json.member("list", list.name)
      CatalogRoutes.write(generation, to: &json)
      json.member("extent", grid.points(end + grid.pixel(ofEdge: list.insets.bottom)))
      json.array("cells", cells) { json, cell in
        json.member("id", cell.id)
        json.member("offset", grid.points(cell.offset))
        json.member("height", grid.points(cell.height))
      }
      json.misses(misses)
    }
  }

  /// Where a reader is who was some points below the top of a cell, in an earlier generation.
  @Sendable private static func anchor(_ request: ServiceRequest) throws -> Answer {
    let id = try request.query.required("id")
    let inside = try request.query.points("inside")
    // Where it was made is said for people who read logs.
    _ = try request.query.text("generation")
    let following = request.query.all("following")
    guard following.count <= mostFollowing, !following.contains("") else {
      throw Problem.badParameter(
        "following", "up to \(mostFollowing) ids that are not empty, not \(following.count)")
    }
    let list = try ListRoutes.list(request)
    for (index, candidate) in ([id] + following).enumerated() {
      guard case .success(let hit) = try request.generation.cell(candidate, in: [list.scope]),
        let position = try list.position(of: hit.cell)
      else { continue }
      let offset = try list.offset(of: position)
      return .document("cellheights.anchor-place/1", for: request) { json in
        ListRoutes.write(list, request, to: &json)
        json.member("id", candidate)
        json.member("follows", index > 0)
        json.member("position", position)
        json.member("offset", offset)
        // A follower stands at its top, because nobody was inside it.
        json.member("y", index == 0 ? offset + inside : offset)
      }
    }
    throw Problem(
      .notFound, "anchor-gone", "The cells of the anchor are gone",
      "neither '\(id.prefix(200))' nor any of the \(following.count) following ids is in the list")
  }
}
