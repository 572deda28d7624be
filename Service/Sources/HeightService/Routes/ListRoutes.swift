import HTTPTypes
import Heights
import HeightStore
import LayoutPrimitives
import ServeOptions
import StructuredDocuments

/// The routes for cells by position in a list.
enum ListRoutes {
  static let all: [Route] = [
    Route(
      .get, "/v1/feeds/{feed}/range",
      query: ["environment", "list", "from", "to", "section", "lines"],
      offered: [.json, .chunk], answer: range),
    Route(
      .get, "/v1/feeds/{feed}/at-offset", query: ["environment", "list", "y", "lines"],
      answer: atOffset),
    Route(.get, "/v1/feeds/{feed}/extent", query: ["environment", "list"], answer: extent),
  ]

  /// Opens the list that a request names.
  ///
  /// - Throws: `Problem` for an unknown feed, environment or list; `StoreError` for a damaged
  ///   store.
  static func list(_ request: ServiceRequest) throws -> LookupList {
    let scope = try request.generation.scope(
      feed: request.parameter("feed"), environment: try request.query.text("environment"))
    return try request.generation.list(try request.query.text("list"), in: scope)
  }

  /// Whether the request asks for the lines of labels.
  ///
  /// - Throws: `Problem` if the list has none.
  private static func lines(
    of list: LookupList, _ request: ServiceRequest
  ) throws(Problem) -> Bool {
    let lines = try request.query.flag("lines")
    if lines { try list.scope.checkLines() }
    return lines
  }

  /// Writes the members that identify the list of an answer: feed, environment, list, generation.
  static func write(
    _ list: LookupList, _ request: ServiceRequest, to json: inout JSONWriter
  ) {
    json.member("feed", request.parameter("feed"))
    json.member("environment", list.scope.key)
    json.member("list", list.description.name)
    CatalogRoutes.write(request.generation, to: &json)
  }

  @Sendable private static func range(_ request: ServiceRequest) async throws -> Answer {
    let type = try Accepting.choose(request.headers, offered: [.json, .chunk])
    let limit = type == .chunk ? request.limits.chunkCells : request.limits.page
    let from = try request.query.position("from") ?? 0
    let to = try request.query.position("to")
    let list = try list(request)
    let lines = try lines(of: list, request)
    // The range is limited to the list and to the largest page; the answer names the next start.
    let section = try section(of: list, request)
    let whole = section ?? 0..<list.count
    let start = min(max(from, whole.lowerBound), whole.upperBound)
    let standard = type == .chunk ? limit : min(limit, ServiceLimits.standardPage)
    let maximum = to == nil ? standard : limit
    let positions =
      start..<min(max(to ?? whole.upperBound, start), whole.upperBound, start + maximum)
    if type == .chunk {
      guard !lines else {
        throw Problem.badParameter("lines", "a chunk of heights has no lines; take JSON")
      }
      return try await request.answer(cells: positions.count) {
        try ChunkAnswer.make(of: list, positions, request)
      }
    }
    return try await request.answer(cells: positions.count, lines: lines) {
      try page(of: list, positions, end: whole.upperBound, lines: lines, request)
    }
  }

  /// The positions of the section that the request names; nil if it names none.
  ///
  /// - Throws: `Problem` for an unknown section.
  private static func section(
    of list: LookupList, _ request: ServiceRequest
  ) throws -> Range<Int>? {
    guard let value = try request.query.text("section") else { return nil }
    if let range = try list.range(ofSection: value) { return range }
    throw Problem(
      .notFound, "no-such-section", "There is no such section",
      "list '\(list.description.name)' has no section '\(value.prefix(200))' among its "
        + "\(list.sectionCount)")
  }

  private static func page(
    of list: LookupList, _ positions: Range<Int>, end: Int, lines: Bool,
    _ request: ServiceRequest
  ) throws -> Answer {
    var cells = JSONWriter(capacity: ServedGeneration.usualCellBytes)
    cells.beginArray()
    for position in positions {
      try request.deadline.check(after: position - positions.lowerBound)
      try request.generation.write(at: position, of: list, lines: lines, to: &cells)
    }
    cells.endArray()
    return .document("cellheights.range/1", for: request) { json in
      write(list, request, to: &json)
      json.member("count", list.count)
      json.member("from", positions.lowerBound)
      json.member("to", positions.upperBound)
      if positions.upperBound < end {
        json.member("next", positions.upperBound)
      }
      json.key("cells")
      json.written(cells.bytes)
    }
  }

  @Sendable private static func atOffset(_ request: ServiceRequest) throws -> Answer {
    let offset = try request.query.points("y")
    let list = try list(request)
    let lines = try lines(of: list, request)
    guard offset < list.extent, let position = try list.index(atOffset: offset) else {
      throw Problem(
        .notFound, "beyond-the-list", "No cell is at this offset",
        "the list is \(JSONWriter.digits(of: list.extent)) points high; no cell is at "
          + JSONWriter.digits(of: offset))
    }
    let top = try list.offset(of: position)
    return try .document("cellheights.at-offset/1", for: request) { json in
      write(list, request, to: &json)
      json.member("y", offset)
      json.member("position", position)
      // The offset may also be outside of the cell, in an inset or in the spacing.
      json.member("inside", offset - top)
      if let sticky = try list.stickyHeader(atOffset: offset, index: position) {
        let id = try list.id(at: sticky.index)
        json.object("sticky") { json in
          json.member("id", id)
          json.member("section", sticky.section)
          json.member("position", sticky.index)
          json.member("offset", sticky.top)
          json.member("pushed", sticky.pushed)
        }
      }
      json.key("cell")
      try request.generation.write(at: position, of: list, lines: lines, to: &json)
    }
  }

  @Sendable private static func extent(_ request: ServiceRequest) throws -> Answer {
    let list = try list(request)
    return .document("cellheights.extent/1", for: request) { json in
      write(list, request, to: &json)
      json.member("count", list.count)
      json.member("extent", list.extent)
      json.member("spacing", list.description.spacing)
      json.object("insets") { json in
        json.member("top", list.description.insets.top)
        json.member("leading", list.description.insets.leading)
        json.member("bottom", list.description.insets.bottom)
        json.member("trailing", list.description.insets.trailing)
      }
    }
  }
}
