internal import LayoutPrimitives

/// A report as a tree, ready to be written in any format.
public indirect enum ReportValue: Hashable, Sendable {
  /// A number; JSON has it without exponent.
  case number(Double)
  /// A text.
  case text(String)
  /// Yes or no.
  case truth(Bool)
  /// Nothing to tell.
  case missing
  /// Values in order.
  case list([ReportValue])
  /// Named values in order.
  case object([Entry])

  /// A named value.
  public struct Entry: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: ReportValue

    /// Creates a named value.
    public init(_ name: String, _ value: ReportValue) {
      self.name = name
      self.value = value
    }
  }

  /// The tree on one line of JSON; the order of names is kept.
  public var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .number(let number): text += number.isFinite ? number.plainDecimal : "null"
    case .text(let string): Self.write(string, to: &text)
    case .truth(let truth): text += truth ? "true" : "false"
    case .missing: text += "null"
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let entries):
      text += "{"
      for (index, entry) in entries.enumerated() {
        if index > 0 { text += "," }
        Self.write(entry.name, to: &text)
        text += ":"
        entry.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
