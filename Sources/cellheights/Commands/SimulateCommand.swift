import ArgumentParser

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Scroll a list frame by frame, and judge its hitches by budgets.",
    subcommands: [SimulateRunCommand.self, SimulateDiffCommand.self],
    defaultSubcommand: SimulateRunCommand.self)
}
