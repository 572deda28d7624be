import Foundation
import LayoutPrimitives
import StructuredDocuments
import Testing

@testable import CellTemplates

/// Markup with the rectangles of its elements in Chromium, from a fixture.
struct ChromiumMarkup {
  private let lines: [Data]

  /// Reads a fixture, which has one cell of markup a line.
  init(_ name: String, count: Int) throws {
    let file = try #require(
      Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "ndjson"))
    lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == count)
  }

  /// Lays the markup out, which the template binds as `{m}`, and compares heights and rectangles.
  ///
  /// - Parameters:
  ///   - differing: The numbers of cells that are known to differ; each must.
  ///   - tolerance: The greatest difference of a side of a rectangle, in points.
  func check(
    _ layouter: inout CellLayouter, differing: Set<Int> = [], within tolerance: Double
  ) throws {
    for (number, line) in lines.enumerated() {
      let json = try JSONParser().parse([UInt8](line)[...])
      let html = try #require(json["html"]?.string)
      let cell = try layouter.layout(
        Record(values: ["m": html]), in: try Environment(parsing: "390@1x/L/ltr/en/css"))
      let boxes = (json["boxes"]?.elements ?? []).map { box in
        box.elements.map { $0.string ?? $0.number.map { "\($0)" } ?? "" }
      }
      let names = Set(boxes.map { $0[0] })
      let blocks = layouter.blocks.filter { names.contains($0.name) }
      var isEqual =
        cell.layout.exactHeight == json["height"]?.number && blocks.count == boxes.count
      for (block, box) in zip(blocks, boxes) {
        let frame = block.frame
        let differences = zip([frame.x, frame.y, frame.width, frame.height], box.dropFirst())
          .map { abs($0 - (Double($1) ?? 0)) }
        if block.name != box[0] || (differences.max() ?? 0) > tolerance { isEqual = false }
      }
      #expect(isEqual != differing.contains(number), "\(number) \(html)")
    }
  }
}
