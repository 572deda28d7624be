import AutoLayout

/// A value of a YAML or JSON document with the line it stands on.
struct DocumentNode: Sendable {
  /// A key with its value.
  struct Entry: Sendable {
    var key: String
    var line: Int
    var value: DocumentNode
  }

  /// What a value is; the two notations have the same six kinds.
  indirect enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([DocumentNode])
    case mapping([Entry])
  }

  /// Line, from 1.
  var line: Int
  /// The value.
  var value: Value

  /// The value in words for a message.
  var found: String {
    switch value {
    case .null: "nothing"
    case .bool(let value): "\(value)"
    case .number(let value): "the number \(Quantity.literal(value))"
    case .text(let text): "the text '\(Self.shortened(text))'"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The document in one canonical spelling: JSON without spaces, keys sorted by their bytes.
  var canonicalText: String {
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

  /// A text cut so that it fits into a message.
  static func shortened(_ text: String) -> String {
    text.count <= 60 ? text : text.prefix(57) + "..."
  }

  /// A text between quotes, with what JSON wants escaped.
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
