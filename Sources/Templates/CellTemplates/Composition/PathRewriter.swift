import StructuredDocuments
import AutoLayout

/// Rewrites the paths of bindings, so that they lead to another part of the record.
struct PathRewriter {
  /// Returns the new spelling of a path.
  let path: (String) -> String

  /// Creates a rewriter that puts a path before each path: `title` becomes `reblog.title`.
  init(below prefix: String) {
    path = { Self.joined(prefix, $0) }
  }

  /// Creates a rewriter that replaces a first name by a path: `item.url` becomes `media[0].url`.
  init(name: String, standsFor place: String) {
    path = { Self.replaced($0, name, place) }
  }

  /// Rewrites a text with bindings; a text that cannot be parsed does not change.
  func text(_ text: String) -> String {
    var cursor = TextCursor(text)
    var result = ""
    while let next = cursor.next {
      if cursor.consume("{{") {
        result += "{{"
      } else if cursor.consume("}}") {
        result += "}}"
      } else if next == "{" {
        guard let moved = binding(&cursor) else { return text }
        result += moved
      } else {
        result.append(next)
        cursor.offset += 1
      }
    }
    return result
  }

  /// Moves the cursor behind a binding, and returns the rewritten binding with its braces.
  ///
  /// It is `nil` when the binding cannot be parsed.
  func binding(_ cursor: inout TextCursor) -> String? {
    do throws(NotationError) {
      return "{" + (try inner(try cursor.braced().text)) + "}"
    } catch {
      return nil
    }
  }

  /// Rewrites the paths between the braces of a binding.
  private func inner(_ text: String) throws(NotationError) -> String {
    var cursor = TextCursor(text)
    var result = ""
    repeat {
      let start = cursor.offset
      cursor.skipSpace()
      result += String(cursor.characters[start..<cursor.offset])
      result += try alternative(&cursor)
      let end = cursor.offset
      cursor.skipSpace()
      result += String(cursor.characters[end..<cursor.offset])
      guard cursor.consume("|") else { break }
      result += "|"
    } while true
    return result + (try format(&cursor))
  }

  private func alternative(_ cursor: inout TextCursor) throws(NotationError) -> String {
    if cursor.next == "'" { return "'" + (try cursor.quoted(by: "'")) + "'" }
    let start = cursor.offset
    try cursor.skipPath()
    let word = String(cursor.characters[start..<cursor.offset])
    return word.isEmpty || PlainNumber.value(of: word) != nil ? word : path(word)
  }

  /// Copies a format, and rewrites the bindings in a plural's messages.
  private func format(_ cursor: inout TextCursor) throws(NotationError) -> String {
    var result = ""
    var depth = 0
    while let next = cursor.next {
      let start = cursor.offset
      if next == "'" {
        if depth == 0 { _ = try cursor.quoted(by: "'") } else { try cursor.skipApostrophe() }
        result += String(cursor.characters[start..<cursor.offset])
      } else if next == "{", depth == 1 {
        guard let moved = binding(&cursor) else {
          throw NotationError(offset: start, found: "a binding", expected: "one that can be read")
        }
        result += moved
      } else {
        if next == "{" { depth += 1 }
        if next == "}" { depth -= 1 }
        result.append(next)
        cursor.offset += 1
      }
    }
    return result
  }

  /// A path with another path put before it and before each path in its brackets.
  private static func joined(_ prefix: String, _ path: String) -> String {
    let moved = inBrackets(path) { joined(prefix, $0) }
    return path.hasPrefix("[") ? prefix + moved : prefix + "." + moved
  }

  /// A path whose first name is replaced if it is `name`; paths in its brackets are rewritten too.
  private static func replaced(_ path: String, _ name: String, _ place: String) -> String {
    let moved = inBrackets(path) { replaced($0, name, place) }
    guard moved.hasPrefix(name) else { return moved }
    let rest = moved.dropFirst(name.count)
    return rest.isEmpty || rest.first == "." || rest.first == "[" ? place + rest : moved
  }

  /// Rewrites the paths in brackets, such as `kinds[0]` in `sizes[kinds[0]]`.
  private static func inBrackets(_ path: String, _ rewrite: (String) -> String) -> String {
    guard let open = path.firstIndex(of: "[") else { return path }
    let after = path.index(after: open)
    var level = 1
    var quoted = false
    let close = path[after...].firstIndex { character in
      if character == "\"" { quoted.toggle() }
      if !quoted, character == "[" { level += 1 }
      if !quoted, character == "]" { level -= 1 }
      return level == 0
    }
    guard let close else { return path }
    let inside = String(path[after..<close])
    let isPlain =
      inside == "*" || inside.hasPrefix("\"") || inside.allSatisfy { TextCursor.isDigit($0) }
    let rest = inBrackets(String(path[path.index(after: close)...]), rewrite)
    return path[..<after] + (isPlain ? inside : rewrite(inside)) + "]" + rest
  }
}
