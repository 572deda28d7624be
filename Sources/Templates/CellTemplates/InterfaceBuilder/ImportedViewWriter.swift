import LayoutPrimitives
import StructuredDocuments
import XMLDocuments

/// Writes the views of a cell as the `views` of a document.
struct ImportedViewWriter {
  let context: ImportContext
  let cell: ImportedCell
  let content: ImportedContent
  let margins: ImportedMargins

  func subviews(of index: Int) -> [DocumentNode] { cell.subviews(of: index).map(node) }

  private func node(_ index: Int) -> DocumentNode {
    let view = cell.views[index]
    var node = NodeBuilder(line: view.element.line)
    node.set("id", .text(view.name))
    node.set("kind", .text(content.kind(of: view)))
    content.write(view, to: &node)
    writePlace(view, to: &node)
    writeCommon(view, to: &node)
    let subviews = subviews(of: index)
    if let first = subviews.first {
      node.set("subviews", DocumentNode(line: first.line, value: .list(subviews)))
    }
    return node.node
  }

  /// Writes the frame and the autoresizing mask of a view that no constraints place.
  private func writePlace(_ view: ImportedView, to node: inout NodeBuilder) {
    guard view.role == .content || view.role == .framed, let parent = view.parent else { return }
    if view.role == .content, parent == 0 {
      let frame = contentFrame(view)
      node.set("frame", numbers: [frame.x, frame.y, frame.width, frame.height])
      node.set("autoresizing", words: ["width", "height"])
      return
    }
    guard let frame = view.frame else {
      context.note(
        .importedAutoresizing, line: view.element.line,
        "a view with neither constraints nor a frame",
        "nothing decides its place; constrain it")
      return
    }
    node.set("frame", numbers: [frame.x, frame.y, frame.width, frame.height])
    var parts = parts(view.element)
    let isKnown = cell.hasCanvas(parent)
    if !isKnown, !parts.allSatisfy({ $0 == "right" || $0 == "bottom" }) {
      context.note(
        .importedAutoresizing, line: view.element.line,
        "an autoresizing mask inside a view that constraints lay out",
        "the view keeps its frame, because the superview's size is not known before; constrain it")
    }
    if !isKnown { parts = [] }
    node.set("autoresizing", words: parts)
  }

  /// The frame of the cell's content view.
  ///
  /// On the canvas it is the saved frame; otherwise the cell's, but as narrow as the saved one when
  /// the cell has an accessory.
  private func contentFrame(_ view: ImportedView) -> Rect {
    if context.mode == .canvas { return view.frame ?? cell.canvas }
    var frame = Rect(x: 0, y: 0, width: cell.canvas.width, height: cell.canvas.height)
    if cell.views[0].element["accessoryType"] != nil, let own = view.frame {
      frame.width = own.width
    }
    return frame
  }

  /// The flexible parts of an element's autoresizing mask, as documents name them.
  private func parts(_ element: XMLElement) -> [String] {
    guard let mask = element.child(key: "autoresizingMask") else { return [] }
    return [
      ("flexibleMinX", "left"), ("widthSizable", "width"), ("flexibleMaxX", "right"),
      ("flexibleMinY", "top"), ("heightSizable", "height"), ("flexibleMaxY", "bottom"),
    ].filter { mask[$0.0] == "YES" }.map(\.1)
  }

  /// Writes priorities, margins and other keys that all kinds of views have.
  private func writeCommon(_ view: ImportedView, to node: inout NodeBuilder) {
    let element = view.element
    writePriorities("hugging", "HuggingPriority", 250, element, to: &node)
    writePriorities("compression", "CompressionResistancePriority", 750, element, to: &node)
    if let margins = margins.margins(of: view, in: cell) { node.set("margins", numbers: margins) }
    if margins.preserves(view), view.role != .content || view.parent != 0 {
      node.set("preservesSuperviewMargins", .bool(true))
    }
    if context.classes.value("hidden", of: element) == "YES" { node.set("hidden", .bool(true)) }
    switch element["verifyAmbiguity"] {
    case "off": node.set("ambiguity", .text("never"))
    case "ignoreSizes": node.set("ambiguity", .text("position"))
    default: break
    }
    if element["layoutMarginsFollowReadableWidth"] == "YES" {
      context.note(
        .importedSetting, line: element.line, "margins that follow the readable width",
        "they are as on phones, where that changes nothing")
    }
    if element["semanticContentAttribute"] != nil {
      context.note(
        .importedSetting, line: element.line, "a semantic content attribute",
        "it is left out: the environment's direction holds for all views")
    }
    if !view.object.isEmpty { node.set("object", .text(view.object)) }
    let kind = ImportedKinds.fixed(view, isRecent: content.hasRecentControls)
    if let name = element["customClass"] ?? kind?.name {
      node.set("class", .text(name))
    }
    if let attributes = ImportedAttributes.node(element) { node.set("attributes", attributes) }
  }

  private func writePriorities(
    _ key: String, _ suffix: String, _ standard: Int, _ element: XMLElement,
    to node: inout NodeBuilder
  ) {
    func rank(_ axis: String) -> Int {
      guard let text = context.classes.value("\(axis)\(suffix)", of: element) else {
        return standard
      }
      if let rank = ImportedNumber.priority(text) {
        guard rank == 1000 else { return rank }
        // A content view has no content.
        if element["key"] != "contentView" {
          context.note(
            .importedSetting, line: element.line, "a \(key) of 1000",
            "it became 999, so that required constraints go first where they contradict the content"
          )
        }
        return 999
      }
      context.note(
        .importedValue, line: element.line,
        "'\(ImportedViewReader.plain(text))' as \(axis)\(suffix)", "it is left out")
      return standard
    }
    let (horizontal, vertical) = (rank("horizontal"), rank("vertical"))
    if horizontal == vertical {
      if horizontal != standard { node.set(key, .number(Double(horizontal))) }
      return
    }
    var axes = NodeBuilder(line: element.line)
    if horizontal != standard { axes.set("horizontal", .number(Double(horizontal))) }
    if vertical != standard { axes.set("vertical", .number(Double(vertical))) }
    node.set(key, axes.node)
  }
}
