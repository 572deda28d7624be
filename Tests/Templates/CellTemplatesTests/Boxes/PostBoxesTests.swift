import AutoLayout
import FeedRecords
import Foundation
import LayoutPrimitives
import TemplateDocuments
import TestSupport
import Testing
import TextMeasurement

@testable import CellTemplates

/// `post-boxes` gives the same cells as `post`, which a constraint solver lays out: two ways to the
/// same heights and frames without common layout code.
@Suite struct PostBoxesTests {
  private static let root = Checkout.folder

  private static func records() throws -> [FeedRecord] {
    var reader = try FeedReader(
      source: FeedSource(path: root.appending(path: "Feeds/demo.json").path))
    var records: [FeedRecord] = []
    while let item = try reader.next() {
      if case .record(let record) = item { records.append(record) }
    }
    return records
  }

  private static func boxes() throws -> CellTemplate {
    try TemplateCatalog().template(root.appending(path: "Feeds/templates/post-boxes.yaml").path)
  }

  private static func layouters() throws -> (post: CellLayouter, boxes: CellLayouter) {
    let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration()))
    return (
      CellLayouter(plan: TemplatePlan(try TemplateCatalog().template("post")), measurer: measurer),
      CellLayouter(plan: TemplatePlan(try boxes()), measurer: measurer)
    )
  }

  @Test(arguments: [
    "320@2x", "375.5@2x/XS", "390@3x", "390@3x/AX5", "430@1x/AX1/rtl/ar", "768@2x/XXXL",
    "1024@2x//rtl", "320@3x/L//en/css", "280..290@3x",
  ])
  func allHeightsAndFramesAreThoseOfPost(key: String) throws {
    let environment = try Environment(parsing: key)
    var (post, boxes) = try Self.layouters()
    let records = try Self.records()
    #expect(records.count == 201)
    for record in records {
      let expected = try post.layout(record, in: environment)
      let found = try boxes.layout(record, in: environment)
      #expect(found.layout == expected.layout, "\(record.id)")
      #expect(found.solved.frames == expected.solved.frames, "\(record.id)")
      #expect(found.solved.texts == expected.solved.texts, "\(record.id)")
    }
    #expect(boxes.enginesCreated == 0 && post.enginesCreated == 1)
    #expect(post.plan.template.views.map(\.id) == boxes.plan.template.views.map(\.id))
  }

  /// Pictures that no record of the demo feed has: none, tall, and of unknown, partly known and no
  /// size.
  @Test(arguments: [
    [:], ["image": "a"], ["image": "a", "image.width": "100", "image.height": "900"],
    ["image": "a", "image.width": "100"], ["image": "a", "image.width": "0", "image.height": "9"],
    ["image": "a", "image.width": "640", "image.height": "480"],
    ["image": "a", "image.width": "3", "image.height": "0.001"],
  ])
  func picturesAreThoseOfPost(values: [String: String]) throws {
    var (post, boxes) = try Self.layouters()
    for (title, body) in [("", ""), ("A title", ""), ("", "A text"), ("One", "Two")] {
      let record = Record(values: values.merging(["title": title, "content": body]) { $1 })
      for key in ["390@3x", "321@2x//rtl"] {
        let environment = try Environment(parsing: key)
        let expected = try post.layout(record, in: environment)
        let found = try boxes.layout(record, in: environment)
        #expect(found.layout == expected.layout)
        #expect(found.solved.frames == expected.solved.frames)
      }
    }
  }

  /// So that a change of one picture size or text reaches stored cells.
  @Test func recordPathsAreThoseOfPost() throws {
    let post = try TemplateCatalog().template("post")
    let boxes = try Self.boxes()
    #expect(Set(boxes.recordPaths) == Set(post.recordPaths))
    #expect(boxes.warnings.isEmpty)
  }
}
