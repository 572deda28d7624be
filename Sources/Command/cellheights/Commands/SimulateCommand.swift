import ArgumentParser

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Scroll a list frame by frame, and judge its hitches by budgets.",
    subcommands: [SimulateRunCommand.self, SimulateDiffCommand.self],
    defaultSubcommand: SimulateRunCommand.self)

  /// Writes the default subcommand out, for which the parser has better messages.
  static func spelled(_ words: [String]) -> [String] {
    guard words.first == configuration.commandName else { return words }
    let known = ["run", "diff", "help", "--help", "-h", "--version"]
    if words.count > 1, known.contains(words[1]) { return words }
    return [words[0], "run"] + words.dropFirst()
  }
}
