import AutoLayout
import StructuredDocuments

/// Renames views and constants in constraints and conditions, and rewrites the paths of bindings.
struct NameRewriter {
  /// New ids by old ids, of the views that the texts may name, including the cell.
  let ids: [String: String]
  /// New names of constants by old names.
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
      // The text is left unchanged; the reader that parses it later reports the error.
      return text
    }
    return result
  }

  /// The new spelling of a name that the cursor has just passed, with any attribute or question
  /// after it.
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
      guard cursor.takeSpaced(".") else {
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
