/// Writes nodes as readable YAML, from which the parser reads equal nodes.
///
/// Mappings that fit on a line, and short lists of numbers and words, are written in flow style
/// (`{…}`, `[…]`). Other mappings and lists are written in block style, with one entry per line.
package enum DocumentWriter {
  /// Maximum length of a line, in characters.
  ///
  /// A line that contains only one scalar may be longer.
  private static let columns = 100

  /// A node as YAML text.
  package static func text(of node: DocumentNode) -> String {
    block(node, column: 0).map { $0 + "\n" }.joined()
  }

  /// The lines of a node in block style, without the indentation of the first level.
  ///
  /// - Parameter column: Column at which these lines will begin, from 0.
  private static func block(_ node: DocumentNode, column: Int) -> [String] {
    var lines: [String] = []
    switch node.value {
    case .mapping(let entries) where !entries.isEmpty:
      for entry in entries {
        let key = text(entry.key) + ":"
        if let flow = flow(entry.value), fits(flow, column + key.count + 1) || isPlain(entry.value)
        {
          lines.append("\(key) \(flow)")
        } else {
          lines.append(key)
          lines += block(entry.value, column: column + 2).map { "  " + $0 }
        }
      }
    case .list(let nodes) where !nodes.isEmpty:
      for item in nodes {
        if let flow = flow(item), fits(flow, column + 2) || isPlain(item) {
          lines.append("- " + flow)
        } else {
          for (index, line) in block(item, column: column + 2).enumerated() {
            lines.append((index == 0 ? "- " : "  ") + line)
          }
        }
      }
    default: lines.append(scalar(node.value))
    }
    return lines
  }

  private static func fits(_ text: String, _ column: Int) -> Bool {
    column + text.count <= columns
  }

  /// Whether a node is written on one line at any length: a scalar, or an empty list or mapping.
  private static func isPlain(_ node: DocumentNode) -> Bool {
    switch node.value {
    case .mapping(let entries): entries.isEmpty
    case .list(let nodes): nodes.isEmpty
    default: true
    }
  }

  /// A node in flow style, on one line; `nil` if it must be written in block style.
  private static func flow(_ node: DocumentNode) -> String? {
    switch node.value {
    case .mapping(let entries):
      var parts: [String] = []
      for entry in entries {
        guard let value = flow(entry.value) else { return nil }
        parts.append("\(text(entry.key)): \(value)")
      }
      return "{" + parts.joined(separator: ", ") + "}"
    case .list(let nodes):
      guard nodes.allSatisfy(isShort) else { return nil }
      return "[" + nodes.map { scalar($0.value) }.joined(separator: ", ") + "]"
    default: return scalar(node.value)
    }
  }

  /// Whether a node may be an element in flow style: null, a boolean, a number or a short word.
  ///
  /// A word is short if it has at most 64 bytes.
  private static func isShort(_ node: DocumentNode) -> Bool {
    switch node.value {
    case .null, .bool, .number: true
    case .text(let text): text.utf8.count <= 64 && isWord(text)
    case .list, .mapping: false
    }
  }

  private static func scalar(_ value: DocumentNode.Value) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): number(value)
    case .text(let value): text(value)
    case .list: "[]"
    case .mapping: "{}"
    }
  }

  /// The shortest digits of a number that are read as the same number, without `.0`.
  package static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Texts as a list in flow style, on one line.
  package static func list(_ texts: [String]) -> String {
    "[\(texts.map(text).joined(separator: ", "))]"
  }

  /// A text for YAML, in quotes unless it is a single word that can be read only as a text.
  package static func text(_ text: String) -> String {
    isWord(text) ? text : quoted(text)
  }

  private static func isWord(_ text: String) -> Bool {
    let other = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
    guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "/"),
      !other.contains(text.lowercased())
    else { return false }
    return text.utf8.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }

  /// A text between double quotes.
  ///
  /// An asterisk is escaped if it could be read as an alias.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "*" where index + 1 < scalars.count && AliasFinder.isNamePart(scalars[index + 1]):
        result += "\\x2a"
      default:
        if needsEscape(scalar) {
          result += escape(scalar)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// Whether the character must be escaped: YAML folds or refuses it, or it is invisible.
  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0xA0, 0xAD, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x3000,
      0xFE00...0xFE0F, 0xFEFF, 0xFFF0...0xFFFF:
      true
    default: scalar.value > 0xFFFF && scalar.value & 0xFFFE == 0xFFFE
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    let (mark, width) = scalar.value > 0xFFFF ? ("U", 8) : scalar.value > 0xFF ? ("u", 4) : ("x", 2)
    return "\\\(mark)" + String(repeating: "0", count: width - digits.count) + digits
  }
}
