// reason: a plain value that makers of documents change
/// A value of a YAML or JSON document with its position.
package struct DocumentNode: Sendable {
  /// A key with its value.
  package struct Entry: Sendable {
    package var key: String
    /// Line of the key, from 1.
    package var line: Int
    package var value: DocumentNode

    package init(key: String, line: Int, value: DocumentNode) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  /// A value of a YAML or JSON document; both have the same kinds of values.
  package indirect enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([DocumentNode])
    case mapping([Entry])
  }

  /// Line of the value, from 1.
  package var line: Int
  /// Column of the value, from 1.
  package var column: Int
  /// The value.
  package var value: Value
  /// The text of a parsed scalar, before it was taken for a number, a boolean or null; `nil` for
  /// other nodes.
  package var literal: String?

  package init(line: Int, column: Int = 1, value: Value, literal: String? = nil) {
    self.line = line
    self.column = column
    self.value = value
    self.literal = literal
  }

  /// The value in words, for a message.
  package var found: String {
    switch value {
    case .null: "nothing"
    case .bool(let value): "\(value)"
    case .number(let value): "the number \(DocumentWriter.number(value))"
    case .text(let text): "the text '\(Self.shortened(text))'"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The document in one canonical spelling: JSON without spaces, keys sorted by their bytes.
  package var canonicalText: String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let text): Self.quoted(text)
    case .list(let nodes): "[" + nodes.map(\.canonicalText).joined(separator: ",") + "]"
    case .mapping(let entries):
      "{"
        + entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { Self.quoted($0.key) + ":" + $0.value.canonicalText }.joined(separator: ",") + "}"
    }
  }

  /// A text shortened for a message.
  package static func shortened(_ text: String) -> String {
    text.count <= 60 ? text : text.prefix(57) + "..."
  }

  /// A line of a text, counted from 1; empty when it does not exist.
  package static func line(_ number: Int, of text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .dropFirst(number - 1).first.map(String.init) ?? ""
  }

  /// A text in quotes, with JSON's escapes.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}

extension DocumentNode {
  /// A copy with a number of lines added to all line numbers.
  package func moved(by lines: Int) -> DocumentNode {
    guard lines != 0 else { return self }
    var moved = self
    moved.line += lines
    switch value {
    case .list(let nodes): moved.value = .list(nodes.map { $0.moved(by: lines) })
    case .mapping(let entries):
      moved.value = .mapping(
        entries.map {
          Entry(key: $0.key, line: $0.line + lines, value: $0.value.moved(by: lines))
        })
    default: break
    }
    return moved
  }
}
