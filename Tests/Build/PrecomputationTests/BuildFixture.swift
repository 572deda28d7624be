import CellTemplates
import FeedRecords
import Foundation
import HeightStore
import Heights
import LayoutPrimitives
import Precomputation
import TemplateDocuments
import TestSupport
import TextMeasurement

/// A store in a directory of its own, and builds into it.
final class BuildFixture {
  private let folder: TemporaryFolder
  let fonts: FontLibrary
  let plan: TemplatePlan

  var directory: URL { folder.url }
  var store: String { folder.path("heights.sqlite") }

  init(template: String = "post") throws {
    folder = try TemporaryFolder()
    fonts = try FontLibrary(FontConfiguration())
    plan = TemplatePlan(try TemplateCatalog().template(template))
  }

  /// A store for a template of which only the text is given.
  convenience init(templateText text: String) throws {
    let folder = try TemporaryFolder("template")
    defer { withExtendedLifetime(folder) {} }
    try self.init(template: folder.write(text.utf8, to: "t.yaml"))
  }

  func configuration(
    _ feeds: [FeedInput], environments: [String] = ["390"], jobs: Int = 1,
    tolerance: Tolerance = Tolerance()
  ) throws -> BuildConfiguration {
    BuildConfiguration(
      feeds: feeds, template: plan, environments: try environments.map(Environment.init(parsing:)),
      store: store, fonts: fonts, jobs: jobs, tolerance: tolerance,
      createdUTC: "2026-01-31T08:00:00Z")
  }

  @discardableResult
  func build(
    _ feeds: [FeedInput], environments: [String] = ["390"], jobs: Int = 1,
    tolerance: Tolerance = Tolerance(), progress: (any BuildProgress)? = nil
  ) async throws -> BuildSummary {
    var builder = try BatchBuilder(
      try configuration(
        feeds, environments: environments, jobs: jobs, tolerance: tolerance),
      progress: progress)
    return try await builder.run()
  }

  /// Every cell of a feed by id: height and frames.
  func cells(_ feed: String, environment: String = "390@3x/L/ltr/en/uikit") throws
    -> [String: CellLayout]
  {
    let lookup = try HeightLookup(store: store)
    let scope = try lookup.scopes(feed: feed, environment: environment).get()[0]
    var cells: [String: CellLayout] = [:]
    try lookup.list(in: scope).forEach { _, hit in cells[hit.cell.recordID] = hit.layout }
    return cells
  }

  /// A feed of record lines.
  static func feed(_ name: String, _ lines: [String]) -> FeedInput {
    FeedInput(
      name: name,
      sources: [FeedSource(bytes: Array(lines.joined(separator: "\n").utf8), name: name)])
  }

  /// Records with texts of many lengths and scripts.
  static func lines(_ count: Int, from first: Int = 0) -> [String] {
    (first..<first + count).map { number in
      let words = ["heights", "scroll", "高さ", "ارتفاع", "😀 cell", "long-word-here", "समय"]
      let text = (0..<number % 40 + 1).map { words[($0 * 7 + number) % words.count] }
      let image =
        number % 3 == 0 ? #","image":{"url":"i.png","width":\#(100 + number),"height":90}"# : ""
      return #"{"id":"r\#(number)","title":"Title \#(number)","author":"A\#(number % 5)","#
        + #""content_text":"\#(text.joined(separator: " "))"\#(image)}"#
    }
  }
}
