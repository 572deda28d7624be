import ArgumentParser

/// When output is colored.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  /// On a terminal, subject to the environment variables.
  case auto
  case always
  case never

  /// The choice in a command line.
  ///
  /// It is read from the raw words, for errors of the argument parser.
  static func asked(_ words: [String]) -> ColorChoice? {
    let own = words.prefix { $0 != "--" }
    for (index, word) in own.enumerated().reversed() {
      if word.hasPrefix("--color=") { return ColorChoice(rawValue: String(word.dropFirst(8))) }
      if word == "--color", index + 1 < own.count { return ColorChoice(rawValue: own[index + 1]) }
    }
    return nil
  }

  /// The equivalent environment variables; `nil` removes a variable.
  var variables: [(name: String, value: String?)] {
    switch self {
    case .auto: []
    case .always: [("NO_COLOR", nil), ("CLICOLOR_FORCE", "1")]
    case .never: [("NO_COLOR", "1")]
    }
  }
}
