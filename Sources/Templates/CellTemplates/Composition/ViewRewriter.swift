import AutoLayout
import StructuredDocuments

/// Renames views, and rewrites the paths of their bindings.
struct ViewRewriter {
  /// Rewrites the paths of bindings; `nil` if they do not change.
  let paths: PathRewriter?
  /// The new ids of views, and of the labels in their conditions, by old id.
  let ids: [String: String]
  /// The new names of constants, by old name.
  var constants: [String: String] = [:]

  /// Rewrites a view and all views below it.
  func view(_ node: DocumentNode) -> DocumentNode {
    // A text among the children of an element has bindings, too.
    guard node.entries != nil else { return paths.map { moved(node, $0) } ?? node }
    var view = subviews(of: bindings(of: node))
    if let old = node["id"]?.text, let new = ids[old] { view["id"]?.value = .text(new) }
    return view
  }

  /// Rewrites the subviews of a view, without the view itself.
  func subviews(of node: DocumentNode) -> DocumentNode {
    node.replacingNested(view)
  }

  /// Rewrites the bindings and conditions of a view, without its id and subviews.
  func bindings(of node: DocumentNode) -> DocumentNode {
    guard var entries = node.entries else { return node }
    for index in entries.indices {
      switch entries[index].key {
      case "hidden":
        if let condition = entries[index].value.text {
          entries[index].value.value = .text(names.condition(condition))
        }
      case "rows", "columns": entries[index].value = tracks(entries[index].value)
      case "style" where entries[index].value.entries != nil:
        if let paths { entries[index].value = movedStyle(entries[index].value, paths) }
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
      // The ids of constraints become unique because the view's new id is added to them.
      node["constraints"]?.value = .list(constraints.map { names.constraint($0, new) })
    }
    return node
  }

  /// Rewrites the paths in the values of a style, with those in its queries.
  private func movedStyle(_ node: DocumentNode, _ paths: PathRewriter) -> DocumentNode {
    guard var entries = node.entries else { return moved(node, paths) }
    for index in entries.indices {
      entries[index].value = movedStyle(entries[index].value, paths)
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

/// Renames views and constants in constraints and conditions, and rewrites the paths of bindings.
struct NameRewriter {
  /// The new ids of the views that the texts may name, including the cell, by old id.
  let ids: [String: String]
  /// The new names of constants, by old name.
  let constants: [String: String]
  let paths: PathRewriter?

  private enum Notation {
    case linear, visual, condition
  }

  /// Rewrites a constraint in linear form or visual format.
  func constraint(_ text: String) -> String {
    rewrite(text, VisualFormat.isVisualFormat(text) ? .visual : .linear)
  }

  func condition(_ text: String) -> String { rewrite(text, .condition) }

  static func spelled(_ id: String) -> String {
    let isPlain =
      (id.first.map(TextCursor.isNameStart) ?? false) && id.allSatisfy(TextCursor.isNamePart)
    return isPlain ? id : "\"\(id)\""
  }

  private func rewrite(_ text: String, _ notation: Notation) -> String {
    var cursor = TextCursor(text)
    var result = ""
    var last: Character?
    do throws(NotationError) {
      while let next = cursor.next {
        let start = cursor.offset
        if next == "'" {
          _ = try cursor.quoted(by: "'")
          result += String(cursor.characters[start..<cursor.offset])
        } else if next == "{" {
          let original = cursor
          if let moved = paths?.binding(&cursor) {
            result += moved
          } else {
            cursor = original
            _ = try cursor.braced()
            result += String(cursor.characters[start..<cursor.offset])
          }
        } else if next == "\"" || TextCursor.isNameStart(next) {
          guard let name = try cursor.name() else { return text }
          result += renamed(name, isQuoted: next == "\"", &cursor, after: last, notation)
        } else if try cursor.unsignedNumber() != nil {
          result += String(cursor.characters[start..<cursor.offset])
        } else {
          cursor.offset += 1
          result.append(next)
        }
        if !next.isWhitespace { last = next }
      }
    } catch {
      // The text does not change. The reader that parses it later reports the error.
      return text
    }
    return result
  }

  /// The new spelling of a name that the cursor has passed.
  ///
  /// It includes an attribute or question that follows the name.
  private func renamed(
    _ name: String, isQuoted: Bool, _ cursor: inout TextCursor, after last: Character?,
    _ notation: Notation
  ) -> String {
    let plain = isQuoted ? "\"\(name)\"" : name
    let id = ids[name].map { Self.spelled($0) }
    switch notation {
    case .visual:
      if last == nil, cursor.next == ":" { return plain }
      if last == "[" || isQuoted { return id ?? plain }
      return id ?? constants[name] ?? plain
    case .linear, .condition:
      let end = cursor.offset
      guard cursor.consumeSpaced(".") else {
        return isQuoted || notation == .condition ? plain : constants[name] ?? plain
      }
      cursor.skipSpace()
      _ = cursor.bareName()
      return (id ?? plain) + String(cursor.characters[end..<cursor.offset])
    }
  }
}

extension NameRewriter {
  /// Rewrites a constraint of a document: a text, or a mapping with a text and an id.
  func constraint(_ node: DocumentNode, _ prefix: String) -> DocumentNode {
    var node = node
    if let text = node.text {
      node.value = .text(constraint(text))
      return node
    }
    if let text = node["constraint"]?.text { node["constraint"]?.value = .text(constraint(text)) }
    if let id = node["id"]?.text { node["id"]?.value = .text("\(prefix).\(id)") }
    return node
  }

  func group(_ node: DocumentNode, _ prefix: String) -> DocumentNode {
    var node = node
    if let id = node["id"]?.text { node["id"]?.value = .text("\(prefix).\(id)") }
    if let when = node["when"]?.text { node["when"]?.value = .text(condition(when)) }
    for key in ["constraints", "otherwise"] {
      if let nodes = node[key]?.elements {
        node[key]?.value = .list(nodes.map { constraint($0, prefix) })
      }
    }
    return node
  }
}

extension DocumentNode {
  /// The views and boxes directly inside a view or a box.
  var nested: [DocumentNode] {
    BoxKeys.nested.flatMap { key -> [DocumentNode] in
      guard let value = self[key] else { return [] }
      return value.elements ?? (value.entries == nil ? [] : [value])
    }
  }

  /// A copy in which the views and boxes directly inside are replaced.
  func replacingNested(_ replacement: (DocumentNode) -> DocumentNode) -> DocumentNode {
    guard var entries = entries else { return self }
    for index in entries.indices where BoxKeys.nested.contains(entries[index].key) {
      let value = entries[index].value
      if let elements = value.elements {
        entries[index].value.value = .list(elements.map(replacement))
      } else if value.entries != nil {
        entries[index].value = replacement(value)
      }
    }
    var copy = self
    copy.value = .mapping(entries)
    return copy
  }
}
