import HTTPTypes
import Heights
import HeightStore
import LayoutPrimitives
import ServeOptions
import StructuredDocuments

/// The routes for orders that a client defines, and for scroll anchors from other generations.
enum PositionRoutes {
  static let all: [Route] = [
    Route(.post, "/v1/feeds/{feed}/order", answer: order),
    Route(
      .get, "/v1/feeds/{feed}/anchor",
      query: ["environment", "list", "id", "inside", "generation", "following"],
      repeatable: ["following"], answer: anchor),
  ]

  @Sendable private static func order(_ request: ServiceRequest) async throws -> Answer {
    try await request.answer(members: ["list"]) { wanted in
      try answer(request, wanted)
    }
  }

  private static func answer(_ request: ServiceRequest, _ wanted: IDRequest) throws -> Answer {
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
    var ids: [String] = []
    var heights: [Int] = []
    var misses: [CellMiss] = []
    for (index, id) in wanted.ids.enumerated() {
      try request.deadline.check(after: index)
      switch try generation.cell(id, in: scopes) {
      case .success(let hit):
        guard hit.layout.heights == nil else {
          throw Problem(ListError.widthRange(environment: scope.key, range: scope.key))
        }
        ids.append(id)
        heights.append(hit.layout.height)
      case .failure(let miss): misses.append(miss)
      }
    }
    guard !ids.isEmpty else { throw Problem(noneOf: misses) }
    // The order of a client has no sections: in a list that has some, separators are left out.
    let shape = list.shape?.kinds.isEmpty == true ? list.shape : nil
    let geometry = ListGeometry(
      ListSpacing(
        grid: scope.grid, spacing: list.spacing, insets: list.insets,
        separator: shape?.separator?.height ?? 0),
      sections: shape.flatMap { ListSections($0, entries: [ids.count], count: ids.count) },
      heights: heights)
    return .document("cellheights.order/1", for: request) { json in
      json.member("feed", scope.feed.name)
      json.member("environment", scope.key)
      json.member("list", list.name)
      CatalogRoutes.write(generation, to: &json)
      json.member("extent", geometry.extent)
      json.array("cells", ids.enumerated()) { json, cell in
        json.member("id", cell.element)
        json.member("offset", geometry.offset(of: cell.offset) ?? 0)
        json.member("height", geometry.height(at: cell.offset) ?? 0)
      }
      json.misses(misses)
    }
  }

  @Sendable private static func anchor(_ request: ServiceRequest) throws -> Answer {
    let id = try request.query.required("id")
    let inside = try request.query.points("inside", isSigned: true)
    // The generation of the anchor is accepted but ignored; it is only useful in logs.
    _ = try request.query.text("generation")
    let following = request.query.all("following")
    guard following.count <= ScrollAnchor.maximumFollowing, !following.contains("") else {
      throw Problem.badParameter(
        "following",
        "up to \(ScrollAnchor.maximumFollowing) ids that are not empty, not \(following.count)")
    }
    let list = try ListRoutes.list(request)
    let anchor = ScrollAnchor(id: id, inside: inside, generation: 0, following: following)
    if let resolved = try list.resolve(anchor) {
      return .document("cellheights.anchor-place/1", for: request) { json in
        ListRoutes.write(list, request, to: &json)
        json.member("id", resolved.id)
        json.member("follows", !resolved.isExact)
        json.member("position", resolved.position)
        json.member("offset", resolved.offset)
        json.member("y", resolved.screenTop)
      }
    }
    throw Problem(
      .notFound, "anchor-gone", "The cells of the anchor are gone",
      "neither '\(id.prefix(200))' nor any of the \(following.count) following ids is in the list")
  }
}
