import ArgumentParser

/// Adds colors to the important words of a line.
///
/// It is applied to escaped text, so that the text cannot contain color codes.
struct Palette {
  /// The roles of colored text.
  enum Role: String {
    case error = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case heading = "1"
  }

  enum LineStyle {
    case plain
    /// The whole line is a heading.
    case heading
    /// The severity is colored, at the beginning of the line or after a location.
    case diagnostic
  }

  let isColored: Bool

  /// Chooses colors for a stream by the rules of `NO_COLOR`, `CLICOLOR_FORCE` and `TERM`.
  ///
  /// - Parameter variable: Reads an environment variable.
  init(variable: (String) -> String?, isTerminal: Bool) {
    func isSet(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
    if isSet("NO_COLOR") {
      isColored = false
    } else if isSet("CLICOLOR_FORCE"), variable("CLICOLOR_FORCE") != "0" {
      isColored = true
    } else {
      isColored =
        isTerminal && isSet("TERM") && variable("TERM") != "dumb" && variable("CLICOLOR") != "0"
    }
  }

  /// Colors the text of one or several lines.
  func line(_ text: String, _ style: LineStyle) -> String {
    guard isColored, !text.isEmpty else { return text }
    switch style {
    case .plain: return text
    case .heading: return painted(text[...], .heading)
    case .diagnostic:
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(diagnostic)
        .joined(separator: "\n")
    }
  }

  private func painted(_ text: Substring, _ role: Role) -> String {
    "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m"
  }

  /// The colored words at the beginning of a line; longer words are first.
  private static let openings: [(text: String, role: Role)] = [
    ("cellheights:", .error), ("Error:", .error), ("error:", .error), ("error CH", .error),
    ("warning:", .warning), ("warning CH", .warning), ("warning or note CH", .warning),
    ("warning ", .warning), ("note:", .note), ("note CH", .note), ("Help:", .heading),
    ("Usage:", .heading),
  ]

  /// The colored words after a location, as in `card.yaml:3:5: error: `.
  private static let severities: [(text: String, role: Role)] = [
    (": error: ", .error), (": warning: ", .warning), (": note: ", .note),
  ]

  private func diagnostic(_ line: Substring) -> String {
    for (text, role) in Self.openings where line.hasPrefix(text) {
      var end = line.index(line.startIndex, offsetBy: text.count)
      // The code after the severity has the same color.
      if text.hasSuffix("CH") { end = line[end...].firstIndex { !$0.isNumber } ?? line.endIndex }
      return painted(line[..<end], role) + line[end...]
    }
    var first: (range: Range<Substring.Index>, role: Role)?
    for (text, role) in Self.severities {
      guard let range = line.firstRange(of: text) else { continue }
      if first.map({ range.lowerBound < $0.range.lowerBound }) ?? true { first = (range, role) }
    }
    guard let first else { return String(line) }
    let start = line.index(first.range.lowerBound, offsetBy: 2)
    let end = line.index(first.range.upperBound, offsetBy: -2)
    return line[..<start] + painted(line[start..<end], first.role) + line[end...]
  }
}

/// The value of `--color`: when output is colored.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  /// Output to a terminal is colored, unless environment variables change that.
  case auto
  case always
  case never

  /// The value of `--color` on a command line; nil if it is missing or invalid.
  ///
  /// It is found in the raw arguments, because errors of the argument parser are colored, too.
  static func asked(_ words: [String]) -> ColorChoice? {
    let own = words.prefix { $0 != "--" }
    for (index, word) in own.enumerated().reversed() {
      if word.hasPrefix("--color=") { return ColorChoice(rawValue: String(word.dropFirst(8))) }
      if word == "--color", index + 1 < own.count { return ColorChoice(rawValue: own[index + 1]) }
    }
    return nil
  }

  /// The environment variables with the same effect; the value `nil` removes a variable.
  var variables: [(name: String, value: String?)] {
    switch self {
    case .auto: []
    case .always: [("NO_COLOR", nil), ("CLICOLOR_FORCE", "1")]
    case .never: [("NO_COLOR", "1")]
    }
  }
}

struct ColorOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "When to color output for people.",
      discussion: """
        By default on a terminal that is not dumb. NO_COLOR and CLICOLOR_FORCE apply.
        """, valueName: "when"))
  var color = ColorChoice.auto
}
