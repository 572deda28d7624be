import CExplanations
import FeedRecords
import LayoutPrimitives
import StructuredDocuments

/// The explanations of all codes and words, read from the embedded `codes.txt` and `words.txt`.
struct CodeCatalog {
  /// The explanations of codes, in ascending order of the codes.
  let entries: [CodeExplanation]
  /// The explanations of words in output, in ascending order.
  ///
  /// Such words name caveats, findings, causes and grades.
  let words: [CodeExplanation]

  init() {
    entries = Self.explanations(String(cString: explained_codes()))
    words = Self.explanations(String(cString: explained_words()))
  }

  private static func explanations(_ text: String) -> [CodeExplanation] {
    text.split(separator: "\n\n").compactMap(CodeExplanation.init)
  }

  /// All explanations; those of codes are first.
  var all: [CodeExplanation] { entries + words }

  /// The explanation of a word, or of a code in any accepted spelling: `CH0412`, `ch412` or `412`.
  func entry(_ text: String) -> CodeExplanation? {
    let name = Self.code(text) ?? text.lowercased()
    return all.first { $0.code == name }
  }

  /// A suggestion for a text that is neither a code nor a word; empty if none is similar.
  func suggestion(for text: String) -> String {
    NearestName(all.map(\.code)).suggestion(for: Self.code(text) ?? text)
  }

  /// The canonical spelling of a code; `nil` for a text that is not written as a code.
  private static func code(_ text: String) -> String? {
    let lowered = text.lowercased()
    let digits = lowered.hasPrefix("ch") ? lowered.dropFirst(2) : lowered[...]
    guard (1...4).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    return "CH" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// The meaning of one code or word, and the action to take.
struct CodeExplanation {
  /// The code or word, such as `CH0101` or `substitute-font`.
  let code: String
  /// For a code, its possible severities, the worst first: `error`, `warning` or `note`.
  ///
  /// For a word, its kinds instead: `trust-warning`, `finding`, `cause` or `grade`.
  let severities: [String]
  /// The event that the code reports, as a clause.
  let title: String
  /// The consequence of the event.
  let meaning: String
  /// The usual cause.
  let cause: String
  /// The next step for the user.
  let remedy: String
  /// An input or a command that produces the code, in a few lines.
  let example: String

  /// Parses a paragraph of `codes.txt` or `words.txt`; `nil` if it is not an explanation.
  init?(_ paragraph: Substring) {
    var parts: [String] = []
    for line in paragraph.split(separator: "\n") where !line.hasPrefix("#") {
      if !line.hasPrefix("  ") {
        parts.append(String(line))
      } else if let last = parts.indices.last {
        parts[last] += (last == 4 ? "\n" : " ") + line.dropFirst(2)
      }
    }
    guard parts.count == 5, let colon = parts[0].firstRange(of: ": ") else { return nil }
    let head = parts[0][..<colon.lowerBound].split(separator: " ")
    code = String(head[0])
    severities = head.dropFirst().filter { $0 != "or" }.map(String.init)
    title = String(parts[0][colon.upperBound...])
    let texts = parts.dropFirst().map { String($0.drop { !$0.isWhitespace }.dropFirst()) }
    (meaning, cause, remedy, example) = (texts[0], texts[1], texts[2], texts[3])
  }

  /// The severities or kinds as text, such as `warning` or `warning or note`.
  var severity: String { severities.joined(separator: " or ") }
}

/// The output of `explain` for people.
struct ExplainText {
  /// Maximum width of a line, except in examples.
  static let columns = 80

  /// The headings of the parts of an explanation.
  static let headings = ["What it means", "Why it happens", "What to do", "For example"]

  /// The full explanation of one code or word.
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

  /// Wraps a text at spaces into lines of at most `columns` characters, each with an indent.
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

/// An explanation as `cellheights.explain/1`, on one line.
struct ExplainJSON {
  let entry: CodeExplanation

  var line: String {
    JSONWriter.document("cellheights.explain/1") { json in
      json.member("code", entry.code)
      json.strings("severities", entry.severities)
      json.member("title", entry.title)
      json.member("meaning", entry.meaning)
      json.member("cause", entry.cause)
      json.member("remedy", entry.remedy)
      json.member("example", entry.example)
    }
  }
}
