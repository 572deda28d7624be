import CellTemplates
import FeedRecords
import HeightStore
import Heights
import LayoutPrimitives
import Precomputation
import StructuredDocuments
import TemplateDocuments
import TestSupport
import TextMeasurement
import WebDemo

/// A store of css cells, whose records are in a file beside it.
struct DemoFixture {
  static let key = "390@1x/L/ltr/en/css"

  let folder: TemporaryFolder
  var store: String { folder.path("heights.sqlite") }

  init(_ lines: [String] = DemoFixture.lines) async throws {
    folder = try TemporaryFolder("demo")
    try await build(lines)
  }

  /// Builds the next generation of some records.
  func build(_ lines: [String]) async throws {
    let records = try write(lines)
    var builder = try BatchBuilder(
      BuildConfiguration(
        feeds: [FeedInput(name: "home", sources: [FeedSource(path: records)])],
        template: TemplatePlan(try TemplateCatalog().template("post")),
        environments: [try Environment(parsing: Self.key)], store: store,
        fonts: try FontLibrary(FontConfiguration()), jobs: 1, tolerance: Tolerance(),
        createdUTC: "2026-01-31T08:00:00Z"))
    _ = try await builder.run()
  }

  /// Writes the file of records.
  @discardableResult
  func write(_ lines: [String]) throws -> String {
    try folder.write(lines.joined(separator: "\n").utf8, to: "records.ndjson")
  }

  static let lines = [
    #"{"id":"a/1","title":"Heights","content_text":"One line.","author":"Ann","published":"2026-01-02T00:00:00Z"}"#,
    #"{"id":"b","title":"日本","content_text":"二行の文章 and emoji 🦔","language":"ja","image":{"url":"i.png","width":20,"height":10}}"#,
  ]

  func demo(_ change: (inout DemoOptions) -> Void = { _ in }) throws -> WebDemo {
    var options = DemoOptions(maximumRecords: 1_000)
    options.templates = [try TemplateCatalog().template("post")]
    change(&options)
    return try WebDemo(store: store, options)
  }

  /// The document of records, as the store has them now.
  func records(_ ids: [String], of demo: inout WebDemo) throws -> JSONValue {
    let lookup = try HeightLookup(store: store)
    let found = try ids.map { id in
      (id, try lookup.lookup(id: id, feed: "home", environment: Self.key))
    }
    var json = JSONWriter()
    json.object { json in
      json.member("feed", "home")
      json.member("environment", Self.key)
      json.member("generation", lookup.generation.number)
      json.array("cells", found) { json, cell in
        json.member("id", cell.0)
        switch cell.1 {
        case .miss(let reason): json.member("missing", "\(reason)")
        case .hit(let hit):
          json.member("version", hit.cell.version)
          json.member("template", hit.template.name)
          json.member("templateHash", hit.template.hash)
          json.member("height", hit.scope.grid.points(hit.layout.height))
        }
      }
    }
    switch demo.answer(to: json.bytes) {
    case .content(let bytes): return try JSONParser().parse(bytes[...])
    case .problem(let problem): throw problem
    }
  }
}
