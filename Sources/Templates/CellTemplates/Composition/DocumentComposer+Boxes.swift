import StructuredDocuments

/// Composes the boxes of a `layout`.
extension DocumentComposer {
  /// Keys of boxes that hold a list of others.
  private static let lists = ["sublayouts", "background", "overlay"]
  /// Keys of boxes that hold one other.
  private static let singles = ["sublayout", "primary"]

  /// Adds named styles to the labels of a box and of those inside it, and repeats boxes.
  mutating func compose(box node: DocumentNode) -> DocumentNode {
    var node = node
    for key in ["use", "record", "from"] where node[key] != nil {
      context.report(
        .unsupported, line: node.line(of: key), found: "'\(key)' in a box",
        expected: "expected the boxes themselves: other "
          + (key == "from"
            ? "documents stand only in 'from' at the head" : "templates stand only in 'views'"))
      node[key] = nil
    }
    if node["repeat"] != nil {
      context.report(
        .unknownKey, line: node.line(of: "repeat"), found: "'repeat' on a single box",
        expected: "expected only on a box in a list, such as 'sublayouts'")
      node["repeat"] = nil
    }
    return composeInside(node)
  }

  private mutating func composeInside(_ node: DocumentNode) -> DocumentNode {
    guard node.entries != nil, count(1, of: "boxes", at: node.line) else { return node }
    var node = node
    styleTexts(of: &node)
    for key in Self.singles {
      if let box = node[key] { node[key] = compose(box: box) }
    }
    for key in Self.lists {
      guard let value = node[key] else { continue }
      if let boxes = value.elements {
        node[key]?.value = .list(compose(boxes: boxes))
      } else if value.entries != nil {
        node[key] = compose(box: value)
      }
    }
    return node
  }

  private mutating func compose(boxes nodes: [DocumentNode]) -> [DocumentNode] {
    var result: [DocumentNode] = []
    for node in nodes where !isOverLimit {
      guard node["repeat"] != nil, node.entries != nil else {
        result.append(compose(box: node))
        continue
      }
      guard let copies = RepeatedView(node, into: context) else {
        var plain = node
        plain["repeat"] = nil
        result.append(compose(box: plain))
        continue
      }
      for number in copies.numbers where !isOverLimit {
        result.append(compose(box: copies.copy(number)))
      }
    }
    return result
  }
}
