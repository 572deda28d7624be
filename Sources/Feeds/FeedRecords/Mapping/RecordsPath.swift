import StructuredDocuments

/// The path of the records in a JSON document, such as `$[*]` or `$.data.children[*].data`.
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

  /// Parses a path that begins with `$`; `nil` when the text is not a path.
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

  /// The path without its first step, which is the path inside one line of NDJSON.
  var withoutFirst: RecordsPath { RecordsPath(steps: Array(steps.dropFirst())) }
}

/// Whether a name needs no quotes in a path.
///
/// A name that starts with a byte order mark needs quotes, because reading YAML drops the mark.
func plainName(_ name: String) -> Bool {
  !name.isEmpty && name != "*" && name.unicodeScalars.first != "\u{FEFF}"
    && !name.contains { ".[]|\"".contains($0) }
}

func quoted(_ name: String) -> String {
  var writer = JSONWriter()
  writer.string(name)
  return writer.text
}

/// Reads a quoted name with JSON's escapes, as `quoted(_:)` writes it, from the front of a text.
///
/// - Returns: The name and the rest of the text, or `nil`.
func quotedName(_ text: Substring) -> (name: String, rest: Substring)? {
  guard text.first == "\"" else { return nil }
  var name = String.UnicodeScalarView()
  var rest = text.unicodeScalars.dropFirst()
  while let scalar = rest.popFirst() {
    if scalar == "\"" { return (String(name), Substring(rest)) }
    guard scalar == "\\" else {
      name.append(scalar)
      continue
    }
    guard let escaped = rest.popFirst() else { return nil }
    switch escaped {
    case "n": name.append("\n")
    case "r": name.append("\r")
    case "t": name.append("\t")
    case "u":
      guard let value = UInt32(String(rest.prefix(4)), radix: 16),
        let decoded = Unicode.Scalar(value)
      else { return nil }
      name.append(decoded)
      rest = rest.dropFirst(4)
    default: name.append(escaped)
    }
  }
  return nil
}

/// Splits a rule such as `a|b` at each bar outside of quoted names, and drops empty parts.
func alternatives(_ text: String) -> [String] {
  var parts: [String] = []
  var part = ""
  var (isQuoted, isEscaped) = (false, false)
  for character in text {
    if character == "|", !isQuoted {
      parts.append(part)
      part = ""
      continue
    }
    part.append(character)
    if isEscaped {
      isEscaped = false
    } else if character == "\\" {
      isEscaped = isQuoted
    } else if character == "\"" {
      isQuoted.toggle()
    }
  }
  return (parts + [part]).filter { !$0.isEmpty }
}
