import AutoLayout
import LayoutPrimitives
package import StructuredDocuments
package import TemplateDocuments

/// Merges a document with the Interface Builder cell that it is based on: `from: PostCell.xib`.
///
/// A view of the document overrides keys of the file's view with the same id. Other views,
/// constraints and groups are added.
package struct ImportedBase {
  /// The key for the file, and the key for the constraints of the file that are removed.
  package static let keys = ["from", "without"]
  /// Keys of a font, which are all replaced when the document sets `style`.
  private static let fontKeys = ["style", "font", "fontSize", "weight", "italic"]

  private let context: DocumentContext
  private let imported: ImportedTemplate
  private let file: String
  private var views: [DocumentNode]
  private var ids: Set<String> = []
  /// The line at which the document overrides a view of the file, by the view's id.
  private var overridden: [String: Int] = [:]

  /// The document merged with its file; a document without a file does not change.
  ///
  /// - Returns: `nil`, with a problem reported, when the file cannot be read.
  package static func merged(_ document: DocumentNode, into context: DocumentContext)
    -> DocumentNode?
  {
    guard let from = document["from"] else {
      guard document["without"] != nil else { return document }
      context.report(
        .unknownKey, line: document.line(of: "without"), found: "'without' without 'from'",
        expected: "expected only beside the file whose constraints it names")
      return nil
    }
    guard document["layout"] == nil else {
      context.report(
        .unknownKey, line: document.line(of: "from"), found: "'from' beside 'layout'",
        expected: "expected either the views of a file, or boxes in 'layout'")
      var boxes = document
      for key in keys { boxes[key] = nil }
      return boxes
    }
    guard let path = from.text, InterfaceBuilderPath(path) != nil else {
      context.report(
        .invalidValue, line: from.line, found: "\(from.found) as 'from'",
        expected: "expected the path of a .xib or storyboard, or of one cell as FILE#NAME")
      return nil
    }
    guard let loaded = context.load(path, what: "file", at: from.line),
      let imported = InterfaceBuilderDocument.imported(
        loaded.text, base: loaded.base, keepsObjects: true, into: context)
    else { return nil }
    var base = ImportedBase(imported, file: loaded.file, base: loaded.base, context: context)
    return base.merge(document)
  }

  private init(_ imported: ImportedTemplate, file: String, base: Int, context: DocumentContext) {
    self.context = context
    var imported = imported
    imported.node = imported.node.moved(by: base)
    self.imported = imported
    self.file = file
    views = imported.node["views"]?.elements ?? []
    collect(views)
  }

  private mutating func collect(_ nodes: [DocumentNode]) {
    for node in nodes {
      if let id = node["id"]?.text { ids.insert(id) }
      collect(node["subviews"]?.elements ?? [])
    }
  }

  private mutating func merge(_ document: DocumentNode) -> DocumentNode {
    var root = imported.node
    let removed = removedConstraints(document)
    for node in document["views"]?.elements ?? [] { put(node, below: nil) }
    root["views"] = DocumentNode(line: root.line, value: .list(views))
    let kept = (root["constraints"]?.elements ?? []).filter { constraint in
      constraint["id"]?.text.map { !removed.contains($0) } ?? true
    }
    root["constraints"] = DocumentNode(line: root.line, value: .list(kept.map(withoutObject)))
    for key in ["constraints", "groups"] { root.append(document[key]?.elements ?? [], to: key) }
    for entry in document.entries ?? []
    where !(Self.keys + ["views", "constraints", "groups"]).contains(entry.key) {
      guard entry.key == "constants", let own = root["constants"] else {
        root[entry.key] = entry.value
        continue
      }
      // The document's constants override those of the file.
      let named = entry.value.entries ?? []
      let rest = (own.entries ?? []).filter { known in !named.contains { $0.key == known.key } }
      root["constants"]?.value = .mapping(named + rest)
    }
    imported.warnUnbound(in: views, without: removed, into: context)
    return root
  }

  /// A constraint of the file, without its id if the id is only its object id.
  private func withoutObject(_ constraint: DocumentNode) -> DocumentNode {
    guard let id = constraint["id"]?.text, imported.objectConstraints.contains(id),
      let text = constraint["constraint"]
    else { return constraint }
    return text
  }

  /// The ids of the file's constraints that the document removes; unknown ids are reported.
  private func removedConstraints(_ document: DocumentNode) -> Set<String> {
    guard let list = document["without"] else { return [] }
    guard let nodes = list.elements else {
      context.report(
        .invalidValue, line: list.line, found: "\(list.found) as 'without'",
        expected: "expected a list of constraints of the file: outlets, identifiers or object ids")
      return []
    }
    let known = (imported.node["constraints"]?.elements ?? []).compactMap { $0["id"]?.text }
    var removed: Set<String> = []
    for node in nodes {
      guard let id = node.text, known.contains(id) else {
        let found = node.text.map { "'\(DocumentNode.shortened($0))'" } ?? node.found
        context.report(
          .unknownName, line: node.line, found: "\(found) in 'without'",
          expected: "expected the outlet, identifier or object id of a constraint in \(file)"
            + (node.text.map { context.suggestion(for: $0, among: known) } ?? ""))
        continue
      }
      removed.insert(id)
    }
    return removed
  }

  /// Overrides a view of the file, or adds a view.
  ///
  /// - Parameter parent: Id of the view whose `subviews` contain the node, or `nil` at the top.
  private mutating func put(_ node: DocumentNode, below parent: String?) {
    guard let id = node["id"]?.text, ids.contains(id) else {
      guard node["kind"] == nil, node["use"] == nil, let id = node["id"]?.text else {
        add(node, below: parent)
        return
      }
      context.report(
        .unknownName, line: node.line(of: "id"),
        found: "no view '\(DocumentNode.shortened(id))' in \(file)",
        expected: "expected the outlet or name of one of its views, or a 'kind' for a new one"
          + context.suggestion(for: id, among: ids.sorted()))
      return
    }
    if let first = overridden[id] {
      context.report(
        .duplicateName, line: node.line(of: "id"),
        found: "a second view named '\(DocumentNode.shortened(id))', first on line \(first)",
        expected: "expected each id once")
      return
    }
    overridden[id] = node.line(of: "id")
    if let parent, !Self.contains(id, below: parent, in: views) {
      context.report(
        .invalidValue, line: node.line(of: "id"),
        found: "the view '\(DocumentNode.shortened(id))' below '\(parent)', where it is not in "
          + file, expected: "expected it by itself in 'views', or below the view that holds it")
      return
    }
    Self.change(id, in: &views) { Self.override(&$0, with: node) }
    for child in node["subviews"]?.elements ?? [] { put(child, below: id) }
  }

  private mutating func add(_ node: DocumentNode, below parent: String?) {
    guard let parent else {
      views.append(node)
      return
    }
    Self.change(parent, in: &views) { $0.append([node], to: "subviews") }
  }

  /// Overrides the keys of a view.
  ///
  /// A `style` replaces the whole font.
  private static func override(_ view: inout DocumentNode, with node: DocumentNode) {
    let entries = node.entries ?? []
    if entries.contains(where: { $0.key == "style" }) {
      for key in fontKeys { view[key] = nil }
    }
    for entry in entries where entry.key != "id" && entry.key != "subviews" {
      view[entry.key] = nil
      view[entry.key] = entry.value
    }
  }

  /// Whether a view is below another view, at any depth.
  ///
  /// - Parameter parent: Id of the other view; `nil` if `nodes` are below it.
  private static func contains(
    _ id: String, below parent: String?, in nodes: [DocumentNode]
  ) -> Bool {
    nodes.contains { node in
      let children = node["subviews"]?.elements ?? []
      if parent == nil, node["id"]?.text == id { return true }
      return contains(id, below: parent == node["id"]?.text ? nil : parent, in: children)
    }
  }

  /// Calls a closure with the view that has an id, at any depth.
  private static func change(
    _ id: String, in nodes: inout [DocumentNode], _ body: (inout DocumentNode) -> Void
  ) {
    for index in nodes.indices {
      if nodes[index]["id"]?.text == id { body(&nodes[index]) }
      if var children = nodes[index]["subviews"]?.elements {
        change(id, in: &children, body)
        nodes[index]["subviews"]?.value = .list(children)
      }
    }
  }
}
