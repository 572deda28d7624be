/// The meaning of one code or word and how to act on it.
struct CodeExplanation {
  /// Such as `CH0101` or `substitute-font`.
  let code: String
  /// `error`, `warning`, `note`; the worst first if the severity depends on the case.
  ///
  /// Of a word what it is: `trust-warning`, `finding`, `cause`, `grade`.
  let severities: [String]
  /// What happened, as a clause.
  let title: String
  /// The consequence.
  let meaning: String
  /// The usual cause.
  let cause: String
  /// The next step for the user.
  let remedy: String
  /// Input or a command that leads to it, in a few lines.
  let example: String

  /// Reads an explanation of `codes.txt` or `words.txt`; `nil` for a paragraph that is none.
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

  /// Such as `warning` or `warning or note`.
  var severity: String { severities.joined(separator: " or ") }
}
