import Foundation
import TestSupport
import Testing

@testable import CellTemplates

/// The boxes in the documentation are accepted unchanged.
@Suite struct BoxDocumentTests {
  private static let docs = Checkout.folder.appending(path: "docs")

  /// The YAML of a page, block by block.
  private static func blocks(of page: String) throws -> [String] {
    let text = try String(contentsOf: docs.appending(path: page), encoding: .utf8)
    return text.components(separatedBy: "```yaml\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }

  @Test func theKindsOfBoxes() throws {
    let blocks = try Self.blocks(of: "boxes.md")
    #expect(blocks.count >= 6)
    for block in blocks {
      // Each block is a list of boxes.
      let boxes = block.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
      let layout = "layout:\n  kind: stack\n  sublayouts:\n" + boxes
      #expect(BoxTemplate.problems(layout) == [], "\(block)")
    }
  }

  @Test func theWholeDocument() throws {
    let blocks = try Self.blocks(of: "templates.md").filter { $0.contains("layout:") }
    #expect(blocks.count == 1)
    let template = try CellTemplate(text: blocks[0], file: "byline.yaml")
    #expect(template.warnings.isEmpty && template.views.map(\.id).last == "badge")
  }
}
