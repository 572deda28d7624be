import Foundation
import LayoutPrimitives
import StructuredDocuments
import Testing
import TextMeasurement

@testable import CSSBoxes

/// Random trees of boxes, texts and inline boxes with the frames that Chromium 156 gave.
///
/// `scripts/oracles boxes --trees 200 --fixture FILE` writes the file.
@Suite struct ChromiumTreeTests {
  /// The trees whose frames differ from Chromium's; docs/css.md has the causes.
  private static let differing = [41, 79, 96, 114, 132, 145, 146, 149, 161]

  @Test func framesAreThoseOfChromium() throws {
    let file = try #require(
      Bundle.module.url(forResource: "Fixtures/chromium-trees", withExtension: "ndjson"))
    let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
    let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration()))
    #expect(lines.count == 200)
    let differing = try lines.indices.filter { try ChromiumTree(lines[$0]).differs(measurer) }
    #expect(differing == Self.differing)
  }
}

/// A tree of the file, as a document with its texts.
private struct ChromiumTree: CSSContent {
  private let direction: String
  /// The frames of the boxes in document order, by width in px; `nil` for boxes without one.
  private let frames: [(width: String, frames: [JSONValue])]
  private var document = CSSDocument()
  private var texts: [Int: String] = [:]
  private var sizes: [Int: NaturalSize] = [:]
  /// The elements that are boxes, in the order of the document.
  private var boxes: [Int] = []

  init(_ line: Data) throws {
    let root = try JSONParser().parse([UInt8](line)[...])
    direction = try #require(root["direction"]?.string)
    frames = try #require(root["frames"]).members.map { ($0.key, $0.value.elements) }
    let template = try JSONParser().parse(Array(try #require(root["template"]?.string).utf8)[...])
    try add(try #require(template["card"]), parent: nil)
  }

  private mutating func add(_ node: JSONValue, parent: Int?) throws {
    let index = document.elements.count
    if let text = node.string {
      document.elements.append(CSSElement(.text, parent: parent))
      // Braces are doubled in templates.
      texts[index] = text.replacing("{{", with: "{").replacing("}}", with: "}")
    } else {
      var element = CSSElement(node["intrinsic"] == nil ? .box : .picture, parent: parent)
      if let size = node["intrinsic"]?.elements.compactMap(\.number), size.count == 2 {
        sizes[index] = NaturalSize(width: size[0], height: size[1])
      }
      for member in node["style"]?.members ?? [] {
        let text = try #require(member.value.string)
        element.declarations.append(
          CSSDeclaration(property: member.key, value: try CSSValue(text), query: nil, line: 1))
      }
      document.elements.append(element)
      boxes.append(index)
    }
    if let parent { document.elements[parent].children.append(index) }
    if let text = node["text"] { try add(text, parent: index) }
    for child in node["children"]?.elements ?? [] { try add(child, parent: index) }
  }

  func value(of declaration: Int, in element: Int) -> CSSValue? { nil }
  func text(of element: Int) -> String { texts[element] ?? "" }

  /// Whether an edge of a frame differs by more than 1/64 px at one of the widths.
  func differs(_ measurer: TextMeasurer) throws -> Bool {
    var generator = DocumentBoxes(document)
    let isHidden = [Bool](repeating: false, count: document.elements.count)
    var differs = false
    // The layouts at all widths use the same memory.
    var memory = LayoutMemory()
    for (width, expected) in frames {
      let environment = try Environment(parsing: "\(width)@1x/L/\(direction)/en/css")
      let own = CSSEnvironment(
        environment, rules: try MeasurementRules(rules: .css, scale: 1), language: "en")
      let generated = try generator.generate(
        for: self, plain: self, isHidden: isHidden, containers: [], own, measurer)
      let pictures = generated.pictures.map {
        DocumentContents.Picture(
          size: sizes[$0.element] ?? NaturalSize(width: 0, height: 0), isPresent: true)
      }
      let contents = try DocumentContents(
        generated, self, pictures: pictures, own, measurer)
      let layout = try #require(
        contents.layout(
          width: environment.width, height: nil, needsFrame: { _ in true }, stepLimit: 1_000_000,
          memory: &memory))
      #expect(expected.count == boxes.count)
      for (element, frame) in zip(boxes, expected) {
        if frame == .null { continue }
        let edgesInChromium = frame.elements.compactMap(\.number)
        let parts = generated.elements.filter { $0.element == element }
        let found = parts.compactMap { layout.frame(of: $0.box) }
        guard let first = found.first else {
          differs = true
          continue
        }
        let whole = found.dropFirst().reduce(first) { $0.containing($1) }
        let edges = [whole.x, whole.y, whole.width, whole.height]
        if zip(edges, edgesInChromium).contains(where: { abs($0 - $1) > 1.0 / 64 + 1e-6 }) {
          differs = true
        }
      }
    }
    return differs
  }
}
