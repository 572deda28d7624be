import Yams

/// A node of the configuration file as a YAML text of its own in which everything stands on the
/// line where it stood in the file, so that errors of whoever reads it name the file's lines.
struct FlowText {
  /// Nodes that one part of the file may have, far above what a person writes.
  static let nodeLimit = 10_000

  /// The text.
  private(set) var text = ""
  private var line = 1
  private var nodes = 0
  private let root: ConfigurationNode

  init(_ root: ConfigurationNode) throws(ConfigurationError) {
    self.root = root
    try write(root.node)
    text += "\n"
  }

  private mutating func write(_ node: Node) throws(ConfigurationError) {
    nodes += 1
    guard nodes <= Self.nodeLimit else {
      throw root.error("this has more than \(Self.nodeLimit) parts")
    }
    // Flow style lets a line break stand between any two words of it.
    while line < node.mark?.line ?? 1 {
      text += "\n"
      line += 1
    }
    switch node {
    case .scalar(let scalar): text += Self.quoted(scalar.string)
    case .sequence(let parts):
      text += " ["
      for part in parts {
        try write(part)
        text += ", "
      }
      text += "]"
    case .mapping(let pairs):
      text += " {"
      for (key, value) in pairs {
        try write(key)
        text += ": "
        try write(value)
        text += ", "
      }
      text += "}"
    case .alias(let alias):
      throw root.error("the alias '*\(alias.anchor.rawValue)' is not read; write the value out")
    }
  }

  /// A text in double quotes, on one line.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case "\u{85}", "\u{2028}", "\u{2029}": quoted += "\\u" + hexadecimal(scalar)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
