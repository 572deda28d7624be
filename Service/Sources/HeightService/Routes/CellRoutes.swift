import HTTPTypes
import HeightStore
import Heights
import ServeOptions
import StructuredDocuments

/// The routes for cells by record id.
enum CellRoutes {
  static let all: [Route] = [
    Route(
      .get, "/v1/feeds/{feed}/cells", query: ["id", "environment", "version", "lines"],
      repeatable: ["id"], answer: named),
    Route(.post, "/v1/feeds/{feed}/cells", answer: posted),
  ]

  @Sendable private static func named(_ request: ServiceRequest) async throws -> Answer {
    let ids = request.query.all("id")
    try IDRequest.check(count: ids.count, limit: request.limits.ids)
    guard !ids.contains("") else { throw Problem.badParameter("id", "an id is empty") }
    let version = try request.query.text("version")
    let environment = try request.query.text("environment")
    let lines = try request.query.flag("lines")
    return try await request.answer(cells: ids.count, lines: lines) {
      try answer(request, ids: ids, environment: environment, version: version, lines: lines)
    }
  }

  @Sendable private static func posted(_ request: ServiceRequest) async throws -> Answer {
    try await request.answer(members: ["lines"]) { wanted in
      try answer(
        request, ids: wanted.ids, environment: wanted.environment, version: nil,
        lines: wanted.lines)
    }
  }

  private static func answer(
    _ request: ServiceRequest, ids: [String], environment: String?, version: String?, lines: Bool
  ) throws -> Answer {
    let generation = request.generation
    let feed = request.parameter("feed")
    let prepared = try generation.preparedScopes(feed: feed, environment: environment)
    if lines, let scope = prepared.scopes.first { try scope.checkLines() }
    var misses: [CellMiss] = []
    var cells = JSONWriter(capacity: ServedGeneration.usualCellBytes)
    cells.beginArray()
    for (index, id) in ids.enumerated() {
      try request.deadline.check(after: index)
      if let miss = try generation.write(
        id, in: prepared, version: version, lines: lines, to: &cells)
      {
        misses.append(miss)
      }
    }
    cells.endArray()
    guard misses.count < ids.count else { throw Problem(noneOf: misses) }
    return .document("cellheights.cells-answer/1", for: request) { json in
      json.member("feed", feed)
      CatalogRoutes.write(generation, to: &json)
      json.key("cells")
      json.written(cells.bytes)
      json.misses(misses)
    }
  }
}

extension LookupScope {
  /// Throws if the cells have no lines of labels.
  ///
  /// - Throws: `Problem` `no-lines`.
  func checkLines() throws(Problem) {
    guard !feed.keepsLines else { return }
    throw Problem(
      .notFound, "no-lines", "The feed has no lines",
      "feed '\(feed.name)' was built without lines; build it with --lines, or leave out lines")
  }
}

extension JSONWriter {
  /// Writes the ids that have no cell, with the reasons.
  mutating func misses(_ misses: [CellMiss]) {
    array("missing", misses) { json, miss in
      json.member("id", miss.id)
      json.member("code", miss.code)
      json.member("detail", miss.detail)
    }
  }
}
