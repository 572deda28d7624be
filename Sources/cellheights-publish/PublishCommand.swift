import ArgumentParser

@main
struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "cellheights-publish")
}
