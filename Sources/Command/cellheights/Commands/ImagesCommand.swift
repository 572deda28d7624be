import ArgumentParser

struct ImagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images", abstract: "Find the sizes of pictures.",
    subcommands: [ImagesProbeCommand.self])
}
