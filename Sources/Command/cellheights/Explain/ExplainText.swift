import StructuredDocuments

/// Explanations for people.
struct ExplainText {
  /// Maximum width of a line, except in examples.
  static let columns = 80

  /// The headings of the parts.
  static let headings = ["What it means", "Why it happens", "What to do", "For example"]

  /// One code or word in full.
  static func lines(_ entry: CodeExplanation) -> [String] {
    var lines = wrapped("\(entry.severity) \(entry.code): \(entry.title)", indent: "")
    for (heading, text) in zip(headings, [entry.meaning, entry.cause, entry.remedy]) {
      lines += ["", heading] + wrapped(text, indent: "  ")
    }
    lines += ["", headings[3]]
    for line in entry.example.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append("  \(line)")
    }
    return lines
  }

  /// All codes and words with their titles, one per line.
  static func list(_ catalog: CodeCatalog) -> [String] {
    var table = TextTable(["code", "severity", "means"])
    for entry in catalog.all { table.add([entry.code, entry.severity, entry.title]) }
    return table.lines
  }

  /// Wraps a text at spaces.
  private static func wrapped(_ text: String, indent: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent.count + line.count + 1 + word.count > columns {
        lines.append(indent + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [indent + line]
  }
}
