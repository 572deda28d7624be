import CSSBoxes
import Foundation
import LayoutPrimitives
import TestSupport
import XMLDocuments

/// One case: a tree of styles, and the frames that Chrome gave.
struct ChromeFrames {
  let name: String
  private let root: XMLDocuments.XMLElement

  /// The folder `corpora/flex`; nil if it is missing.
  static let folder: URL? = {
    let fromEnvironment = ProcessInfo.processInfo.environment["CELLHEIGHTS_SHARED"]
      .map { URL(fileURLWithPath: $0) }
    let beside = Checkout.folder.deletingLastPathComponent().appendingPathComponent("shared")
    return [fromEnvironment, beside].compactMap(\.self)
      .map { $0.appendingPathComponent("corpora/flex") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// The cases of a folder of the corpus, in the order of their names.
  static func cases(in subfolder: String) throws -> [ChromeFrames] {
    guard let folder = folder?.appendingPathComponent(subfolder) else { return [] }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try files.map { file in
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
      return ChromeFrames(name: file, root: try XMLTree.read(bytes))
    }
  }

  private init(name: String, root: XMLDocuments.XMLElement) {
    self.name = name
    self.root = root
  }

  private func value(_ element: XMLDocuments.XMLElement, _ name: String) -> String? {
    element.attributes.first { $0.name.local == name }?.value
  }

  private func child(_ name: String) -> XMLDocuments.XMLElement? {
    root.children.first { $0.name == name }
  }

  /// The feature for which the case is not compared; nil for a case that is compared.
  var reasonToLeaveOut: String? {
    guard let input = child("input")?.children.first else { return "no input" }
    return reason(input)
  }

  private func reason(_ element: XMLDocuments.XMLElement) -> String? {
    for attribute in element.attributes {
      switch (attribute.name.local, attribute.value) {
      case ("display", "grid"): return "grid"
      case ("float", _): return "float"
      case ("writing-mode", _): return "vertical writing"
      case ("contain", _): return "contain"
      case ("flex-wrap", let value) where value.contains("balance"): return "flex-wrap: balance"
      case ("text-align", let value) where value.contains("-webkit"): return "text-align: -webkit-*"
      case ("scrollbar-width", let width):
        let overflow = [value(element, "overflow-x"), value(element, "overflow-y")]
        if width != "0", overflow.contains("scroll") { return "scroll bars" }
      default: break
      }
    }
    for child in element.children {
      if let reason = reason(child) { return reason }
    }
    return nil
  }

  /// The frames that differ from Chrome's, in words.
  func differences() throws -> [String] {
    guard let input = child("input")?.children.first,
      let expected = child("expectations")?.children.first, let viewport = child("viewport")
    else { return ["the file is not a case"] }
    // The root is an item of a flex container with the size of the viewport.
    var page = BoxStyle()
    page.display = .flex
    page.alignItems = SelfAlignment(.start)
    var outer = BoxStyle()
    outer.display = .flex
    outer.alignItems = SelfAlignment(.start)
    var reader = BoxStyleReader(outer)
    for name in ["width", "height"] {
      _ = try reader.set(name, to: CSSValue(value(viewport, name) ?? "max-content"))
    }
    var boxes = [CSSBox(style: page), CSSBox(style: reader.style, parent: 0)]
    boxes[0].children = [1]
    var elements: [(Int, XMLDocuments.XMLElement)] = []
    try add(input, to: &boxes, parent: 1)
    pair(expected, box: 2, in: boxes, &elements)
    var memory = LayoutMemory()
    guard
      let layout = CSSLayout(CSSBoxTree(boxes), width: 2000, height: 2000, memory: &memory)
    else {
      return ["over the limit"]
    }
    var found: [String] = []
    let isRounded = value(root, "use-rounding") == "true"
    for (box, node) in elements {
      guard
        let frame = layout.frame(of: box)
          ?? (isHidden(box, in: boxes) ? Rect(x: 0, y: 0, width: 0, height: 0) : nil)
      else {
        found.append("box \(box) has no frame")
        continue
      }
      let parent = box == 2 ? frame : layout.frame(of: boxes[box].parent ?? 0) ?? frame
      var own = [frame.x - parent.x, frame.y - parent.y, frame.width, frame.height]
      if isRounded {
        func round(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
        own = [
          round(own[0]), round(own[1]),
          round(frame.x + frame.width) - round(frame.x),
          round(frame.y + frame.height) - round(frame.y),
        ]
      }
      let expected = ["x", "y", "width", "height"].map { Double(value(node, $0) ?? "") ?? .nan }
      if box == 2 { (own[0], own[1]) = (expected[0], expected[1]) }
      if zip(own, expected).contains(where: { abs($0 - $1) > (isRounded ? 0 : 0.1) }) {
        found.append("line \(node.line) box \(box): \(own), Chrome \(expected)")
      }
    }
    return found
  }

  private func isHidden(_ box: Int, in boxes: [CSSBox]) -> Bool {
    boxes[box].style.value.display == .none
      || boxes[box].parent.map { isHidden($0, in: boxes) } ?? false
  }

  private func pair(
    _ node: XMLDocuments.XMLElement, box: Int, in boxes: [CSSBox],
    _ result: inout [(Int, XMLDocuments.XMLElement)]
  ) {
    result.append((box, node))
    for (inside, child) in zip(node.children, boxes[box].children) {
      pair(inside, box: child, in: boxes, &result)
    }
  }

  private func add(
    _ element: XMLDocuments.XMLElement, to boxes: inout [CSSBox], parent: Int
  ) throws {
    var style = BoxStyle()
    style.display = .flex
    style.boxSizing = .borderBox
    style.position = .relative
    let ordered = element.attributes.sorted {
      $0.name.local == "direction" && $1.name.local != "direction"
    }
    var reader = BoxStyleReader(style)
    _ = try reader.set("border", to: CSSValue("0 solid"))
    for attribute in ordered {
      let name = attribute.name.local
      if ["scrollbar-width", "text-align", "flex-line-count"].contains(name) { continue }
      if name.hasPrefix("border-"), !name.contains("width") {
        _ = try reader.set(name + "-width", to: CSSValue(attribute.value))
      } else if !(try reader.set(name, to: CSSValue(attribute.value))) {
        throw CSSError(found: "'\(name)'", expected: "a known property")
      }
    }
    style = reader.style
    let index = boxes.count
    boxes[parent].children.append(index)
    let text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
    if element.name == "text" {
      // The text of a flex container is an item of its own.
      var line = BoxStyle()
      line.direction = style.direction
      boxes.append(CSSBox(style: style, parent: parent))
      boxes[index].children = [index + 1]
      boxes.append(CSSBox(style: line, content: .lines(AhemText(text)), parent: index))
    } else {
      boxes.append(CSSBox(style: style, parent: parent))
    }
    for child in element.children { try add(child, to: &boxes, parent: index) }
  }
}

/// A text in the font Ahem at 10 pixels: each letter is 10 by 10, U+200B has no width.
final class AhemText: WrappableLines {
  private let pieces: [Int]

  init(_ text: String) {
    pieces = text.split(separator: "\u{200B}").map(\.count)
  }

  func widths(_ minimum: [InlineBoxSize], _ maximum: [InlineBoxSize]) -> ContentWidths {
    ContentWidths(
      minimum: LayoutUnit(Double(pieces.max() ?? 0) * 10),
      maximum: LayoutUnit(Double(pieces.reduce(0, +)) * 10))
  }

  func positions(of lines: WrappedLines) -> [InlineBoxPosition] { [] }

  func wrapped(
    in width: LayoutUnit, _ boxes: [InlineBoxSize], limit: Int?, floats: FloatedBlock?
  ) -> WrappedLines {
    var count = 0
    var used = 0
    for piece in pieces {
      if count == 0 || LayoutUnit(Double(used + piece) * 10) > width {
        count += 1
        used = piece
      } else {
        used += piece
      }
    }
    let block = LineBlock(
      height: LayoutUnit(Double(count) * 10), firstBaseline: count > 0 ? LayoutUnit(8) : nil,
      lastBaseline: count > 0 ? LayoutUnit(Double(count) * 10 - 2) : nil, count: count)
    return WrappedLines(block, width: width, boxes: boxes, limit: limit)
  }
}
