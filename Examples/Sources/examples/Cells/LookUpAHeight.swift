import CellTemplates
import FeedRecords
import Foundation
import Heights
import LayoutPrimitives
import Precomputation
import TextMeasurement

extension Example {
  /// Builds a feed of two records, and looks the heights of its cells up.
  static let lookUpAHeight = Example(
    name: "LookUpAHeight", about: "a feed is built in a temporary folder, and its heights looked up"
  ) { out in
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cellheights-example-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let feed = folder.appendingPathComponent("feed.ndjson").path
    try Data(
      (#"{"id": "honey", "title": "Honey", "content_text": "Fifteen kinds."}"# + "\n"
        + #"{"id": "moon", "title": "A ring around the moon"}"# + "\n").utf8
    ).write(to: URL(fileURLWithPath: feed))

    // What `cellheights build` does.
    let store = folder.appendingPathComponent("heights.sqlite").path
    let environment = try Environment(parsing: "390@1x/L/ltr/en/css")
    var builder = try BatchBuilder(
      BuildConfiguration(
        feeds: [FeedInput(name: "home", sources: [FeedSource(path: feed)])],
        template: TemplatePlan(try CellTemplate(text: Self.postCard, file: "post.yaml")),
        environments: [environment], store: store,
        fonts: try FontLibrary(FontConfiguration()), jobs: 1, tolerance: Tolerance(),
        createdUTC: "2026-01-31T08:00:00Z"))
    _ = try await builder.run()

    // What an app, a service or a test does.
    let heights = try HeightLookup(store: store)
    for (id, height) in [("honey", 12.0 + 24 + 20 + 12), ("moon", 12 + 24 + 12)] {
      switch try heights.lookup(id: id, environment: environment.key) {
      case .hit(let hit):
        out.number(
          "height of '\(id)'", hit.scope.grid.points(hit.layout.height), is: height)
      case .miss(let reason): out.check("'\(id)': \(reason)", false)
      }
    }
    if case .miss(let reason) = try heights.lookup(id: "sun", environment: environment.key) {
      out.check("'sun' is a miss: \(reason)", true)
    } else {
      out.check("'sun' is a miss", false)
    }
  }

  private static let postCard = """
    schema: cellheights.template/1
    template: post
    card:
      style: {padding: 12px 16px}
      children:
        - {id: title, text: "{title}", style: {font: 600 18px/24px Inter}}
        - {id: text, text: "{content}", hidden: "not {content}", style: {font: 15px/20px Inter}}
    """
}
