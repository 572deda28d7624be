import StructuredDocuments

/// Renames views, and rewrites the paths of their bindings.
struct ViewRewriter {
  /// Rewrites the paths of bindings, or `nil` to leave them unchanged.
  let paths: PathRewriter?
  /// New ids by old ids, of the views and of the labels in their conditions.
  let ids: [String: String]
  /// New names of constants by old names.
  var constants: [String: String] = [:]

  /// Rewrites a view and all views below it.
  func view(_ node: DocumentNode) -> DocumentNode {
    guard node.entries != nil else { return node }
    var view = subviews(of: bindings(of: node))
    if let old = node["id"]?.text, let new = ids[old] { view["id"]?.value = .text(new) }
    return view
  }

  /// Rewrites the subviews of a view, but not the view itself.
  func subviews(of node: DocumentNode) -> DocumentNode {
    node.replacingNested(view)
  }

  /// Rewrites the bindings and conditions of a view, but not its id and subviews.
  func bindings(of node: DocumentNode) -> DocumentNode {
    guard var entries = node.entries else { return node }
    for index in entries.indices {
      switch entries[index].key {
      case "hidden":
        if let condition = entries[index].value.text {
          entries[index].value.value = .text(names.condition(condition))
        }
      case "rows", "columns": entries[index].value = tracks(entries[index].value)
      case "text", "source", "record", "repeat", "intrinsic":
        if let paths { entries[index].value = moved(entries[index].value, paths) }
      case let key where BoxNumber.Role(rawValue: key) != nil:
        if let paths { entries[index].value = moved(entries[index].value, paths) }
      default: break
      }
    }
    return DocumentNode(line: node.line, value: .mapping(entries))
  }

  private var names: NameRewriter { NameRewriter(ids: ids, constants: constants, paths: paths) }

  /// Rewrites the rows or columns of a grid: ids in cells, conditions and constraints.
  private func tracks(_ node: DocumentNode) -> DocumentNode {
    guard let nodes = node.elements else { return node }
    var node = node
    node.value = .list(
      nodes.map { track in
        var track = track
        if let cells = track.elements {
          track.value = .list(cells.map(cell))
          return track
        }
        if let cells = track["cells"]?.elements { track["cells"]?.value = .list(cells.map(cell)) }
        if let condition = track["hidden"]?.text {
          track["hidden"]?.value = .text(names.condition(condition))
        }
        return track
      })
    return node
  }

  /// Rewrites a cell of a grid.
  private func cell(_ node: DocumentNode) -> DocumentNode {
    var node = node
    if let id = node.text {
      if let new = ids[id] { node.value = .text(new) }
      return node
    }
    guard let id = node["view"]?.text, let new = ids[id] else { return node }
    node["view"]?.value = .text(new)
    if let constraints = node["constraints"]?.elements {
      // The ids of constraints become unique by the new id of the view.
      node["constraints"]?.value = .list(constraints.map { names.constraint($0, new) })
    }
    return node
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
