import ArgumentParser

/// When output for people is coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  /// On a terminal, unless the environment says otherwise.
  case auto
  case always
  case never

  /// What a command line asks for.
  ///
  /// Read from the words themselves, because a command line that is refused is told in colour too.
  static func asked(_ words: [String]) -> ColorChoice? {
    let own = words.prefix { $0 != "--" }
    for (index, word) in own.enumerated().reversed() {
      if word.hasPrefix("--color=") { return ColorChoice(rawValue: String(word.dropFirst(8))) }
      if word == "--color", index + 1 < own.count { return ColorChoice(rawValue: own[index + 1]) }
    }
    return nil
  }

  /// The variables that mean the same; `nil` takes a variable away.
  ///
  /// A flag beats the environment: so it is put in its place, where both streams look.
  var variables: [(name: String, value: String?)] {
    switch self {
    case .auto: []
    case .always: [("NO_COLOR", nil), ("CLICOLOR_FORCE", "1")]
    case .never: [("NO_COLOR", "1")]
    }
  }
}
