/// Where the records stand in a JSON document, such as `$[*]`, `$.statuses[*]` or
/// `$.data.children[*].data`.
///
/// `[*]` and `.*` mean each element of an array or each member of an object. The lines of NDJSON
/// count as the elements of one array.
public struct RecordsPath: Hashable, Sendable, CustomStringConvertible {
  enum Step: Hashable, Sendable {
    case key(String)
    case each
  }

  let steps: [Step]

  init(steps: [Step]) { self.steps = steps }

  /// Parses a path that begins with `$`; `nil` when it is none.
  public init?(_ text: String) {
    guard text.first == "$" else { return nil }
    var steps: [Step] = []
    var rest = text.dropFirst()
    while let mark = rest.first {
      rest = rest.dropFirst()
      if mark == "." {
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        steps.append(name == "*" ? .each : .key(String(name)))
        rest = rest.dropFirst(name.count)
      } else if mark == "[" {
        if rest.hasPrefix("*]") {
          steps.append(.each)
          rest = rest.dropFirst(2)
        } else if rest.first == "\"" {
          guard let (name, after) = quotedName(rest), after.first == "]" else { return nil }
          steps.append(.key(name))
          rest = after.dropFirst()
        } else {
          return nil
        }
      } else {
        return nil
      }
    }
    self.steps = steps
  }

  /// The path in its written form.
  public var description: String {
    steps.reduce(into: "$") { text, step in
      switch step {
      case .each: text += "[*]"
      case .key(let name): text += plainName(name) ? ".\(name)" : "[\(quoted(name))]"
      }
    }
  }

  /// The path without its first step, for the lines of NDJSON.
  var withoutFirst: RecordsPath { RecordsPath(steps: Array(steps.dropFirst())) }
}

/// Whether a name needs no quotes in a path.
func plainName(_ name: String) -> Bool {
  !name.isEmpty && name != "*" && !name.contains { ".[]|\"".contains($0) }
}

/// A name in the quotes of a path.
func quoted(_ name: String) -> String {
  var writer = JSONWriter()
  writer.string(name)
  return writer.text
}

/// Reads `"name"` with `\"` and `\\` as escapes; gives the name and what follows it.
func quotedName(_ text: Substring) -> (name: String, rest: Substring)? {
  guard text.first == "\"" else { return nil }
  var name = ""
  var rest = text.dropFirst()
  while let character = rest.popFirst() {
    if character == "\"" { return (name, rest) }
    if character == "\\" {
      guard let escaped = rest.popFirst() else { return nil }
      name.append(escaped)
    } else {
      name.append(character)
    }
  }
  return nil
}
