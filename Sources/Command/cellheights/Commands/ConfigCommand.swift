import ArgumentParser

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Tell what the configuration file, environment variables and flags come to.",
    subcommands: [ConfigDumpCommand.self, ConfigDevicesCommand.self])
}
