import CellTemplates
import FeedRecords
import Heights
import LayoutPrimitives
import Precomputation
import StructuredDocuments
import TestSupport
import TextMeasurement
import WebDemo

/// A store of css cells, whose records are in a file beside it.
struct DemoFixture {
  static let key = "390@1x/L/ltr/en/css"

  let folder: TemporaryFolder
  let lookup: HeightLookup

  init(_ lines: [String] = DemoFixture.lines) async throws {
    folder = try TemporaryFolder("demo")
    let records = try folder.write(lines.joined(separator: "\n").utf8, to: "records.ndjson")
    let store = folder.path("heights.sqlite")
    var builder = try BatchBuilder(
      BuildConfiguration(
        feeds: [FeedInput(name: "home", sources: [FeedSource(path: records)])],
        template: TemplatePlan(try TemplateCatalog().template("post")),
        environments: [try Environment(parsing: Self.key)], store: store,
        fonts: try FontLibrary(FontConfiguration()), jobs: 1, tolerance: Tolerance(),
        createdUTC: "2026-01-31T08:00:00Z"))
    _ = try await builder.run()
    lookup = try HeightLookup(store: store)
  }

  static let lines = [
    #"{"id":"a/1","title":"Heights","content_text":"One line.","author":"Ann","published":"2026-01-02T00:00:00Z"}"#,
    #"{"id":"b","title":"日本","content_text":"二行の文章 and emoji 🦔","language":"ja","image":{"url":"i.png","width":20,"height":10}}"#,
  ]

  func demo(_ change: (inout DemoOptions) -> Void = { _ in }) throws -> WebDemo {
    var options = DemoOptions()
    change(&options)
    return try WebDemo(lookup, options)
  }

  /// The document of records.
  func records(_ ids: [String], of demo: WebDemo) throws -> JSONValue {
    let bytes = try demo.records(feed: "home", ids: ids, environment: Self.key, in: lookup)
    return try JSONParser().parse(bytes[...])
  }
}
