import ArgumentParser

/// The program `cellheights-publish`, which `cellheights publish` becomes.
@main
struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cellheights-publish",
    abstract: "Write the heights of a store as plain files, and read such files.",
    discussion: "It reads no configuration file; cellheights does, and starts it.",
    version: "0.1.0", subcommands: [ReadCommand.self])
}
