import StructuredDocuments

/// Renames views, and rewrites the paths of their bindings.
struct ViewRewriter {
  /// Rewrites the paths of bindings, or `nil` to leave them unchanged.
  let paths: PathRewriter?
  /// New ids by old ids, of the views and of the labels in their conditions.
  let ids: [String: String]

  /// Rewrites a view and all views below it.
  func view(_ node: DocumentNode) -> DocumentNode {
    guard node.entries != nil else { return node }
    var view = subviews(of: bindings(of: node))
    if let old = node["id"]?.text, let new = ids[old] { view["id"]?.value = .text(new) }
    return view
  }

  /// Rewrites the subviews of a view, but not the view itself.
  func subviews(of node: DocumentNode) -> DocumentNode {
    guard let children = node["subviews"]?.elements else { return node }
    var node = node
    node["subviews"]?.value = .list(children.map(view))
    return node
  }

  /// Rewrites the bindings and conditions of a view, but not its id and subviews.
  func bindings(of node: DocumentNode) -> DocumentNode {
    guard var entries = node.entries else { return node }
    for index in entries.indices {
      switch entries[index].key {
      case "hidden":
        if let condition = entries[index].value.text {
          let names = NameRewriter(ids: ids, constants: [:], paths: paths)
          entries[index].value.value = .text(names.condition(condition))
        }
      case "text", "source", "record", "repeat":
        if let paths { entries[index].value = moved(entries[index].value, paths) }
      default: break
      }
    }
    return DocumentNode(line: node.line, value: .mapping(entries))
  }

  /// Rewrites the paths in all texts of a value.
  private func moved(_ node: DocumentNode, _ paths: PathRewriter) -> DocumentNode {
    var node = node
    switch node.value {
    case .text(let text): node.value = .text(paths.text(text))
    case .list(let nodes): node.value = .list(nodes.map { moved($0, paths) })
    case .mapping(var entries):
      for index in entries.indices where ["text", "over"].contains(entries[index].key) {
        entries[index].value = moved(entries[index].value, paths)
      }
      node.value = .mapping(entries)
    default: break
    }
    return node
  }
}
